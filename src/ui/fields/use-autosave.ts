import { useCallback, useEffect, useRef, useState } from 'react';
import { onBeforeSignOut } from '#base/shared/sign-out-event.ts';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

const PAUSE_MS = 1_000;

/** Saves changes after a pause; `flush` saves at once and rejects where that failed. */
export function useAutosave<Value>(save: (value: Value) => Promise<void>) {
  const [state, setState] = useState<SaveState>('saved');
  const pending = useRef<{ value: Value } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(save);
  latest.current = save;

  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    const next = running.current
      .catch(() => {})
      .then(async () => {
        const waiting = pending.current;
        if (!waiting) return;
        pending.current = null;
        setState('saving');
        try {
          await latest.current(waiting.value);
          setState(pending.current ? 'waiting' : 'saved');
        } catch (error) {
          // A failed save is retried with the next change, when the network is back, or manually.
          pending.current ??= waiting;
          setState('failed');
          throw error;
        }
      });
    running.current = next;
    return next;
  }, []);

  const change = useCallback(
    (value: Value) => {
      pending.current = { value };
      setState('waiting');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush().catch(() => {}), PAUSE_MS);
    },
    [flush],
  );

  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (pending.current) event.preventDefault();
    };
    // What could not be saved without a network is saved once it is back.
    const retry = () => void flush().catch(() => {});
    window.addEventListener('beforeunload', preventUnload);
    window.addEventListener('online', retry);
    const endLeaving = onBeforeSignOut(flush);
    return () => {
      endLeaving();
      window.removeEventListener('beforeunload', preventUnload);
      window.removeEventListener('online', retry);
      void flush().catch(() => {});
    };
  }, [flush]);

  return { state, change, flush };
}
