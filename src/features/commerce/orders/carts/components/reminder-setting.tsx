import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { cartKey, reminderHoursQuery, saveReminderHours } from '../data.ts';

const USUAL_HOURS = 4;

/** The button that says whether and when the shop reminds of carts. */
export function ReminderSetting() {
  const { t } = useTranslation('carts');
  const db = useDb();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const hours = useQuery(reminderHoursQuery(db, account_id));
  if (hours.data === undefined) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        {hours.data === null ? t('setting.off') : t('setting.on', { hours: hours.data })}
      </Button>
      {isOpen ? <ReminderDialog saved={hours.data} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ReminderDialog({ saved, onClose }: { saved: number | null; onClose: () => void }) {
  const { t } = useTranslation('carts');
  const { t: tUi } = useTranslation('ui');
  const db = useDb();
  const { account_id } = useAccount();
  const id = useId();
  const draft = useDraft({
    saved: { isOn: saved !== null, hours: (saved ?? USUAL_HOURS) as number | null },
    validate: ({ isOn, hours }) => ({
      hours: !isOn || (hours !== null && hours >= 1 && hours <= 168) ? undefined : t('setting.error'),
    }),
  });
  const { isOn, hours } = draft.values;
  const { save, isSaving, problem } = useSave(() => saveReminderHours(db, account_id, isOn ? hours : null), {
    form: draft,
    invalidates: [cartKey(account_id)],
    done: t('setting.saved'),
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      title={t('setting.title')}
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            {tUi('dialog.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('setting.save')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('setting.text')}</p>
      <Form id={id} label={t('setting.title')} problem={problem} onSubmit={() => void save()}>
        <Checkbox {...draft.toggle('isOn')}>{t('setting.ask')}</Checkbox>
        {isOn ? <NumberField label={t('setting.hours')} minValue={1} maxValue={168} {...draft.field('hours')} /> : null}
      </Form>
    </Dialog>
  );
}
