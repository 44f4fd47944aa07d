import { type ComponentType, createContext, type RefObject, useContext } from 'react';

/** What a lesson's kind adds to the save of the lesson, while it has unsaved changes. */
export type ActivityDraft = {
  /** Whether it can be saved; else it shows what is wrong. */
  check: () => boolean;
  payload: () => Record<string, unknown>;
  /** The lesson was saved with this payload. */
  accept: () => Promise<void>;
  discard: () => void;
};

/** The lesson editor as its kind's editor sees it: one save for both. */
export type ActivityHost = {
  draft: RefObject<ActivityDraft | null>;
  /** Names of what is changed, for the save bar. */
  onChanged: (names: readonly string[]) => void;
};

/**
 * The player and editor of a lesson of kind quiz. `onPassed`: the quiz has completed its lesson in the database, so
 * progress is read again; `onContinue` opens the next lesson, if there is one.
 */
export type QuizParts = {
  Player: ComponentType<{ lessonId: string; onPassed: () => void; onContinue?: () => void }>;
  Editor: ComponentType<{ lessonId: string; host: ActivityHost }>;
};

/** Provided by a layout above the player and the editor; without it a quiz shows that it can't be taken here. */
export const QuizPartsContext = createContext<QuizParts | null>(null);

export function useQuizParts(): QuizParts | null {
  return useContext(QuizPartsContext);
}
