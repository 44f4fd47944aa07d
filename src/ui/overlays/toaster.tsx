import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { lazyImport } from '../layout/lazy-import.ts';
import type { ToastMessage } from './toast-message.ts';

/** How long a toast stays, in milliseconds; paused under the pointer and while it has the focus. */
export const toastTime = 5000;

const region = lazyImport(() => import('./toast-region.tsx'));
const Region = lazy(async () => ({ default: (await region()).Region }));

let isNeeded = false;
const listeners = new Set<() => void>();

/** Shows a toast. Offer an undo here instead of asking before. Returns a function that closes the toast. */
export function showToast(text: string, options: Omit<ToastMessage, 'text'> = {}): () => void {
  let isOver = false;
  let close = () => {};
  isNeeded = true;
  for (const listener of listeners) listener();
  void region().then(({ queue }) => {
    if (isOver) return;
    const key = queue.add({ text, ...options }, { timeout: toastTime });
    close = () => queue.close(key);
  });
  return () => {
    isOver = true;
    close();
  };
}

/** Shows an error toast with an optional action to recover. */
export function showError(text: string, action?: ToastMessage['action']): () => void {
  return showToast(text, { isError: true, icon: CircleAlert, action });
}

/** Use it once, at the root; the toast markup is loaded with the first message, or when the page is idle. */
export function Toaster() {
  const isThere = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isNeeded,
    () => false,
  );
  return isThere ? (
    <Suspense>
      <Region />
    </Suspense>
  ) : null;
}
