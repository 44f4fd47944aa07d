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
  /** The button that opens it. Omit it and control it by `isOpen`. */
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  isWide?: boolean;
  isDismissable?: boolean;
  /** Whether it contains unsaved input: then closing asks first. A form within may report it by `useHeldHere`. */
  isChanged?: boolean;
  /** The confirmation text, where the content is something else than typed input. */
  question?: CloseQuestion;
  children: ReactNode | ((close: () => void) => ReactNode);
  /** The buttons, the primary one last. */
  footer?: ReactNode | ((close: () => void) => ReactNode);
};

/** Only for decisions: a quick look is a SidePanel, longer work is a page. */
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
  // Its own buttons need no confirmation: Cancel already says what happens to the input.
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
  /** Names the record: Delete “Darkroom printing”? */
  title: ReactNode;
  /** Consequences, and until when it can be undone. */
  children: ReactNode;
  /** A verb with its object: Delete course. */
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  /** Text to be typed before the button is enabled: for irreversible actions. */
  typeToConfirm?: { label: string; text: string };
  /** The dialog stays open and busy until the promise settles; an error's message is shown in place. */
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
  const { typed, setTyped, isBusy, problem, change, confirm } = useConfirm({ onOpenChange, onConfirm });
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

/** Confirms once at a time; a failure is shown and leaves the dialog open. */
function useConfirm({ onOpenChange, onConfirm }: Pick<ConfirmDialogProps, 'onOpenChange' | 'onConfirm'>) {
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
  return { typed, setTyped, isBusy, problem, change, confirm };
}
