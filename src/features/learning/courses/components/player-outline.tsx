import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { commaList } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { ProgressRing } from '#ui/charts/progress-ring.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import type { Lesson, SectionWithLessons } from '../lessons/data.ts';
import { clock, percentOf } from '../lessons/rules.ts';
import { durationText } from './duration-text.ts';

/** The outline of a course in the player, with progress and the current lesson. */
export function PlayerOutline({
  title,
  slug,
  outline,
  done,
  currentId,
}: {
  title: string;
  slug: string;
  outline: readonly SectionWithLessons[];
  done: ReadonlySet<string>;
  currentId: string | undefined;
}) {
  const { t, i18n } = useTranslation('courses');
  const lessons = outline.flatMap((section) => section.lessons);
  const required = lessons.filter((lesson) => lesson.is_required);
  const doneCount = required.filter((lesson) => done.has(lesson.id)).length;
  const left = lessons
    .filter((lesson) => !done.has(lesson.id))
    .reduce((sum, lesson) => sum + lesson.duration_seconds, 0);
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
      <ol className="grid gap-1 p-2 py-3">
        {outline.map((section, index) => (
          <li key={section.id}>
            <OutlineSection section={section} number={index + 1} slug={slug} done={done} currentId={currentId} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function OutlineSection({
  section,
  number,
  slug,
  done,
  currentId,
}: {
  section: SectionWithLessons;
  number: number;
  slug: string;
  done: ReadonlySet<string>;
  currentId: string | undefined;
}) {
  const { t } = useTranslation('courses');
  const count = section.lessons.filter((lesson) => done.has(lesson.id)).length;
  const isDone = section.lessons.length > 0 && count === section.lessons.length;
  const isHere = section.lessons.some((lesson) => lesson.id === currentId);
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
            <OutlineLesson lesson={lesson} slug={slug} isDone={done.has(lesson.id)} isHere={lesson.id === currentId} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function OutlineLesson({
  lesson,
  slug,
  isDone,
  isHere,
}: {
  lesson: Lesson;
  slug: string;
  isDone: boolean;
  isHere: boolean;
}) {
  const { t, i18n } = useTranslation('courses');
  return (
    <Link
      to={paths.player(slug, lesson.slug)}
      aria-current={isHere ? 'page' : undefined}
      className="flex min-h-11 items-center gap-3 rounded-lg px-3 py-2 hover:bg-hover aria-[current=page]:bg-tint aria-[current=page]:font-medium lg:min-h-9"
    >
      <span
        className={`grid size-4 flex-none place-items-center rounded-full ${isDone ? 'bg-success text-base-100' : isHere ? 'border-4 border-primary' : 'border border-line-2'}`}
      >
        {isDone ? <Check aria-hidden="true" className="size-3" strokeWidth={3} /> : null}
      </span>
      <span className="min-w-0 flex-1">
        <ContentText>{lesson.title}</ContentText>
        <span className="vh">
          {' '}
          ({commaList([t(`kind.${lesson.kind}`), isDone ? t('player.done') : ''], i18n.language)})
        </span>
      </span>
      <span className="flex-none text-xs text-ink-3">
        {lesson.duration_seconds > 0 ? clock(lesson.duration_seconds) : ''}
      </span>
    </Link>
  );
}
