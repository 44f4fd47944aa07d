import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';

/** What is called otherwise where a thread is no conversation under something, but a feed: keys of `threads` texts. */
export type Word =
  | `conversation.${
      | 'reportOf'
      | 'reportAsk'
      | 'removeOf'
      | 'removeAsk'
      | 'removed'
      | 'yours'
      | 'send'
      | 'isShown'
      | 'isWaiting'
      | 'gone'
      | 'editOwn'
      | 'isSaved'
      | 'isPinned'
      | 'isUnpinned'
      | 'lock'
      | 'unlock'
      | 'locked'
      | 'unlocked'
      | 'closed'}`
  | `queue.${'show' | 'hide' | 'remove' | 'done.shown' | 'done.hidden'}`;

export type Words = (key: Word, values?: Record<string, unknown>) => string;

/** Who shows threads as a feed brings its own words; without them posts are called comments. */
export const WordsOfPlace = createContext<Words | null>(null);

export function useWords(): Words {
  const { t } = useTranslation('threads');
  const words = useContext(WordsOfPlace);
  return words ?? ((key, values = {}) => t(key, values));
}
