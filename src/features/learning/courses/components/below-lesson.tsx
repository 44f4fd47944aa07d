import type { Course } from '../data.ts';
import { LessonDiscussion } from '../lesson-discussion/components/lesson-discussion.tsx';
import type { Lesson } from '../lessons/data.ts';
import { LessonNotes } from '../notes/components/lesson-notes.tsx';

type Props = { course: Course; lesson: Lesson; lessons: readonly Lesson[]; isCounted: boolean };

/** What stands below a lesson: the learner's own notes, and what is discussed. */
export function BelowLesson({ isCounted, ...props }: Props) {
  return (
    <>
      {isCounted ? <LessonNotes {...props} /> : null}
      {props.course.has_discussions ? <LessonDiscussion lessonId={props.lesson.id} /> : null}
    </>
  );
}
