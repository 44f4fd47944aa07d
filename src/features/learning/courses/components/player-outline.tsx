import { Check, Lock } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { commaList } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { ProgressRing } from '#ui/charts/progress-ring.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import { useMomentText } from '../availability/components/use-condition-text.ts';
import type { LessonState } from '../availability/schema.ts';
import type { LessonProgress } from '../enrolments/data.ts';
import type { Lesson, SectionWithLessons } from '../lessons/data.ts';
import { clock, percentOf } from '../lessons/rules.ts';
import { useActivity } from './activities.tsx';
import { durationText } from './duration-text.ts';
import { CourseSearch } from './lazy-player-parts.ts';

type OutlineProps = {
  slug: string;
  memberId: string;
  /** By lesson id; empty while nothing is counted. */
  progress: ReadonlyMap<string, LessonProgress>;
  /** Of the lessons that have conditions. */
  states: ReadonlyMap<string, LessonState>;
  currentId: string | undefined;
};

/** The outline of a course in the player, with progress and the current lesson. */
export function PlayerOutline({
  title,
  outline,
  ...props
}: OutlineProps & { title: string; outline: readonly SectionWithLessons[] }) {
  const { t, i18n } = useTranslation('courses');
  const isDone = ({ id }: Lesson) => Boolean(props.progress.get(id)?.completed_at);
  const lessons = outline.flatMap((section) => section.lessons);
  const required = lessons.filter((lesson) => lesson.is_required);
  const doneCount = required.filter(isDone).length;
  const left = lessons.filter((lesson) => !isDone(lesson)).reduce((sum, lesson) => sum + lesson.duration_seconds, 0);
  return (
    <nav aria-label={t('player.outline')} className="min-w-0">
      <div className="flex items-center gap-3 border-b border-line p-5">
        <ProgressRing
          label={t('player.progress')}
          percent={percentOf(doneCount, required.length)}
          size={12}
          hasNumber
        />
        <div className="min-w-0">
          <p className="font-semibold">
            <ContentText>{title}</ContentText>
          </p>
          <p className="text-xs text-ink-3">
            {commaList(
              [
                t('player.doneOf', { done: doneCount, total: required.length }),
                left > 0 ? t('player.left', { length: durationText(t, left) }) : '',
              ],
              i18n.language,
            )}
          </p>
        </div>
      </div>
      <Search courseId={lessons[0]?.course_id} slug={props.slug} lessons={lessons} />
      <ol className="grid gap-1 p-2 py-3">
        {outline.map((section, index) => (
          <li key={section.id}>
            <OutlineSection section={section} number={index + 1} {...props} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Its place is kept while it is loaded, so that the outline does not move. */
function Search({ courseId, ...props }: { courseId: string | undefined; slug: string; lessons: readonly Lesson[] }) {
  const place = <div className="h-15.5 border-b border-line" />;
  if (!useHydrated() || !courseId) return place;
  return (
    <Suspense fallback={place}>
      <CourseSearch courseId={courseId} {...props} />
    </Suspense>
  );
}

function OutlineSection({ section, number, ...props }: OutlineProps & { section: SectionWithLessons; number: number }) {
  const { t } = useTranslation('courses');
  const count = section.lessons.filter(({ id }) => props.progress.get(id)?.completed_at).length;
  const isDone = section.lessons.length > 0 && count === section.lessons.length;
  const isHere = section.lessons.some((lesson) => lesson.id === props.currentId);
  return (
    <details open={isHere || undefined}>
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-lg px-3 font-semibold hover:bg-hover">
        <span className="min-w-0 flex-1">
          {number}. <ContentText isApart>{section.title}</ContentText>
        </span>
        <span
          className={`flex flex-none items-center gap-1 text-xs font-normal ${isDone ? 'text-success' : 'text-ink-3'}`}
        >
          {isDone ? <Check aria-hidden="true" className="size-4" /> : null}
          {count > 0
            ? t('player.countOf', { done: count, total: section.lessons.length })
            : t('lessons', { count: section.lessons.length })}
        </span>
      </summary>
      <ol className="grid pb-2">
        {section.lessons.map((lesson) => (
          <li key={lesson.id}>
            <OutlineLesson lesson={lesson} {...props} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function OutlineLesson({ lesson, slug, memberId, progress, states, currentId }: OutlineProps & { lesson: Lesson }) {
  const { t, i18n } = useTranslation('courses');
  const activity = useActivity(lesson.kind);
  const momentText = useMomentText();
  const ownProgress = progress.get(lesson.id);
  const isDone = Boolean(ownProgress?.completed_at);
  const isHere = lesson.id === currentId;
  const state = states.get(lesson.id);
  const isLocked = state?.is_open === false;
  return (
    <Link
      to={paths.player(slug, lesson.slug)}
      aria-current={isHere ? 'page' : undefined}
      className="flex min-h-11 items-center gap-3 rounded-lg px-3 py-2 hover:bg-hover aria-[current=page]:bg-tint aria-[current=page]:font-medium lg:min-h-9"
    >
      <LessonMark isDone={isDone} isHere={isHere} isLocked={isLocked} />
      <span className="min-w-0 flex-1">
        <ContentText>{lesson.title}</ContentText>
        <span className="vh">
          {' '}
          (
          {commaList(
            [
              activity ? t(activity.label) : '',
              isDone ? t('player.done') : '',
              isLocked ? t('availability.locked') : '',
            ],
            i18n.language,
          )}
          ){' '}
        </span>
        {isLocked && state.opens_at ? (
          <span className="block text-xs font-normal text-ink-3">
            {t('availability.opensOn', { date: momentText(state.opens_at) })}
          </span>
        ) : null}
        {activity && ownProgress ? (
          <Suspense fallback={null}>
            <span className="block text-xs font-normal text-ink-3 empty:hidden">
              <activity.ReportRow lesson={lesson} memberId={memberId} progress={ownProgress} />
            </span>
          </Suspense>
        ) : null}
      </span>
      <span className="flex-none text-xs text-ink-3">
        {lesson.duration_seconds > 0 ? clock(lesson.duration_seconds) : ''}
      </span>
    </Link>
  );
}

function LessonMark({ isDone, isHere, isLocked }: { isDone: boolean; isHere: boolean; isLocked: boolean }) {
  if (isLocked) return <Lock aria-hidden="true" className="size-4 flex-none text-ink-3" />;
  const look = isDone ? 'bg-success text-base-100' : isHere ? 'border-4 border-primary' : 'border border-line-2';
  return (
    <span className={`grid size-4 flex-none place-items-center rounded-full ${look}`}>
      {isDone ? <Check aria-hidden="true" className="size-3" strokeWidth={3} /> : null}
    </span>
  );
}
