import type { Activity } from '#features/learning/courses/components/activities.tsx';
import { QuizEditor } from './quiz-editor.tsx';
import { QuizPlayer } from './quiz-player.tsx';

/** A lesson that is a quiz: what `private.save_quiz_activity` is to the database. */
export const quizActivity: Activity = { Player: QuizPlayer, Editor: QuizEditor };
