import { useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  open += by;
  for (const listener of listeners) listener();
}

/** Counts a promise as pending until it settles; returns the promise itself. */
export function trackRequest<Value>(work: Promise<Value>): Promise<Value> {
  change(1);
  return work.finally(() => change(-1));
}

/** Reads are tracked by their callers, and a token refresh happens without user action. */
function isQuiet(method: string, address: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase()) || address.includes('/auth/v1/token');
}

/** Tracks every write this page sends, by the db client or to `/api`. Called once, before hydration. */
export function onPendingChange(target: { fetch: typeof fetch }): void {
  const send = target.fetch.bind(target);
  target.fetch = (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const isUnseen = isQuiet(init?.method ?? request?.method ?? 'GET', request?.url ?? String(input));
    const response = send(input, init);
    return isUnseen ? response : trackRequest(response);
  };
}

/** Whether any tracked request is pending. */
export function useIsPending(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isPending,
    () => false,
  );
}

export function isPending(): boolean {
  return open > 0;
}
