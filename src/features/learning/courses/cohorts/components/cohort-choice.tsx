import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { cohortsKey, joinCohort, leaveWaiting, ownWaitingQuery } from '../data.ts';
import type { OpenCohort, Waiting } from '../schema.ts';
import { useCohortDay } from './use-cohort-day.ts';

type ChoiceProps = { courseId: string; cohorts: readonly OpenCohort[] };

/** When a member of a free course wants to begin; where all seats are taken they wait for one. */
export function CohortChoice({ courseId, cohorts }: ChoiceProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const { data: waiting = [] } = useQuery(ownWaitingQuery(db, account_id, courseId));
  const line = useStartLine();
  const [chosen, setChosen] = useState(cohorts[0]?.id ?? '');
  const invalidates = [['my-courses'], ['lesson'], cohortsKey(account_id, courseId)];
  const joining = useSave(() => joinCohort(db, chosen), { invalidates, isInForm: true });
  const leaving = useSave((id: string) => leaveWaiting(db, id), { invalidates, done: t('cohorts.left') });
  const isFull = cohorts.find(({ id }) => id === chosen)?.seats_left === 0;
  const ownPlace = waiting.find(({ cohort_id }) => cohort_id === chosen);
  return (
    <div className="grid gap-4">
      <RadioGroup
        label={t('cohorts.chooseStart')}
        orientation="vertical"
        value={chosen}
        onChange={setChosen}
        options={cohorts.map((cohort) => ({ id: cohort.id, label: cohort.name, description: line(cohort) }))}
      />
      {joining.problem ? <Note tone="error">{joining.problem}</Note> : null}
      {ownPlace ? (
        <WaitingNote place={ownPlace} isBusy={leaving.isSaving} onLeave={() => void leaving.save(chosen)} />
      ) : (
        <div>
          <Button variant="primary" size="lg" isBusy={joining.isSaving} onPress={() => void joining.save()}>
            {t(isFull ? 'cohorts.wait' : 'join.free')}
          </Button>
        </div>
      )}
    </div>
  );
}

function WaitingNote({ place, isBusy, onLeave }: { place: Waiting; isBusy: boolean; onLeave: () => void }) {
  const { t } = useTranslation('courses');
  return (
    <Note
      action={
        <Button size="sm" isBusy={isBusy} onPress={onLeave}>
          {t('cohorts.leave')}
        </Button>
      }
    >
      {t('cohorts.place', { place: place.place })}
    </Note>
  );
}

/** When a cohort starts, and how many seats are left. */
export function useStartLine(): (cohort: OpenCohort) => string {
  const { t } = useTranslation('courses');
  const day = useCohortDay();
  return ({ starts_at, ends_at, seats_left }) => {
    const dates = ends_at
      ? t('cohorts.fromTo', { from: day(starts_at), to: day(ends_at) })
      : t('cohorts.starts', { date: day(starts_at) });
    if (seats_left === null) return dates;
    return `${dates} · ${seats_left === 0 ? t('cohorts.full') : t('cohorts.left_seats', { count: seats_left })}`;
  };
}
