import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { choicesQuery } from '../../availability/data.ts';
import { enrolGroup, rosterKey } from '../data.ts';
import { useEndOfDay } from './use-end-of-day.ts';

type EnrolGroupProps = { courseId: string; onClose: () => void; onEnrolled: () => void };

/** Enrols who is in a group; how many that is stands there before. */
export function EnrolGroupDialog(props: EnrolGroupProps) {
  const { t } = useTranslation('courses');
  const { group, setGroup, until, setUntil, choices, trial, save, isSaving, problem } = useEnrolGroup(props);
  const count = trial.data?.enrolled ?? 0;
  return (
    <Dialog
      title={t('roster.enrolGroup')}
      isOpen
      isChanged={(group !== null || until !== null) && !isSaving}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      footer={
        <Button variant="primary" type="submit" form="enrol-group" isBusy={isSaving} isDisabled={count === 0}>
          {t('roster.enrolCount', { count })}
        </Button>
      }
    >
      <Form id="enrol-group" label={t('roster.enrolGroup')} problem={problem} onSubmit={() => void save()}>
        <Select
          label={t('roster.group')}
          description={t('roster.groupHelp')}
          isDisabled={choices.isPending}
          options={(choices.data?.groups ?? []).map(({ id, title }) => ({ id, label: title }))}
          value={group}
          onChange={setGroup}
        />
        <p className="text-sm" aria-live="polite">
          {trial.data ? t('roster.groupOutcome', trial.data) : ''}
        </p>
        <DatePicker
          label={t('roster.untilDay')}
          description={t('roster.untilHelp')}
          isOptional
          value={until}
          onChange={setUntil}
        />
      </Form>
    </Dialog>
  );
}

function useEnrolGroup({ courseId, onClose, onEnrolled }: EnrolGroupProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const endOfDay = useEndOfDay();
  const { account_id } = useAccount();
  const [group, setGroup] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const choices = useQuery(choicesQuery(db, account_id));
  const trial = useQuery({
    queryKey: [...rosterKey(account_id, courseId), 'group', group],
    queryFn: () => enrolGroup(db, courseId, group ?? '', null, true),
    enabled: group !== null,
    staleTime: 0,
  });
  const { save, isSaving, problem } = useSave(() => enrolGroup(db, courseId, group ?? '', endOfDay(until), false), {
    isInForm: true,
    onSaved: () => {
      onEnrolled();
      onClose();
    },
    done: ({ enrolled }) => t('roster.enrolled', { count: enrolled }),
  });
  return { group, setGroup, until, setUntil, choices, trial, save, isSaving, problem };
}
