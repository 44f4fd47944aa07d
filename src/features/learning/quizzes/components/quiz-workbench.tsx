import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import type { ActivityDraft, ActivityHost } from '#features/learning/courses/components/activities.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { SaveBar } from '#ui/fields/save-bar.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { type EditableQuiz, saveQuiz } from '../data.ts';
import { questionProblems } from '../rules.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { useErrorText } from './error-text.ts';
import { QuestionsEditor } from './questions-editor.tsx';
import { type QuizContent, useQuizDraft } from './quiz-draft.ts';
import { QuizRules } from './quiz-rules.tsx';

/** Edits a quiz: questions, rules and results, with one save for everything. */
export function QuizWorkbench({
  quiz,
  firstOpen = null,
  host,
  onReload,
}: {
  quiz: EditableQuiz;
  /** The lesson editor, which saves the quiz with the lesson; without it the quiz is saved by itself. */
  host?: ActivityHost;
  /** The id of the question that is open at first. */
  firstOpen?: string | null;
  onReload: () => Promise<EditableQuiz | null | undefined>;
}) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const cache = useQueryClient();
  const errorText = useErrorText();
  const { account_id } = useAccount();
  const draft = useQuizDraft(quiz);
  const [tab, setTab] = useState('questions');
  const [isChecked, setChecked] = useState(false);
  const [openId, setOpenId] = useState<string | null>(firstOpen);
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
    setTab('questions');
    setOpenId(invalidQuestion.id);
    showError(t('edit.problems'));
    return false;
  }
  function discard() {
    draft.discard();
    setProblem(undefined);
    setChecked(false);
  }
  const changed = draft.changed.map((name) =>
    name === 'questions' ? t('edit.theQuestions') : t(`settings.names.${name}`),
  );
  useActivityHost(host, changed, () => {
    const sent = { settings: draft.settings, questions: draft.questions };
    return { check, payload: () => ({ ...sent, version: draft.version }), accept: () => acceptSaved(sent), discard };
  });
  async function reload() {
    await onReload();
    draft.discard();
    setProblem(undefined);
  }

  return (
    <div className="grid gap-4">
      {problem && (
        <Note
          tone="error"
          action={problem.isOutdated ? <Button onPress={reload}>{t('edit.reload')}</Button> : undefined}
        >
          {problem.text}
        </Note>
      )}
      <Tabs
        label={t('edit.tabs')}
        selectedId={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'questions',
            label: t('edit.questions'),
            count: draft.questions.length,
            content: (
              <QuestionsEditor
                questions={draft.questions}
                onChange={draft.setQuestions}
                openId={openId}
                onOpen={setOpenId}
                isChecked={isChecked}
              />
            ),
          },
          {
            id: 'rules',
            label: t('edit.settings'),
            content: <QuizRules settings={draft.settings} onChange={draft.setSettings} />,
          },
          {
            id: 'results',
            label: t('edit.results'),
            content: <AttemptsTable quizId={quiz.id} lessonId={quiz.lesson_id} />,
          },
        ]}
      />
      {host ? null : (
        <SaveBar
          changed={changed}
          isSaving={isSaving}
          saveLabel={t('edit.save')}
          onDiscard={discard}
          onSave={() => void save({ settings: draft.settings, questions: draft.questions })}
        />
      )}
    </div>
  );
}

/** Keeps the lesson editor up to date on what there is to save. */
function useActivityHost(host: ActivityHost | undefined, changed: readonly string[], draftNow: () => ActivityDraft) {
  const names = changed.join('\n');
  const onChanged = host?.onChanged;
  useEffect(() => {
    if (host) host.draft.current = changed.length > 0 ? draftNow() : null;
  });
  useEffect(() => {
    onChanged?.(names === '' ? [] : names.split('\n'));
  }, [onChanged, names]);
  const draft = host?.draft;
  useEffect(
    () => () => {
      if (draft) draft.current = null;
      onChanged?.([]);
    },
    [draft, onChanged],
  );
}
