import { useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  open += by;
  for (const listener of listeners) listener();
}

/** Counts a piece of work as under way until it is settled; answers the work itself. */
export function trackRequest<Value>(work: Promise<Value>): Promise<Value> {
  change(1);
  return work.finally(() => change(-1));
}

/** Reading is told of by those who read, and a session renews itself unasked. */
function isQuiet(method: string, address: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase()) || address.includes('/auth/v1/token');
}

/**
 * Follows every write and call this page makes, whoever makes it: by the wire, or to `/api`. Called once, before the page
 * comes alive.
 */
export function onPendingChange(target: { fetch: typeof fetch }): void {
  const send = target.fetch.bind(target);
  target.fetch = (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const isUnseen = isQuiet(init?.method ?? request?.method ?? 'GET', request?.url ?? String(input));
    const answer = send(input, init);
    return isUnseen ? answer : trackRequest(answer);
  };
}

/** Whether anything of that is under way. */
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
