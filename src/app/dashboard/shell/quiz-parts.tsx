import { Outlet } from 'react-router';
import { type QuizParts, QuizPartsContext } from '#features/learning/courses/components/quiz-parts.tsx';
import { QuizEditor } from '#features/learning/quizzes/components/quiz-editor.tsx';
import { QuizPlayer } from '#features/learning/quizzes/components/quiz-player.tsx';

const parts: QuizParts = { Player: QuizPlayer, Editor: QuizEditor };

/** Gives the player and editor of courses the components of quiz lessons. */
export default function QuizPartsLayout() {
  return (
    <QuizPartsContext value={parts}>
      <Outlet />
    </QuizPartsContext>
  );
}
