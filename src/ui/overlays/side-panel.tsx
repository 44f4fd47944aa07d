import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../layout/class-names.ts';
import { useConfirmClose } from './use-confirm-close.tsx';
import { useWasOpened } from './use-disclosure.ts';

export type SidePanelProps = {
  title: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isWide?: boolean;
  isDismissable?: boolean;
  /** Whether it contains unsaved input: then closing asks first. A form within may report it by `useHeldHere`. */
  isChanged?: boolean;
  /** Beside the title: a badge, an action. */
  aside?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/** A quick look at a list's record, from the end edge of the window. */
export function SidePanel(props: SidePanelProps) {
  return useWasOpened(props.isOpen) ? <OpenedPanel {...props} /> : null;
}

function OpenedPanel({
  title,
  isOpen,
  onOpenChange,
  isWide,
  isDismissable = true,
  isChanged = false,
  aside,
  children,
  footer,
}: SidePanelProps) {
  const { t } = useTranslation('ui');
  const confirmClose = useConfirmClose(isOpen, isChanged, onOpenChange);
  return (
    <ModalOverlay
      className="scrim scrim-side"
      isOpen={isOpen}
      onOpenChange={confirmClose.onOpenChange}
      isDismissable={isDismissable}
    >
      <Modal className={classNames('pop panel', isWide && 'panel-wide')}>
        <Dialog className="panel-dialog">
          {({ close }) =>
            confirmClose.hold(
              <>
                <header className="panel-head">
                  <Heading slot="title" className="dialog-title cut" dir="auto">
                    {title}
                  </Heading>
                  <span className="row">
                    {aside}
                    <IconButton label={t('dialog.close')} icon={X} onPress={close} />
                  </span>
                </header>
                <div className="panel-body">{children}</div>
                {footer && <footer className="panel-foot">{footer}</footer>}
              </>,
            )
          }
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
