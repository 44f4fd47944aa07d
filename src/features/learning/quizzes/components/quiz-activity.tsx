import { lazy } from 'react';
import type { Activity } from '#features/learning/courses/components/activities.tsx';

/** A lesson that is a quiz, loaded where there is one: what `private.save_quiz_activity` is to the database. */
export const quizActivity: Activity = {
  Player: lazy(async () => ({ default: (await import('./quiz-player.tsx')).QuizPlayer })),
  Editor: lazy(async () => ({ default: (await import('./quiz-editor.tsx')).QuizEditor })),
};
