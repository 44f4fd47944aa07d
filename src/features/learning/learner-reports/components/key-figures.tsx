import { useTranslation } from 'react-i18next';
import { Stat, Stats } from '#ui/charts/stat.tsx';
import { Amount } from '#ui/display/money.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { LearnerReport } from '../schema.ts';

/** How much was done this week, how many courses are finished and how many quizzes passed. */
export function KeyFigures({ report }: { report: LearnerReport }) {
  const { t } = useTranslation('learner-reports');
  const { weeks, courses, sees_grades } = report;
  const [before, now] = weeks.slice(-2);
  const quizzes = courses.flatMap((course) => course.quizzes ?? []);
  const seen = courses.flatMap(({ seen_at }) => seen_at ?? []).toSorted();
  return (
    <Stats>
      <Stat
        label={t('thisWeek')}
        value={<Amount value={now?.lessons ?? 0} />}
        note={t('weekBefore', { lessons: before?.lessons ?? 0 })}
      />
      <Stat
        label={t('finished')}
        value={<Amount value={courses.filter(({ completed_at }) => completed_at).length} />}
        note={t('of', { total: courses.length })}
      />
      {sees_grades ? (
        <Stat
          label={t('passed')}
          value={<Amount value={quizzes.filter(({ passed }) => passed).length} />}
          note={t('of', { total: quizzes.length })}
        />
      ) : null}
      <Stat label={t('lastSeen')} value={<RelativeTime when={seen.at(-1) ?? null} />} />
    </Stats>
  );
}
