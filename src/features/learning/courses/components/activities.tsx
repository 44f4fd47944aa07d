import { type ComponentType, createContext, type RefObject, useContext } from 'react';
import type { LessonKind } from '../lessons/rules.ts';

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
 * What a later feature makes of a kind of lesson. Such a lesson holds its content itself and decides itself when it is
 * done (in SQL by `private.save_KIND_activity`). `onPassed`: it has completed its lesson in the database, so progress is
 * read again; `onContinue` opens the next lesson, if there is one.
 */
export type Activity = {
  Player: ComponentType<{ lessonId: string; onPassed: () => void; onContinue?: () => void }>;
  Editor: ComponentType<{ lessonId: string; host: ActivityHost }>;
};

export type Activities = Partial<Record<LessonKind, Activity>>;

/** Provided by a layout above the player and the editor. */
export const ActivitiesContext = createContext<Activities>({});

/** The activities by kind of lesson; a text, a video, a document and a recording are the course's own. */
export function useActivities(): Activities {
  return useContext(ActivitiesContext);
}
