import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Dialog as BaseDialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { classNames } from '../layout/class-names.ts';
import { type CloseQuestion, useConfirmClose } from './use-confirm-close.tsx';
import { useWasOpened } from './use-disclosure.ts';

export type DialogProps = {
  title: ReactNode;
  /** The button that opens it. Leave it out and control it by `isOpen`. */
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  isWide?: boolean;
  isDismissable?: boolean;
  /** Whether it holds something typed and not saved: then it asks before it drops it. A form within may say so by `useHeldHere`. */
  isChanged?: boolean;
  /** What it asks then, where it holds something else than what was typed. */
  question?: CloseQuestion;
  children: ReactNode | ((close: () => void) => ReactNode);
  /** The buttons, the main one last. */
  footer?: ReactNode | ((close: () => void) => ReactNode);
};

/** Only for decisions: a quick look is a SidePanel, work is a page. */
export function Dialog(props: DialogProps) {
  const wasOpened = useWasOpened(props.isOpen ?? false);
  return props.trigger || wasOpened ? <OpenedDialog {...props} /> : null;
}

function OpenedDialog({
  title,
  trigger,
  isOpen: given,
  onOpenChange,
  isWide,
  isDismissable = true,
  isChanged = false,
  question,
  children,
  footer,
}: DialogProps) {
  const { t } = useTranslation('ui');
  const [own, setOwn] = useState(false);
  const isOpen = given ?? own;
  function change(next: boolean) {
    setOwn(next);
    onOpenChange?.(next);
  }
  const confirmClose = useConfirmClose(isOpen, isChanged, change, question);
  // What its own buttons do needs no question: one that says Cancel has said what becomes of it.
  const closeNow = () => change(false);
  const overlay = (
    <ModalOverlay
      className="scrim"
      isDismissable={isDismissable}
      isOpen={trigger ? undefined : isOpen}
      onOpenChange={trigger ? undefined : confirmClose.onOpenChange}
    >
      <Modal className={classNames('pop dialog', isWide && 'dialog-wide')}>
        <BaseDialog className="dialog-body">
          {({ close }) =>
            confirmClose.hold(
              <>
                <div className="dialog-head">
                  <Heading slot="title" className="dialog-title">
                    {title}
                  </Heading>
                  <IconButton label={t('dialog.close')} icon={X} size="sm" onPress={close} />
                </div>
                {typeof children === 'function' ? children(closeNow) : children}
                {footer && (
                  <div className="dialog-foot">{typeof footer === 'function' ? footer(closeNow) : footer}</div>
                )}
              </>,
            )
          }
        </BaseDialog>
      </Modal>
    </ModalOverlay>
  );
  if (!trigger) return overlay;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={confirmClose.onOpenChange}>
      {trigger}
      {overlay}
    </DialogTrigger>
  );
}

export type ConfirmDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Names the thing: Delete “Darkroom printing”? */
  title: ReactNode;
  /** What goes with it, and until when it can be undone. */
  children: ReactNode;
  /** A verb with its object: Delete course. */
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  /** Has to be typed before the button wakes up: for what cannot be undone. */
  typeToConfirm?: { label: string; text: string };
  /** The dialog stays open and busy until it is settled; a thrown error's message is shown in place. */
  onConfirm: () => void | Promise<void>;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  return useWasOpened(props.isOpen) ? <OpenedConfirm {...props} /> : null;
}

function OpenedConfirm({
  isOpen,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel,
  isDanger = true,
  typeToConfirm,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  function change(open: boolean) {
    if (isBusy) return;
    setTyped('');
    setProblem(undefined);
    onOpenChange(open);
  }
  async function confirm() {
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      setTyped('');
      onOpenChange(false);
    } catch (error) {
      setProblem(error instanceof Error && error.message ? error.message : t('state.failed'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <ModalOverlay className="scrim" isOpen={isOpen} onOpenChange={change}>
      <Modal className="pop dialog">
        <BaseDialog role="alertdialog" className="dialog-body">
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          <div className="muted">{children}</div>
          {typeToConfirm && (
            <TextField label={typeToConfirm.label} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
          )}
          {problem && (
            <p role="alert" className="text-error">
              {problem}
            </p>
          )}
          <div className="dialog-foot">
            <Button isDisabled={isBusy} onPress={() => change(false)} autoFocus={!typeToConfirm}>
              {cancelLabel ?? t('dialog.cancel')}
            </Button>
            <Button
              variant={isDanger ? 'danger' : 'primary'}
              isBusy={isBusy}
              isDisabled={typeToConfirm && typed.trim() !== typeToConfirm.text}
              onPress={confirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </BaseDialog>
      </Modal>
    </ModalOverlay>
  );
}
