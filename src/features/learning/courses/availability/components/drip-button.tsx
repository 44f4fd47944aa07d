import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { dripSection } from '../data.ts';

/** Opens the lessons of a section one after the other: two fields instead of conditions for each. */
export function DripButton({ section }: { section: { id: string; lessons: readonly unknown[] } }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const draft = useDraft({ saved: { every: 7, hour: '09:00' } });
  const { save, isSaving, problem } = useSave(
    () => dripSection(db, section.id, draft.values.every, draft.values.hour),
    {
      isInForm: true,
      invalidates: [['availability', account_id], ['my-courses']],
      onSaved: () => setOpen(false),
      done: (count) => t('availability.dripped', { count }),
    },
  );
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={CalendarClock}
        isDisabled={section.lessons.length === 0}
        onPress={() => setOpen(true)}
      >
        {t('availability.drip')}
      </Button>
      <Dialog
        title={t('availability.drip')}
        isOpen={isOpen}
        isChanged={draft.isChanged}
        onOpenChange={setOpen}
        footer={
          <Button variant="primary" type="submit" form="drip" isBusy={isSaving}>
            {t('availability.dripSave')}
          </Button>
        }
      >
        <Form id="drip" label={t('availability.drip')} problem={problem} onSubmit={() => void save()}>
          <p className="help">{t('availability.dripHelp')}</p>
          <div className="grid grid-cols-2 gap-3">
            <NumberField
              label={t('availability.every')}
              minValue={1}
              maxValue={365}
              fallback={1}
              {...draft.field('every')}
              onChange={(days) => draft.set('every', days ?? 1)}
            />
            <TextField type="time" label={t('availability.time')} {...draft.field('hour')} />
          </div>
        </Form>
      </Dialog>
    </>
  );
}
