import { useEffect, useState } from 'react';
import type { EditableQuiz, QuizSettings } from '../data.ts';
import type { QuestionDraft } from '../rules.ts';

export type QuizContent = { settings: QuizSettings; questions: QuestionDraft[] };
type Kept = QuizContent & { version: number };

/** Unsaved work by quiz: closing a lesson's panel and opening it again loses nothing. */
const kept = new Map<string, Kept>();

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export type QuizDraft = QuizContent & {
  /** The version this work began on. */
  version: number;
  /** Names of the settings that changed; `questions` stands for all of them. */
  changed: (keyof QuizSettings | 'questions')[];
  setSettings: (change: Partial<QuizSettings>) => void;
  setQuestions: (change: (questions: QuestionDraft[]) => QuestionDraft[]) => void;
  discard: () => void;
};

/** A quiz being edited; follows what is saved as long as nothing was changed. */
export function useQuizDraft(quiz: EditableQuiz): QuizDraft {
  const [content, setContent] = useState<Kept>(
    () => kept.get(quiz.id) ?? { settings: quiz.settings, questions: quiz.questions, version: quiz.version },
  );
  const changed: QuizDraft['changed'] = [
    ...(Object.keys(quiz.settings) as (keyof QuizSettings)[]).filter(
      (name) => !isSame(quiz.settings[name], content.settings[name]),
    ),
    ...(isSame(quiz.questions, content.questions) ? [] : (['questions'] as const)),
  ];
  const isChanged = changed.length > 0;
  // Saved, or saved by somebody else while nothing was changed here.
  if (!isChanged && content.version !== quiz.version) setContent({ ...content, version: quiz.version });
  useEffect(() => {
    if (isChanged) kept.set(quiz.id, content);
    else kept.delete(quiz.id);
  }, [isChanged, content, quiz.id]);
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return {
    ...content,
    changed,
    setSettings: (change) => setContent((now) => ({ ...now, settings: { ...now.settings, ...change } })),
    setQuestions: (change) => setContent((now) => ({ ...now, questions: change(now.questions) })),
    discard: () => {
      kept.delete(quiz.id);
      setContent({ settings: quiz.settings, questions: quiz.questions, version: quiz.version });
    },
  };
}

/** Lets go of unsaved work, so that the quiz is shown as somebody else saved it. */
export function forgetDraft(quizId: string): void {
  kept.delete(quizId);
}
