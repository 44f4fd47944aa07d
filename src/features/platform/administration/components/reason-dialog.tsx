import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
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
  const draft = useDraft({
    saved: { reason: '' },
    validate: ({ reason }) => ({ reason: isReason(reason) ? undefined : t('reason.short') }),
  });
  const {
    save: confirm,
    isSaving: isBusy,
    problem,
  } = useSave(() => onConfirm(draft.values.reason.trim()), { form: draft, onSaved: onClose });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      isChanged={draft.isChanged}
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
          {...draft.field('reason')}
          maxLength={REASON_LENGTH.max}
          rows={3}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
