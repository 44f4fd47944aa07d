import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { rosterKey } from '../../roster/data.ts';
import { cohortsKey, cohortsQuery, moveToCohort } from '../data.ts';

const NONE = 'none';

type DialogProps = { courseId: string; enrolments: readonly string[]; onClose: () => void };

/** Moves students into a cohort, or out of theirs. */
export function CohortDialog({ courseId, enrolments, onClose }: DialogProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const { data } = useQuery(cohortsQuery(db, account_id, courseId));
  const draft = useDraft<{ cohort: string | null }>({
    saved: { cohort: null },
    validate: ({ cohort }) => ({ cohort: cohort ? undefined : t('cohorts.choose') }),
  });
  const { cohort } = draft.values;
  const { save, isSaving, problem } = useSave(
    () => moveToCohort(db, courseId, enrolments, cohort === NONE ? null : cohort),
    {
      form: draft,
      isInForm: true,
      invalidates: [rosterKey(account_id, courseId), cohortsKey(account_id, courseId)],
      done: t('cohorts.moved'),
      onSaved: onClose,
    },
  );
  return (
    <Dialog
      title={t('cohorts.move')}
      isOpen
      isChanged={draft.isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="cohort" isBusy={isSaving}>
          {t('cohorts.move')}
        </Button>
      }
    >
      <Form id="cohort" label={t('cohorts.move')} problem={problem} onSubmit={() => void save()}>
        <Select
          label={t('cohorts.one')}
          description={t('cohorts.moveHelp')}
          options={[
            { id: NONE, label: t('cohorts.withoutOne') },
            ...(data ?? []).map(({ id, name }) => ({ id, label: name })),
          ]}
          {...draft.field('cohort')}
        />
      </Form>
    </Dialog>
  );
}
