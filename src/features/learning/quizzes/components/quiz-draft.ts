import { useEffect, useState } from 'react';
import type { EditableQuiz, QuizSettings } from '../data.ts';
import type { QuestionDraft } from '../drafts/rules.ts';

export type QuizContent = { settings: QuizSettings; questions: QuestionDraft[] };
export type StoredDraft = QuizContent & { version: number };

/** Unsaved drafts by quiz id: closing and reopening a lesson's panel keeps them. */
const drafts = new Map<string, StoredDraft>();

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export type QuizDraft = QuizContent & {
  /** The version the draft is based on. */
  version: number;
  /** Names of the changed settings; `questions` stands for all questions. */
  changed: (keyof QuizSettings | 'questions')[];
  setSettings: (change: Partial<QuizSettings>) => void;
  setQuestions: (change: (questions: QuestionDraft[]) => QuestionDraft[]) => void;
  discard: () => void;
  /** The quiz was saved as `sent` and read again. */
  accept: (sent: QuizContent, saved: EditableQuiz) => void;
};

/**
 * A draft after its save. The database trims texts and orders keys, so what was sent is replaced by what was stored; what
 * was changed during the save stays, on the new version.
 */
export function draftAfterSave(
  current: StoredDraft,
  sent: QuizContent,
  { settings, questions, version }: StoredDraft,
): StoredDraft {
  return {
    settings: current.settings === sent.settings ? settings : current.settings,
    questions: current.questions === sent.questions ? questions : current.questions,
    version,
  };
}

/** The draft of a quiz; follows the saved quiz as long as nothing was changed. */
export function useQuizDraft(quiz: EditableQuiz): QuizDraft {
  const [content, setContent] = useState<StoredDraft>(
    () => drafts.get(quiz.id) ?? { settings: quiz.settings, questions: quiz.questions, version: quiz.version },
  );
  const changed: QuizDraft['changed'] = [
    ...(Object.keys(quiz.settings) as (keyof QuizSettings)[]).filter(
      (name) => !isSame(quiz.settings[name], content.settings[name]),
    ),
    ...(isSame(quiz.questions, content.questions) ? [] : (['questions'] as const)),
  ];
  const isChanged = changed.length > 0;
  // Saved here, or by somebody else while this draft had no changes.
  if (!isChanged && content.version !== quiz.version) setContent({ ...content, version: quiz.version });
  useEffect(() => {
    if (isChanged) drafts.set(quiz.id, content);
    else drafts.delete(quiz.id);
  }, [isChanged, content, quiz.id]);
  useEffect(() => {
    if (!isChanged) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [isChanged]);
  return {
    ...content,
    changed,
    setSettings: (change) => setContent((current) => ({ ...current, settings: { ...current.settings, ...change } })),
    setQuestions: (change) => setContent((current) => ({ ...current, questions: change(current.questions) })),
    accept: (sent, saved) => setContent((current) => draftAfterSave(current, sent, saved)),
    discard: () => {
      drafts.delete(quiz.id);
      setContent({ settings: quiz.settings, questions: quiz.questions, version: quiz.version });
    },
  };
}
