import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { focusIntoView } from '../../components/focus-into-view.ts';
import { QuizTabs } from '../../components/quiz-tabs.tsx';
import { GradeAttempt } from '../components/grade-attempt.tsx';
import { waitingAttemptsQuery } from '../data.ts';

/** `/dashboard/instructor/quizzes/grading`: what waits to be graded by hand, one attempt after the other. */
export default function GradingQueue() {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const waiting = useQuery(waitingAttemptsQuery(db, account_id));
  const [at, setAt] = useState(0);
  const rows = waiting.data ?? [];
  // What was graded is gone from the list: the next one has its place.
  const index = Math.min(at, rows.length - 1);
  const attempt = rows[index];
  const total = attempt?.total ?? 0;
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('grading.title')}
        sentence={total > 0 ? t('grading.sentence', { count: total }) : undefined}
      />
      <QuizTabs />
      {waiting.isError && <ErrorState onRetry={() => waiting.refetch()} isRetrying={waiting.isFetching} />}
      {waiting.isPending && <SkeletonText lines={8} />}
      {waiting.data && !attempt && <EmptyState title={t('grading.empty')}>{t('grading.emptyText')}</EmptyState>}
      {attempt && (
        <section className="grid max-w-3xl gap-4">
          <div className="row flex-wrap justify-between">
            <AttemptTitle key={attempt.attempt_id} isFirst={at === 0} attempt={attempt} />
            <span className="row">
              <span className="help num">{t('sheet.of', { value: index + 1, limit: rows.length })}</span>
              <Button
                icon={ArrowLeft}
                className="[&>svg]:rtl:-scale-x-100"
                isDisabled={index === 0}
                onPress={() => setAt(index - 1)}
              >
                {t('grading.previous')}
              </Button>
              <Button
                iconEnd={ArrowRight}
                className="[&>svg]:rtl:-scale-x-100"
                isDisabled={index >= rows.length - 1}
                onPress={() => setAt(index + 1)}
              >
                {t('grading.next')}
              </Button>
            </span>
          </div>
          <GradeAttempt key={attempt.attempt_id} attemptId={attempt.attempt_id} />
        </section>
      )}
    </main>
  );
}

/** Whose attempt at what this is; focused when it appears after another one. */
function AttemptTitle({
  attempt,
  isFirst,
}: {
  attempt: { student: string; quiz: string; course: string; submitted_at: string; number: number };
  isFirst: boolean;
}) {
  const { t } = useTranslation('quizzes');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) focusIntoView(title.current);
  }, [isFirst]);
  return (
    <div>
      <h2 ref={title} tabIndex={-1} className="text-xl font-semibold outline-none">
        <bdi>{attempt.student}</bdi>
      </h2>
      <p className="help">
        <bdi>{attempt.course}</bdi> · <bdi>{attempt.quiz}</bdi> · {t('cover.attempt', { number: attempt.number })} ·{' '}
        <RelativeTime when={attempt.submitted_at} />
      </p>
    </div>
  );
}
