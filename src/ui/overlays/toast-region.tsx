import { X } from 'lucide-react';
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { classNames } from '../layout/class-names.ts';
import type { ToastMessage } from './toast-message.ts';

/** The message queue; filled by toaster.tsx. */
export const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 });

/** The region of toasts; loaded with the first message. */
export function Region() {
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
