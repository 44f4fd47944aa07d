import type { ComponentProps } from 'react';
import type { Course } from '../data.ts';
import { LessonDiscussion } from '../lesson-discussion/components/lesson-discussion.tsx';
import type { Lesson } from '../lessons/data.ts';
import { LessonNotes } from '../notes/components/lesson-notes.tsx';
import { CourseSearch } from '../search/components/course-search.tsx';
import { CompletionProgress } from './completion-progress.tsx';

type LessonExtrasProps = { course: Course; lesson: Lesson; lessons: readonly Lesson[]; isCounted: boolean };

/** What is written beside a lesson: one's own notes, and what its learners discuss. */
export function LessonExtras({ course, lesson, lessons, isCounted }: LessonExtrasProps) {
  return (
    <>
      {isCounted ? <LessonNotes course={course} lesson={lesson} lessons={lessons} /> : null}
      {course.has_discussions ? <LessonDiscussion lessonId={lesson.id} /> : null}
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
