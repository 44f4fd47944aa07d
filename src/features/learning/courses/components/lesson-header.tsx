import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PlainButton, PlainLink } from '#ui/buttons/plain-button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import type { Course } from '../data.ts';
import type { Lesson, Section } from '../lessons/data.ts';
import { ReadingButton } from './lazy-player-parts.ts';

export type LessonHeaderProps = {
  course: Course;
  lesson: Lesson;
  section: Section | undefined;
  /** Where it stands among all lessons of the course; `number` counts from 1. */
  place: { number: number; total: number; previous?: Lesson; next?: Lesson };
  /** Whether the text stands alone, in larger type. */
  isReading: boolean;
  onReading: (isReading: boolean) => void;
};

/** The heading of a lesson, and the ways to the one before, the next and the reading mode. */
export function LessonHeader({
  course,
  lesson,
  section,
  place: { previous, number, total },
  isReading,
  onReading,
  children,
}: LessonHeaderProps & { children: ReactNode }) {
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
        <Reading isReading={isReading} onReading={onReading} />
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

/** Goes on to the next lesson, and completes this one where that is done by hand. */
export function NextButton({
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

/** Its place is kept while it is loaded. */
function Reading(props: Pick<LessonHeaderProps, 'isReading' | 'onReading'>) {
  const place = <span className="w-10" />;
  return useHydrated() ? (
    <Suspense fallback={place}>
      <ReadingButton {...props} />
    </Suspense>
  ) : (
    place
  );
}
