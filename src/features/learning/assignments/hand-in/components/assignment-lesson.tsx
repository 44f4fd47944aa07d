import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { PlayerProps } from '#features/learning/courses/components/activities.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { useErrorText } from '#ui/fields/use-save.ts';
import { type Overview, overviewQuery } from '../data.ts';
import { AssignmentFacts } from './assignment-facts.tsx';

/** Loaded for students alone, after the rules are shown. */
const WorkForm = lazy(async () => ({ default: (await import('./work-form.tsx')).WorkForm }));
const WorkHistory = lazy(async () => ({ default: (await import('./work-history.tsx')).WorkHistory }));

/** The assignment of a lesson: its rules, what is being written, and what was handed in. */
export function AssignmentLesson({ lesson, onDone }: PlayerProps) {
  const { t } = useTranslation('assignments');
  const db = useDb();
  const textOf = useErrorText();
  const { account_id } = useAccount();
  const overview = useQuery(overviewQuery(db, account_id, lesson.id));
  if (overview.isError) {
    return (
      <ErrorState onRetry={() => overview.refetch()} isRetrying={overview.isFetching}>
        {textOf(overview.error)}
      </ErrorState>
    );
  }
  if (!overview.data) return <SkeletonText lines={4} />;
  const { is_student, submission } = overview.data;
  return (
    <section aria-label={t('activity.label')} className="mt-6 grid max-w-2xl gap-6">
      <AssignmentFacts overview={overview.data} />
      {is_student ? (
        <Suspense fallback={<SkeletonText lines={6} />}>
          {submission && submission.hand_ins > 0 && <WorkHistory work={submission} rules={overview.data.rules} />}
          <HandInPart overview={overview.data} onDone={onDone} />
        </Suspense>
      ) : (
        <Note>{t('player.preview')}</Note>
      )}
    </section>
  );
}

function HandInPart({ overview, onDone }: { overview: Overview; onDone: () => void }) {
  const { t } = useTranslation('assignments');
  const { refusal, rules } = overview;
  if (refusal === 'no_attempts_left') return <p className="help">{t('player.noneLeft')}</p>;
  if (refusal === 'too_late') return <Note tone="warning">{t('player.tooLate')}</Note>;
  return (
    <WorkForm
      key={rules.id}
      overview={overview}
      onHandedIn={(next) => {
        if (next.rules.completion === 'handed_in') onDone();
      }}
    />
  );
}
