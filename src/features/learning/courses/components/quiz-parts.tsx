import { type ComponentType, createContext, useContext } from 'react';

/**
 * The player and editor of a lesson of kind quiz. `onPassed`: the quiz has completed its lesson in the database, so
 * progress is read again; `onContinue` opens the next lesson, if there is one.
 */
export type QuizParts = {
  Player: ComponentType<{ lessonId: string; onPassed: () => void; onContinue?: () => void }>;
  Editor: ComponentType<{ lessonId: string }>;
};

/** Provided by a layout above the player and the editor; without it a quiz shows that it can't be taken here. */
export const QuizPartsContext = createContext<QuizParts | null>(null);

export function useQuizParts(): QuizParts | null {
  return useContext(QuizPartsContext);
}
