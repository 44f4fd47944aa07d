import { CircleAlert, type LucideIcon, X } from 'lucide-react';
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';

type ToastMessage = {
  text: string;
  icon?: LucideIcon;
  isError?: boolean;
  action?: { label: string; onAction: () => void };
};

/** How long a toast stays, in milliseconds; it waits under the pointer and while it has the focus. */
export const toastTime = 5000;

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 });

/** Says what happened. Offer an undo here instead of asking before. Answers a function that takes the toast away. */
export function showToast(text: string, options: Omit<ToastMessage, 'text'> = {}): () => void {
  const key = queue.add({ text, ...options }, { timeout: toastTime });
  return () => queue.close(key);
}

/** Says what went wrong and, as the action, the way out. */
export function showProblem(text: string, action?: ToastMessage['action']): () => void {
  return showToast(text, { isError: true, icon: CircleAlert, action });
}

/** Stands once, at the root of a room. */
export function Toaster() {
  const { t } = useTranslation('ui');
  return (
    <ToastRegion queue={queue} className="toasts" aria-label={t('toast.region')}>
      {({ toast }) => {
        const { text, icon: Icon, isError, action } = toast.content;
        return (
          <Toast toast={toast} className={classNames('toast', isError && 'toast-error')}>
            {Icon && <Icon aria-hidden="true" />}
            <ToastContent className="toast-text">
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action && (
              <Button
                className="toast-action"
                onPress={() => {
                  action.onAction();
                  queue.close(toast.key);
                }}
              >
                {action.label}
              </Button>
            )}
            <Button slot="close" className="toast-close" aria-label={t('toast.close')}>
              <X aria-hidden="true" />
            </Button>
          </Toast>
        );
      }}
    </ToastRegion>
  );
}
