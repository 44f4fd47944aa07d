import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { localDayIn } from '#base/shared/wall-clock.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { extendEnrolments, rosterKey } from '../data.ts';
import type { Student } from '../schema.ts';
import { useEndOfDay } from './use-end-of-day.ts';

type AccessDialogProps = { courseId: string; students: readonly Student[]; onClose: () => void };

/** Until when students have access; empty is for good. Who has none any more begins again. */
export function AccessDialog({ courseId, students, onClose }: AccessDialogProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const { zone } = useSiteZone();
  const endOfDay = useEndOfDay();
  const [first] = students;
  const draft = useDraft<{ until: string | null }>({ saved: { until: localDayIn(zone, first?.expires_at ?? null) } });
  const ids = students.map(({ id }) => id);
  const { save, isSaving, problem } = useSave(() => extendEnrolments(db, courseId, ids, endOfDay(draft.values.until)), {
    isInForm: true,
    invalidates: [rosterKey(account_id, courseId)],
    onSaved: onClose,
    done: t('roster.accessDone'),
  });
  return (
    <Dialog
      title={t('roster.accessOf', { name: first?.name ?? '' })}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="access" isBusy={isSaving}>
          {t('roster.accessSave')}
        </Button>
      }
    >
      <Form id="access" label={t('roster.access')} problem={problem} onSubmit={() => void save()}>
        <DatePicker
          label={t('roster.untilDay')}
          description={t('roster.untilHelp')}
          isOptional
          {...draft.field('until')}
        />
      </Form>
    </Dialog>
  );
}
