import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { paths } from '#paths';
import { PlainLink } from '#ui/buttons/plain-button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import type { LessonState } from '../availability/schema.ts';
import type { Course } from '../data.ts';
import { type CourseProgress, type LessonProgress, savePosition } from '../enrolments/data.ts';
import type { Lesson, SectionWithLessons } from '../lessons/data.ts';
import { completionOf, neighboursOf, resumeAt } from '../lessons/rules.ts';
import { useActivity } from './activities.tsx';
import { PreviewNote } from './lazy-player-parts.ts';
import { LessonArticle } from './lesson-article.tsx';
import { PlayerOutline } from './player-outline.tsx';

type CoursePlayerProps = {
  course: Course;
  outline: SectionWithLessons[];
  /** Whether progress is recorded: not for an author without enrolment. */
  isCounted: boolean;
  enrolment: CourseProgress | null;
  progress: Map<string, LessonProgress>;
  /** The lessons that have conditions; empty where nothing is counted. */
  states: ReadonlyMap<string, LessonState>;
};

/** One lesson of a course, with the outline beside it. */
export function CoursePlayer({ course, outline, isCounted, enrolment, progress, states }: CoursePlayerProps) {
  const member = useMember();
  const [search] = useSearchParams();
  const lessons = outline.flatMap((section) => section.lessons);
  const done = new Set([...progress.values()].filter((entry) => entry.completed_at).map((entry) => entry.lesson_id));
  const requested = lessons.find((lesson) => lesson.slug === search.get('lesson'));
  const isLocked = ({ id }: Lesson) => states.get(id)?.is_open === false;
  const open = lessons.filter((entry) => !isLocked(entry));
  const lesson = requested ?? resumeAt(open, done, enrolment?.last_lesson_id ?? null) ?? lessons[0];
  const isOpen = lesson !== undefined && !isLocked(lesson);
  useScreenName(course.title, lesson && `${lesson.title} · ${course.title}`, course.language);
  useLessonAddress(lesson && !requested ? paths.player(course.slug, lesson.slug) : null);
  useOpenedLesson(lesson, isCounted && isOpen);
  const [isReading, setReading] = useState(false);
  if (!lesson) return <NoLessons />;
  return (
    <main id="content" className="grid min-h-full grid-cols-1 content-start lg:grid-cols-4 lg:content-stretch">
      <div className={`min-w-0 ${isReading ? 'lg:col-span-4' : 'lg:col-span-3'}`}>
        {isCounted ? null : (
          <Suspense fallback={<div className="h-18" />}>
            <PreviewNote slug={course.slug} />
          </Suspense>
        )}
        <LessonArticle
          course={course}
          lesson={lesson}
          section={outline.find(({ id }) => id === lesson.section_id)}
          place={{ ...neighboursOf(lessons, lesson.id), total: lessons.length }}
          isCounted={isCounted}
          isFinished={enrolment?.percent === 100}
          progress={progress.get(lesson.id)}
          lessons={lessons}
          state={states.get(lesson.id)}
          isReading={isReading}
          onReading={setReading}
        />
      </div>
      <div hidden={isReading} className="border-t border-line lg:border-s lg:border-t-0">
        <div className="lg:sticky lg:top-(--stuck-h) lg:max-h-[calc(100dvh-var(--stuck-h))] lg:overflow-y-auto">
          <PlayerOutline
            title={course.title}
            slug={course.slug}
            outline={outline}
            memberId={member.id}
            progress={progress}
            states={states}
            currentId={lesson.id}
          />
        </div>
      </div>
    </main>
  );
}

/** The URL names the lesson, so that a reload and a bookmark return to it. */
function useLessonAddress(address: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (address) void navigate(address, { replace: true });
  }, [address, navigate]);
}

/** Records which lesson was opened last; opening completes a lesson whose kind says so. */
function useOpenedLesson(lesson: Lesson | undefined, isCounted: boolean): void {
  const db = useDb();
  const queries = useQueryClient();
  const ofKind = useActivity(lesson?.kind ?? '')?.completion ?? 'manual';
  const completion = lesson ? completionOf(lesson, ofKind, true) : 'manual';
  const lessonId = lesson?.id;
  useEffect(() => {
    if (!lessonId || !isCounted) return;
    savePosition(db, lessonId)
      .then(() => (completion === 'viewed' ? queries.invalidateQueries({ queryKey: ['my-courses'] }) : undefined))
      .catch(() => undefined);
  }, [db, queries, lessonId, isCounted, completion]);
}

function NoLessons() {
  const { t } = useTranslation('courses');
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
