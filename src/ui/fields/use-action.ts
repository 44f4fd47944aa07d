import { useCallback, useRef, useState } from 'react';

/**
 * Runs one action at a time and returns whether one is running: a second press meanwhile is ignored. It is for places
 * without a query client (sign-in forms, islands) and for what writes nothing; a write of a screen is a `useSave`. A
 * check lists where this is called, with the reason.
 */
export function useAction() {
  const [isRunning, setRunning] = useState(false);
  // Two presses in one frame come before the state does.
  const guard = useRef(false);
  const run = useCallback(async <Result>(action: () => Promise<Result>): Promise<Result | undefined> => {
    if (guard.current) return undefined;
    guard.current = true;
    setRunning(true);
    try {
      return await action();
    } finally {
      guard.current = false;
      setRunning(false);
    }
  }, []);
  return { run, isRunning };
}

/** The end of an action that leaves the page: its button stays busy until the next page is there. */
export const untilLeft = () => new Promise<never>(() => {});
