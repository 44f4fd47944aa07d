import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronLeft, ChevronRight, Undo2 } from 'lucide-react';
import { lazy, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import type { RouteHandle } from '#base/shared/site.ts';
import { paths } from '#paths';
import { PlainButton, PlainLink } from '#ui/buttons/plain-button.tsx';
import { ContentLanguage, ContentText } from '#ui/display/content-language.tsx';
import { Skeleton, SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState, Note } from '#ui/display/states.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { useActivities } from '../components/activities.tsx';
import { LessonBody, LessonMedia } from '../components/lesson-view.tsx';
import { PlayerOutline } from '../components/player-outline.tsx';
import { useMayEdit } from '../components/use-authorship.ts';
import { type Course, courseQuery } from '../data.ts';
import {
  type CourseProgress,
  completeLesson,
  type LessonProgress,
  progressQuery,
  savePosition,
} from '../enrolments/data.ts';
import { outlineQuery, type SectionWithLessons } from '../lessons/data.ts';
import { neighboursOf, resumeAt } from '../lessons/rules.ts';

/** Loaded by those who may not learn here yet. */
const JoinCourse = lazy(async () => ({ default: (await import('../components/join-course.tsx')).JoinCourse }));
const MovedCourse = lazy(async () => ({ default: (await import('../components/moved-course.tsx')).MovedCourse }));

export const handle: RouteHandle = { isServerRendered: true };

/** The course player; for an author without enrolment it records no progress. */
export default function Player() {
  const { slug = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const course = useQuery(courseQuery(db, account_id, slug));
  const id = course.data?.id ?? '';
  const mayEdit = useMayEdit(course.data?.id);
  const outline = useQuery({ ...outlineQuery(db, account_id, id), enabled: id !== '' });
  const progress = useQuery({ ...progressQuery(db, account_id, member.id, id), enabled: id !== '' });
  const failed = [course, outline, progress].find((query) => query.isError);
  if (failed) {
    return (
      <main id="content" className="page">
        <ErrorState onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />
      </main>
    );
  }
  if (course.data === null) return <MovedCourse slug={slug} addressOf={(newSlug) => paths.player(newSlug)} />;
  if (!course.data || !outline.data || !progress.data) return <PlayerSkeleton />;
  const { enrolment, lessons } = progress.data;
  const isEnrolled = enrolment !== null && isOpen(enrolment);
  if (!isEnrolled && mayEdit === undefined) return <PlayerSkeleton />;
  if (!isEnrolled && !mayEdit) {
    return <JoinCourse course={course.data} enrolment={enrolment} />;
  }
  return (
    <ContentLanguage language={course.data.language}>
      <Learning
        course={course.data}
        outline={outline.data.map((section) => ({
          ...section,
          lessons: section.lessons.filter((lesson) => lesson.is_published),
        }))}
        isCounted={isEnrolled}
        enrolment={enrolment}
        progress={new Map(lessons.map((lesson) => [lesson.lesson_id, lesson]))}
      />
    </ContentLanguage>
  );
}

function isOpen(enrolment: CourseProgress): boolean {
  return (
    enrolment.status === 'active' && (enrolment.expires_at === null || Date.parse(enrolment.expires_at) > clockNow())
  );
}

type LearningProps = {
  course: Course;
  outline: SectionWithLessons[];
  isCounted: boolean;
  enrolment: CourseProgress | null;
  progress: Map<string, LessonProgress>;
};

function Learning({ course, outline, isCounted, enrolment, progress }: LearningProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const activities = useActivities();
  const lessons = outline.flatMap((section) => section.lessons);
  const done = new Set([...progress.values()].filter((entry) => entry.completed_at).map((entry) => entry.lesson_id));
  const requestedLesson = lessons.find((lesson) => lesson.slug === search.get('lesson'));
  const lesson = requestedLesson ?? resumeAt(lessons, done, enrolment?.last_lesson_id ?? null);
  useScreenName(course.title, lesson && `${lesson.title} · ${course.title}`, course.language);
  const reload = () => queries.invalidateQueries({ queryKey: ['my-courses'] });
  const tick = useMutation({
    mutationFn: ({ id, isDone }: { id: string; isDone: boolean }) => completeLesson(db, id, isDone),
    onSuccess: reload,
    onError: (error) => showError(error.message),
  });
  const lessonId = lesson?.id;

  // The URL names the lesson, so that a reload and a bookmark return to it.
  const address = lesson && !requestedLesson ? paths.player(course.slug, lesson.slug) : null;
  useEffect(() => {
    if (address) void navigate(address, { replace: true });
  }, [address, navigate]);

  const isFirst = useRef(true);
  useEffect(() => {
    if (!lessonId) return;
    if (isCounted) savePosition(db, lessonId).catch(() => undefined);
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [db, lessonId, isCounted]);

  if (!lesson) {
    return (
      <main id="content" className="page">
        <EmptyState
          isPage
          title={t('player.noLessons')}
          actions={<PlainLink href={paths.myCourses()}>{t('join.back')}</PlainLink>}
        >
          {t('player.noLessonsText')}
        </EmptyState>
      </main>
    );
  }
  const { previous, next, number } = neighboursOf(lessons, lesson.id);
  const section = outline.find(({ id }) => id === lesson.section_id);
  const isDone = done.has(lesson.id);
  // It decides itself when it is done.
  const isActivity = activities[lesson.kind] !== undefined;
  const continueToNext = async () => {
    if (isCounted && !isDone && !isActivity)
      await tick.mutateAsync({ id: lesson.id, isDone: true }).catch(() => undefined);
    if (next) await navigate(paths.player(course.slug, next.slug));
  };
  const lessonProps = {
    lesson,
    isCounted,
    progress: progress.get(lesson.id),
    ...(next ? { onContinue: () => void navigate(paths.player(course.slug, next.slug)) } : {}),
    onDone: () => (isActivity ? void reload() : tick.mutate({ id: lesson.id, isDone: true })),
  };
  const nextButtonProps = {
    isDone,
    isActivity,
    isCounted,
    hasNext: next !== undefined,
    isBusy: tick.isPending,
    onPress: () => void continueToNext(),
  };
  const isFinished = enrolment?.percent === 100;
  return (
    <main id="content" className="grid min-h-full grid-cols-1 content-start lg:grid-cols-4 lg:content-stretch">
      <div className="min-w-0 lg:col-span-3">
        {isCounted ? null : (
          <div className="p-4 pb-0">
            <Note
              action={
                <PlainLink size="sm" href={paths.editCourse(course.slug)}>
                  {t('player.edit')}
                </PlainLink>
              }
            >
              {t('player.asStudent')}
            </Note>
          </div>
        )}
        <LessonMedia key={`media-${lesson.id}`} {...lessonProps} />
        <article className="grid grid-cols-1 gap-6 p-5 lg:p-6">
          <header className="flex flex-wrap items-start justify-between gap-4">
            <div className="min-w-60 flex-1">
              <p className="text-xs text-ink-3">
                <ContentText isApart>{section?.title}</ContentText> ·{' '}
                {t('player.number', { number, total: lessons.length })}
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
              <NextButton {...nextButtonProps} />
            </div>
          </header>
          {isFinished ? <Note tone="success">{t('player.finished', { title: course.title })}</Note> : null}
          <LessonBody key={lesson.id} {...lessonProps} />
          {isDone && isCounted && !isActivity ? (
            <p className="row text-sm text-ink-3">
              <Check aria-hidden="true" className="size-4 text-success" />
              {t('player.isDone')}
              <PlainButton
                variant="quiet"
                size="sm"
                icon={Undo2}
                onClick={() => tick.mutate({ id: lesson.id, isDone: false })}
              >
                {t('player.undo')}
              </PlainButton>
            </p>
          ) : null}
          {/* A second button at the end of the lesson; an activity has its own. */}
          {isActivity ? null : (
            <div className="flex [&>.btn]:sm:flex-none">
              <NextButton {...nextButtonProps} />
            </div>
          )}
        </article>
      </div>
      <div className="border-t border-line lg:border-s lg:border-t-0">
        <div className="lg:sticky lg:top-(--stuck-h) lg:max-h-[calc(100dvh-var(--stuck-h))] lg:overflow-y-auto">
          <PlayerOutline title={course.title} slug={course.slug} outline={outline} done={done} currentId={lesson.id} />
        </div>
      </div>
    </main>
  );
}

function NextButton(props: {
  isDone: boolean;
  isActivity: boolean;
  isCounted: boolean;
  hasNext: boolean;
  isBusy: boolean;
  onPress: () => void;
}) {
  const { t } = useTranslation('courses');
  const completes = props.isCounted && !props.isDone && !props.isActivity;
  if (!completes && !props.hasNext) return null;
  return (
    <PlainButton variant="primary" className="flex-1" isBusy={props.isBusy} onClick={props.onPress}>
      {t(completes ? (props.hasNext ? 'player.completeNext' : 'player.complete') : 'player.next')}
      {props.hasNext ? <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" /> : null}
    </PlainButton>
  );
}

function PlayerSkeleton() {
  return (
    <main id="content" className="grid lg:grid-cols-4">
      <div className="grid content-start gap-6 p-6 lg:col-span-3">
        <Skeleton height={72} />
        <Skeleton width="40%" height={6} />
        <SkeletonText lines={6} />
      </div>
      <div className="p-5">
        <SkeletonText lines={10} />
      </div>
    </main>
  );
}
