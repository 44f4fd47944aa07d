import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { PlainButton } from '#ui/buttons/plain-button.tsx';
import { Note } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import type { LessonState } from '../availability/schema.ts';
import { completeLesson, type LessonProgress } from '../enrolments/data.ts';
import { contentQuery, type Lesson } from '../lessons/data.ts';
import { completionOf, embedOf, shareToWatch } from '../lessons/rules.ts';
import { useActivity } from './activities.tsx';
import { CompletionProgress, LessonExtras, LockedLesson } from './lazy-player-parts.ts';
import { LessonHeader, type LessonHeaderProps, NextButton } from './lesson-header.tsx';
import { LessonBody, LessonMedia } from './lesson-view.tsx';

type LessonArticleProps = LessonHeaderProps & {
  isCounted: boolean;
  /** The whole course is. */
  isFinished: boolean;
  progress: LessonProgress | undefined;
  /** All that the learner sees of the course. */
  lessons: readonly Lesson[];
  /** Where it has conditions. */
  state: LessonState | undefined;
};

/** A column of lines that are easily read. */
const READING = 'mx-auto w-full max-w-3xl [&_.text-base]:text-lg [&_.text-base]:leading-relaxed';

/** A lesson with its heading, its content and the ways on. */
export function LessonArticle(props: LessonArticleProps) {
  const { course, lesson, place, isCounted, progress, isReading } = props;
  const { t } = useTranslation('courses');
  const navigate = useNavigate();
  const { next } = place;
  const { completion, isByRule, isByHand, isDone, setDone, onDone, isSaving } = useCompletion(lesson, progress);
  const openNext = async () => {
    if (next) await navigate(paths.player(course.slug, next.slug));
  };
  const isLocked = props.state?.is_open === false;
  const completes = isCounted && !isDone && isByHand && !isLocked;
  const nextButton = (
    <NextButton
      completes={completes}
      hasNext={next !== undefined}
      isBusy={isSaving}
      onClick={async () => {
        if (!completes || (await setDone(true))) await openNext();
      }}
    />
  );
  const lessonProps = {
    lesson,
    isCounted,
    progress,
    onDone,
    ...(next ? { onContinue: () => void openNext() } : {}),
  };
  if (props.state && isLocked)
    return (
      <article className="grid grid-cols-1 gap-6 p-5 lg:p-6">
        <LessonHeader {...props}>{nextButton}</LessonHeader>
        <Suspense fallback={null}>
          <LockedLesson state={props.state} courseSlug={course.slug} />
        </Suspense>
      </article>
    );
  return (
    <>
      <LessonMedia key={`media-${lesson.id}`} {...lessonProps} />
      <article className={`grid grid-cols-1 gap-6 p-5 lg:p-6 ${isReading ? READING : ''}`}>
        <LessonHeader {...props}>{nextButton}</LessonHeader>
        {props.isFinished ? <Note tone="success">{t('player.finished', { title: course.title })}</Note> : null}
        <LessonBody key={lesson.id} {...lessonProps} />
        {isByRule && isCounted && !isDone ? (
          <RuleProgress key={`rule-${lesson.id}`} lesson={lesson} progress={progress} />
        ) : null}
        {isDone && isCounted && isByHand ? <DoneMark onUndo={() => void setDone(false)} /> : null}
        {/* A second button at the end of the lesson; what the server completes has its own. */}
        {completion === 'decided-by-server' && !isByRule ? null : (
          <div className="flex [&>.btn]:sm:flex-none">{nextButton}</div>
        )}
        {isReading ? null : <Extras key={`extras-${lesson.id}`} {...props} />}
      </article>
    </>
  );
}

function DoneMark({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation('courses');
  return (
    <p className="row text-sm text-ink-3">
      <Check aria-hidden="true" className="size-4 text-success" />
      {t('player.isDone')}
      <PlainButton variant="quiet" size="sm" icon={Undo2} onClick={onUndo}>
        {t('player.undo')}
      </PlainButton>
    </p>
  );
}

function RuleProgress(props: Pick<LessonArticleProps, 'lesson' | 'progress'>) {
  return useHydrated() ? (
    <Suspense fallback={null}>
      <CompletionProgress {...props} />
    </Suspense>
  ) : null;
}

function Extras(props: Pick<LessonArticleProps, 'course' | 'lesson' | 'lessons' | 'isCounted'>) {
  return useHydrated() ? (
    <Suspense fallback={null}>
      <LessonExtras {...props} />
    </Suspense>
  ) : null;
}

/** Whether a lesson is done, and what makes it so by its rule or that of its kind. */
function useCompletion(lesson: Lesson, progress: LessonProgress | undefined) {
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = useAccount();
  const ofKind = useActivity(lesson.kind)?.completion ?? 'manual';
  const content = useQuery({ ...contentQuery(db, account_id, lesson.id), enabled: shareToWatch(lesson) !== null });
  const isMeasured = lesson.duration_seconds > 0 && embedOf(content.data?.media_url ?? '') === null;
  const completion = completionOf(lesson, ofKind, isMeasured);
  const isByHand = completion === 'manual' || completion === 'watched-to-end';
  const queryKey = ['my-courses'];
  const { save, isSaving } = useSave(
    ({ id, isDone }: { id: string; isDone: boolean }) => completeLesson(db, id, isDone),
    { invalidates: [queryKey] },
  );
  const setDone = (isDone: boolean) => save({ id: lesson.id, isDone });
  return {
    completion,
    /** By what the server counts of this lesson, not by a result in it. */
    isByRule: completion === 'decided-by-server' && ofKind !== completion,
    isByHand,
    isDone: Boolean(progress?.completed_at),
    isSaving,
    setDone,
    /** The end of the lesson, or what the server has completed already. */
    onDone: () =>
      void (isByHand && lesson.completion !== 'manual' ? setDone(true) : queries.invalidateQueries({ queryKey })),
  };
}
