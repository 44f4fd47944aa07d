import { useEffect, useRef, useState } from 'react';
import { onBeforeSignOut } from '#base/shared/sign-out-event.ts';
import { Autosaver, type SaveState } from './autosaver.ts';

/**
 * Saves changes after a pause; `flush` saves at once and rejects where that failed. What the network kept from being
 * saved is saved when it is back.
 */
export function useAutosave<Value>(save: (value: Value) => Promise<void>) {
  const [state, setState] = useState<SaveState>('saved');
  const latest = useRef(save);
  latest.current = save;
  const [autosaver] = useState(() => new Autosaver<Value>((value) => latest.current(value), setState));
  const [flush] = useState(() => () => autosaver.flush());
  const [change] = useState(() => (value: Value) => autosaver.change(value));

  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (autosaver.hasUnsaved) event.preventDefault();
    };
    const retry = () => autosaver.retry();
    window.addEventListener('beforeunload', preventUnload);
    window.addEventListener('online', retry);
    const endLeaving = onBeforeSignOut(flush);
    return () => {
      endLeaving();
      window.removeEventListener('beforeunload', preventUnload);
      window.removeEventListener('online', retry);
      autosaver.stop();
    };
  }, [autosaver, flush]);

  return { state, change, flush };
}
