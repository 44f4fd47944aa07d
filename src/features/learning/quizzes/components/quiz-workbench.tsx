import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { SaveBar } from '#ui/fields/save-bar.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { QuizStatistics } from '../statistics/components/quiz-statistics.tsx';
import { AttemptsTable } from './attempts-table.tsx';
import { QuestionsEditor } from './questions-editor.tsx';
import { QuizRules } from './quiz-rules.tsx';
import { type QuizEditingProps, useQuizEditing } from './use-quiz-editing.ts';

type QuizWorkbenchProps = QuizEditingProps & {
  /** The id of the question that is open at first. */
  firstOpen?: string | null;
};

/** Edits a quiz: questions, rules and results, with one save for everything. */
export function QuizWorkbench({ firstOpen = null, ...props }: QuizWorkbenchProps) {
  const { quiz, host } = props;
  const { t } = useTranslation('quizzes');
  const [tab, setTab] = useState('questions');
  const [openId, setOpenId] = useState<string | null>(firstOpen);
  const { draft, isChecked, problem, reload, bar } = useQuizEditing(props, (questionId) => {
    setTab('questions');
    setOpenId(questionId);
  });
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
          {
            id: 'statistics',
            label: t('statistics.title'),
            content: <QuizStatistics quizId={quiz.id} />,
          },
        ]}
      />
      {host ? null : <SaveBar saveLabel={t('edit.save')} {...bar} />}
    </div>
  );
}
