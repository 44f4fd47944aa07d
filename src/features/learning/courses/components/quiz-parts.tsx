import { type ComponentType, createContext, useContext } from 'react';

/**
 * How a lesson of kind quiz is taken and written. `onPassed`: the quiz has completed its lesson in the database, so
 * progress is read again; `onContinue` is the way to the next lesson, where there is one.
 */
export type QuizParts = {
  Player: ComponentType<{ lessonId: string; onPassed: () => void; onContinue?: () => void }>;
  Editor: ComponentType<{ lessonId: string }>;
};

/** Given by a layout above the player and the editor; without it a quiz says that it can't be taken here. */
export const QuizPartsContext = createContext<QuizParts | null>(null);

export function useQuizParts(): QuizParts | null {
  return useContext(QuizPartsContext);
}
