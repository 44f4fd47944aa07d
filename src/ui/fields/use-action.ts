import { useCallback, useRef, useState } from 'react';

/**
 * Runs one action at a time and tells whether one is running: a second press meanwhile is ignored. A write of a screen
 * uses `useSave`, which also has the toast, the error and the queries to read anew; this is for sign-in forms and
 * islands, which have no query client, and for forms that show an error in their own way.
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
