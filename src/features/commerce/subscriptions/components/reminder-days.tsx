import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { reminderDaysQuery, saveReminderDays, subscriptionKey } from '../data.ts';
import { reminderDaysIn } from '../rules.ts';

/** The button that opens the calendar of late payments. */
export function ReminderDays() {
  const { t } = useTranslation('subscriptions');
  const db = useDb();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const days = useQuery({ ...reminderDaysQuery(db, account_id), enabled: isOpen });
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('late.button')}</Button>
      {isOpen && days.data ? <DaysDialog saved={days.data} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function DaysDialog({ saved, onClose }: { saved: number[]; onClose: () => void }) {
  const { t } = useTranslation('subscriptions');
  const { t: tUi } = useTranslation('ui');
  const db = useDb();
  const { account_id } = useAccount();
  const id = useId();
  const draft = useDraft({
    saved: { days: saved.join(', ') },
    validate: ({ days }) => ({ days: reminderDaysIn(days) ? undefined : t('late.error') }),
  });
  const { save, isSaving, problem } = useSave(() => saveReminderDays(db, reminderDaysIn(draft.values.days) ?? []), {
    form: draft,
    invalidates: [subscriptionKey(account_id)],
    done: t('late.saved'),
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      title={t('late.title')}
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            {tUi('dialog.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('late.save')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('late.text')}</p>
      <Form id={id} label={t('late.title')} problem={problem} onSubmit={() => void save()}>
        <TextField
          label={t('late.days')}
          description={t('late.help')}
          dir="ltr"
          maxLength={40}
          autoFocus
          {...draft.field('days')}
        />
      </Form>
    </Dialog>
  );
}
