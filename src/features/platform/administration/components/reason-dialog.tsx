import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { isReason, REASON_LENGTH } from '../rules.ts';

type ReasonDialogProps = {
  title: string;
  text: string;
  label: string;
  confirmLabel: string;
  isDanger?: boolean;
  onClose: () => void;
  /** When it rejects, the error's message is shown in the dialog and the typed reason is kept. */
  onConfirm: (reason: string) => Promise<void>;
};

/** Asks for the reason of an action that is written to the audit log. */
export function ReasonDialog({ title, text, label, confirmLabel, isDanger, onClose, onConfirm }: ReasonDialogProps) {
  const { t } = useTranslation('administration');
  const id = useId();
  const [reason, setReason] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();

  function confirm() {
    return run(async () => {
      setSubmitted(true);
      if (!isReason(reason)) return;
      setProblem(undefined);
      try {
        await onConfirm(reason.trim());
        onClose();
      } catch (error) {
        setProblem((error as Error).message);
      }
    });
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      isChanged={reason !== ''}
      title={title}
      footer={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            {t('reason.cancel')}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} type="submit" form={id} isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p className="muted">{text}</p>
      <Form id={id} label={title} problem={problem} onSubmit={() => void confirm()}>
        <TextArea
          label={label}
          value={reason}
          onChange={setReason}
          maxLength={REASON_LENGTH.max}
          rows={3}
          isRequired
          autoFocus
          errorMessage={wasSubmitted && !isReason(reason) ? t('reason.short') : undefined}
        />
      </Form>
    </Dialog>
  );
}
