import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type Message, reportMessage } from '../data.ts';
import { MAX_REASON } from '../rules.ts';

/** Reports a message to those who manage members, who then read this one message. */
export function ReportMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const id = useId();
  const [reason, setReason] = useState('');
  const { save, isSaving, problem } = useSave(() => reportMessage(db, message.id, reason.trim()), {
    isInForm: true,
    done: t('report.done'),
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      title={t('report.title', { name: message.author_name })}
      isChanged={reason.trim() !== '' && !isSaving}
      onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" type="submit" form={id} isBusy={isSaving}>
            {t('report.confirm')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('report.text')}</p>
      <Form id={id} label={t('report.open')} problem={problem} onSubmit={() => void save()}>
        <TextArea
          label={t('report.reason')}
          isOptional
          rows={3}
          dir="auto"
          maxLength={MAX_REASON}
          value={reason}
          onChange={setReason}
        />
      </Form>
    </Dialog>
  );
}
