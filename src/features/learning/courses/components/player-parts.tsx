import { type ComponentProps, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '#base/browser/all-texts.ts';
import { paths } from '#paths';
import { PlainLink } from '#ui/buttons/plain-button.tsx';
import { Note } from '#ui/display/states.tsx';
import { LockedLesson } from '../availability/components/locked-lesson.tsx';
import type { Course } from '../data.ts';
import type { Lesson } from '../lessons/data.ts';
import { LessonNotes } from '../notes/components/lesson-notes.tsx';
import { CourseSearch } from '../search/components/course-search.tsx';
import { CompletionProgress } from './completion-progress.tsx';
import { ReadingButton } from './reading-button.tsx';

/** Lazy: few courses have discussions, and they come last. */
const LessonDiscussion = lazy(async () => ({
  default: (await withTexts(import('../lesson-discussion/components/lesson-discussion.tsx'))).LessonDiscussion,
}));

type LessonExtrasProps = { course: Course; lesson: Lesson; lessons: readonly Lesson[]; isCounted: boolean };

/** What is written beside a lesson: one's own notes, and what its learners discuss. */
export function LessonExtras({ course, lesson, lessons, isCounted }: LessonExtrasProps) {
  return (
    <>
      {isCounted ? <LessonNotes course={course} lesson={lesson} lessons={lessons} /> : null}
      {course.has_discussions ? (
        <Suspense fallback={null}>
          <LessonDiscussion lessonId={lesson.id} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What of a lesson's rule is done. */
export function RuleProgress(props: ComponentProps<typeof CompletionProgress>) {
  return <CompletionProgress {...props} />;
}

/** The search above the outline. */
export function OutlineSearch(props: ComponentProps<typeof CourseSearch>) {
  return <CourseSearch {...props} />;
}

/** The button that shows the text of a lesson alone. */
export function ReadingMode(props: ComponentProps<typeof ReadingButton>) {
  return <ReadingButton {...props} />;
}

/** Says to an author without enrolment that nothing is recorded. */
export function PreviewNote({ slug }: { slug: string }) {
  const { t } = useTranslation('courses');
  return (
    <div className="p-4 pb-0">
      <Note
        action={
          <PlainLink size="sm" href={paths.editCourse(slug)}>
            {t('player.edit')}
          </PlainLink>
        }
      >
        {t('player.asStudent')}
      </Note>
    </div>
  );
}

/** What has to come first, where a lesson is not open yet. */
export function ClosedLesson(props: ComponentProps<typeof LockedLesson>) {
  return <LockedLesson {...props} />;
}
