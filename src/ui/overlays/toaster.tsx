import { CircleAlert } from 'lucide-react';
import { type ComponentType, useSyncExternalStore } from 'react';
import { lazyImport } from '../layout/lazy-import.ts';
import type { ToastMessage } from './toast-message.ts';

/** How long a toast stays, in milliseconds; paused under the pointer and while it has the focus. */
export const toastTime = 5000;

const region = lazyImport(() => import('./toast-region.tsx'));

/** The loaded region, and the messages that are shown plainly because it can't be loaded, as offline. */
type Shown = { Region?: ComponentType; plain: readonly ToastMessage[] };
const nothing: Shown = { plain: [] };
let shown = nothing;
const listeners = new Set<() => void>();

function show(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. Offer an undo here instead of asking before. Returns a function that closes the toast. */
export function showToast(text: string, options: Omit<ToastMessage, 'text'> = {}): () => void {
  let isOver = false;
  let close = () => {};
  region().then(
    ({ queue, Region }) => {
      if (shown.Region !== Region) show({ Region, plain: [] });
      if (isOver) return;
      const key = queue.add({ text, ...options }, { timeout: toastTime });
      close = () => queue.close(key);
    },
    () => {
      if (!isOver) close = showPlain({ text, ...options });
    },
  );
  return () => {
    isOver = true;
    close();
  };
}

function showPlain(message: ToastMessage): () => void {
  const close = () => show({ ...shown, plain: shown.plain.filter((one) => one !== message) });
  show({ ...shown, plain: [...shown.plain, message] });
  setTimeout(close, toastTime);
  return close;
}

/** Shows an error toast with an optional action to recover. */
export function showError(text: string, action?: ToastMessage['action']): () => void {
  return showToast(text, { isError: true, icon: CircleAlert, action });
}

/** Use it once, at the root; the toast markup is loaded with the first message, or when the page is idle. */
export function Toaster() {
  const { Region, plain } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => nothing,
  );
  if (Region) return <Region />;
  if (plain.length === 0) return null;
  return (
    <div className="toasts" role="alert">
      {plain.map(({ text, isError }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same message may be there twice
        <div key={`${at} ${text}`} className={isError ? 'toast toast-error' : 'toast'}>
          <span className="toast-text">{text}</span>
        </div>
      ))}
    </div>
  );
}
