import type { PlayerProps } from '#features/learning/courses/components/activities.tsx';
import { QuizPlayer } from './quiz-player.tsx';

/** The quiz of a lesson; the server completes the lesson when an attempt passes. */
export function QuizLesson({ lesson, onDone, onContinue }: PlayerProps) {
  return <QuizPlayer lessonId={lesson.id} onPassed={onDone} onContinue={onContinue} />;
}
