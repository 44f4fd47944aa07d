import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import type { ActivityHost } from '#features/learning/courses/components/activities.tsx';
import { useActivityHost } from '#features/learning/courses/components/use-activity-host.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { showError } from '#ui/overlays/toaster.tsx';
import { type EditableQuiz, saveQuiz } from '../data.ts';
import { questionProblems } from '../drafts/rules.ts';
import { useErrorText } from './error-text.ts';
import { type QuizContent, useQuizDraft } from './quiz-draft.ts';

export type QuizEditingProps = {
  quiz: EditableQuiz;
  /** The lesson editor, which saves the quiz with the lesson; without it the quiz is saved by itself. */
  host?: ActivityHost;
  onReload: () => Promise<EditableQuiz | null | undefined>;
};

/** The draft of a quiz with its save; `onInvalid` shows the first question that can't be saved. */
export function useQuizEditing({ quiz, host, onReload }: QuizEditingProps, onInvalid: (questionId: string) => void) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const cache = useQueryClient();
  const errorText = useErrorText();
  const { account_id } = useAccount();
  const draft = useQuizDraft(quiz);
  const content: QuizContent = { settings: draft.settings, questions: draft.questions };
  const [isChecked, setChecked] = useState(false);
  // Shown above the quiz until it is saved, discarded or loaded again.
  const [problem, setProblem] = useState<{ text: string; isOutdated: boolean }>();
  const { save, isSaving } = useSave(
    (sent: QuizContent) => {
      setProblem(undefined);
      return saveQuiz(db, { id: quiz.id, version: draft.version, ...sent });
    },
    {
      check,
      onSaved: (_, sent) => acceptSaved(sent),
      done: t('edit.saved'),
      errorText: (error) =>
        setProblem({ text: errorText(error), isOutdated: error instanceof DbError && error.code === 'quiz_changed' }),
    },
  );
  async function acceptSaved(sent: QuizContent) {
    setChecked(false);
    const saved = await onReload();
    if (saved) draft.accept(sent, saved);
    void cache.invalidateQueries({ queryKey: ['quizzes', account_id] });
  }
  function check(): boolean {
    const invalidQuestion = draft.questions.find((question) => questionProblems(question).length > 0);
    if (!invalidQuestion) return true;
    setChecked(true);
    onInvalid(invalidQuestion.id);
    showError(t('edit.problems'));
    return false;
  }
  function discard() {
    draft.discard();
    setProblem(undefined);
    setChecked(false);
  }
  async function reload() {
    await onReload();
    draft.discard();
    setProblem(undefined);
  }
  const changed = draft.changed.map((name) =>
    name === 'questions' ? t('edit.theQuestions') : t(`settings.names.${name}`),
  );
  useActivityHost(host, changed, () => ({
    check,
    payload: () => ({ ...content, version: draft.version }),
    accept: () => acceptSaved(content),
    discard,
  }));
  return {
    draft,
    isChecked,
    problem,
    reload,
    bar: { changed, isSaving, onDiscard: discard, onSave: () => void save(content) },
  };
}
