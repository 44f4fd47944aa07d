import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { beatLesson, type LessonProgress } from '../enrolments/data.ts';
import type { Lesson } from '../lessons/data.ts';
import { shareToWatch } from '../lessons/rules.ts';
import { watchedShare } from '../watching/rules.ts';

const BEAT_MS = 20_000;

type CompletionProgressProps = { lesson: Lesson; progress: LessonProgress | undefined };

/** How far a student is in a lesson that is completed by time there, or by a share of its video. */
export function CompletionProgress({ lesson, progress }: CompletionProgressProps) {
  return lesson.completion === 'dwell' ? (
    <DwellProgress lesson={lesson} progress={progress} />
  ) : (
    <WatchedProgress lesson={lesson} progress={progress} />
  );
}

function DwellProgress({ lesson, progress }: CompletionProgressProps) {
  const { t } = useTranslation('courses');
  const seconds = useBeats(lesson.id, progress?.dwell_seconds ?? 0);
  const total = lesson.completion_amount * 60;
  const label = t('completion.dwellLeft', {
    minutes: Math.max(1, Math.ceil((total - seconds) / 60)),
    total: lesson.completion_amount,
  });
  return <ProgressBar label={label} isLabelled percent={(100 * seconds) / total} />;
}

function WatchedProgress({ lesson, progress }: CompletionProgressProps) {
  const { t } = useTranslation('courses');
  useFreshProgress();
  const total = shareToWatch(lesson) ?? 100;
  const percent = Math.floor(100 * watchedShare(progress?.watched ?? [], lesson.duration_seconds));
  return (
    <ProgressBar
      label={t('completion.watchedOf', { total })}
      isLabelled
      percent={(100 * percent) / total}
      amount={t('report.played', { percent })}
    />
  );
}

/** What the player saves while it plays is read anew, so that the lesson is done when it is. */
function useFreshProgress(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['my-courses'] }), BEAT_MS / 2);
    return () => clearInterval(timer);
  }, [queries]);
}

/** Beats while the page is in front of the student; returns the seconds the server has counted. */
function useBeats(lessonId: string, start: number): number {
  const db = useDb();
  const queries = useQueryClient();
  const [seconds, setSeconds] = useState(start);
  useEffect(() => {
    const beat = () => {
      if (document.visibilityState !== 'visible') return;
      // A beat that is lost is made up by the next one.
      beatLesson(db, lessonId)
        .then(({ dwell_seconds, is_done }) => {
          setSeconds(dwell_seconds);
          if (is_done) void queries.invalidateQueries({ queryKey: ['my-courses'] });
        })
        .catch(() => undefined);
    };
    beat();
    const timer = setInterval(beat, BEAT_MS);
    document.addEventListener('visibilitychange', beat);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
    };
  }, [db, queries, lessonId]);
  return seconds;
}
