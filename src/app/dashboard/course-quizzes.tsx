import { Outlet } from 'react-router';
import { type QuizParts, QuizPartsContext } from '#features/courses/components/quiz-parts.tsx';
import { QuizEditor } from '#features/quizzes/components/quiz-editor.tsx';
import { QuizPlayer } from '#features/quizzes/components/quiz-player.tsx';

const parts: QuizParts = { Player: QuizPlayer, Editor: QuizEditor };

/** Gives the course player and the course editor their quizzes: courses know nothing of questions. */
export default function CourseQuizzes() {
  return (
    <QuizPartsContext.Provider value={parts}>
      <Outlet />
    </QuizPartsContext.Provider>
  );
}
