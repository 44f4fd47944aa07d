import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronLeft, ChevronRight, Undo2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { withTexts } from '#base/browser/all-texts.ts';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { PlainButton, PlainLink } from '#ui/buttons/plain-button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { Note } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import type { LessonState } from '../availability/schema.ts';
import type { Course } from '../data.ts';
import { completeLesson, type LessonProgress } from '../enrolments/data.ts';
import { contentQuery, type Lesson, type Section } from '../lessons/data.ts';
import { completionOf, embedOf, shareToWatch } from '../lessons/rules.ts';
import { useActivity } from './activities.tsx';
import { LessonBody, LessonMedia } from './lesson-view.tsx';

/** Loaded for a lesson that is not open yet. */
const LockedLesson = lazy(async () => ({
  default: (await withTexts(import('../availability/components/locked-lesson.tsx'))).LockedLesson,
}));

/** Loaded for a lesson that is completed by time there, or by a share of its video. */
const CompletionProgress = lazy(async () => ({
  default: (await withTexts(import('./completion-progress.tsx'))).CompletionProgress,
}));

/** Lazy: a lesson is read before anything is written down. */
const LessonNotes = lazy(async () => ({
  default: (await withTexts(import('../notes/components/lesson-notes.tsx'))).LessonNotes,
}));

const LessonDiscussion = lazy(async () => ({
  default: (await withTexts(import('../lesson-discussion/components/lesson-discussion.tsx'))).LessonDiscussion,
}));

type LessonArticleProps = {
  course: Course;
  lesson: Lesson;
  section: Section | undefined;
  /** Where it stands among all lessons of the course; `number` counts from 1. */
  place: { number: number; total: number; previous?: Lesson; next?: Lesson };
  isCounted: boolean;
  /** The whole course is. */
  isFinished: boolean;
  progress: LessonProgress | undefined;
  /** All that the learner sees of the course. */
  lessons: readonly Lesson[];
  /** Where it has conditions. */
  state: LessonState | undefined;
};

/** A lesson with its heading, its content and the ways on. */
export function LessonArticle(props: LessonArticleProps) {
  const { course, lesson, place, isCounted, progress } = props;
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
      <article className="grid grid-cols-1 gap-6 p-5 lg:p-6">
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
        {isCounted ? (
          <Notes key={`notes-${lesson.id}`} course={course} lesson={lesson} lessons={props.lessons} />
        ) : null}
        {course.has_discussions ? <Discussion key={`discussion-${lesson.id}`} lessonId={lesson.id} /> : null}
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

function Notes(props: Pick<LessonArticleProps, 'course' | 'lesson' | 'lessons'>) {
  return useHydrated() ? (
    <Suspense fallback={null}>
      <LessonNotes {...props} />
    </Suspense>
  ) : null;
}

function Discussion(props: { lessonId: string }) {
  return useHydrated() ? (
    <Suspense fallback={null}>
      <LessonDiscussion {...props} />
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

function LessonHeader({
  course,
  lesson,
  section,
  place: { previous, number, total },
  children,
}: LessonArticleProps & { children: ReactNode }) {
  const { t } = useTranslation('courses');
  const heading = useRef<HTMLHeadingElement>(null);
  const shownId = useRef(lesson.id);
  // The focused link or button may be gone with the lesson before.
  useEffect(() => {
    if (shownId.current !== lesson.id) heading.current?.focus();
    shownId.current = lesson.id;
  }, [lesson.id]);
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-60 flex-1">
        <p className="text-xs text-ink-3">
          <ContentText isApart>{section?.title}</ContentText> · {t('player.number', { number, total })}
        </p>
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          <ContentText>{lesson.title}</ContentText>
        </h1>
      </div>
      <div className="flex w-full gap-2 sm:w-auto">
        {previous ? (
          <PlainLink href={paths.player(course.slug, previous.slug)}>
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
            <span className="vh sm:hidden">{t('player.previous')}</span>
            <span className="hidden sm:inline">{t('player.previous')}</span>
          </PlainLink>
        ) : null}
        {children}
      </div>
    </header>
  );
}

function NextButton({
  completes,
  hasNext,
  ...button
}: {
  completes: boolean;
  hasNext: boolean;
  isBusy: boolean;
  onClick: () => void;
}) {
  const { t } = useTranslation('courses');
  if (!completes && !hasNext) return null;
  return (
    <PlainButton variant="primary" className="flex-1" {...button}>
      {t(completes ? (hasNext ? 'player.completeNext' : 'player.complete') : 'player.next')}
      {hasNext ? <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" /> : null}
    </PlainButton>
  );
}
