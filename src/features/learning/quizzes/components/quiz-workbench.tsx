import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { SaveBar } from '#ui/fields/save-bar.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { type EditableQuiz, saveQuiz } from '../data.ts';
import { questionProblems } from '../rules.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { useErrorText } from './error-text.ts';
import { QuestionsEditor } from './questions-editor.tsx';
import { useQuizDraft } from './quiz-draft.ts';
import { QuizRules } from './quiz-rules.tsx';

/** Edits a quiz: questions, rules and results, with one save for everything. */
export function QuizWorkbench({
  quiz,
  firstOpen = null,
  onReload,
}: {
  quiz: EditableQuiz;
  /** The id of the question that is open at first. */
  firstOpen?: string | null;
  onReload: () => Promise<unknown>;
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
  const save = useMutation({
    mutationFn: () => saveQuiz(db, { id: quiz.id, ...draft }),
    onSuccess: async () => {
      setChecked(false);
      await onReload();
      void cache.invalidateQueries({ queryKey: ['quizzes', account_id] });
      showToast(t('edit.saved'));
    },
  });
  const isOutdated = save.error instanceof DbError && save.error.code === 'quiz_changed';

  function trySave() {
    const invalidQuestion = draft.questions.find((question) => questionProblems(question).length > 0);
    if (!invalidQuestion) return save.mutate();
    setChecked(true);
    setTab('questions');
    setOpenId(invalidQuestion.id);
    showError(t('edit.problems'));
  }
  async function reload() {
    await onReload();
    draft.discard();
    save.reset();
  }

  return (
    <div className="grid gap-4">
      {save.isError && (
        <Note tone="error" action={isOutdated ? <Button onPress={reload}>{t('edit.reload')}</Button> : undefined}>
          {errorText(save.error)}
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
          { id: 'results', label: t('edit.results'), content: <AttemptsTable quizId={quiz.id} /> },
        ]}
      />
      <SaveBar
        changed={draft.changed.map((name) =>
          name === 'questions' ? t('edit.theQuestions') : t(`settings.names.${name}`),
        )}
        isSaving={save.isPending}
        saveLabel={t('edit.save')}
        onDiscard={() => {
          draft.discard();
          save.reset();
          setChecked(false);
        }}
        onSave={trySave}
      />
    </div>
  );
}
