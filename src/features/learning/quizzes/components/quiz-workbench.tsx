import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { SaveBar } from '#ui/fields/save-bar.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { AllowancesSection } from '../allowances/components/allowances-section.tsx';
import type { EditableQuiz } from '../data.ts';
import { DrawsEditor } from '../draws/components/draws-editor.tsx';
import { RegradeSection } from '../regrade/components/regrade-section.tsx';
import { QuizStatistics } from '../statistics/components/quiz-statistics.tsx';
import { AttemptsTable } from './attempts-table.tsx';
import { QuestionsEditor } from './questions-editor.tsx';
import type { QuizDraft } from './quiz-draft.ts';
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
            count: draft.questions.length + draft.settings.draws.reduce((sum, { amount }) => sum + amount, 0),
            content: (
              <QuestionsTab quiz={quiz} draft={draft} isChecked={isChecked} openId={openId} onOpen={setOpenId} />
            ),
          },
          {
            id: 'rules',
            label: t('edit.settings'),
            content: <RulesTab quiz={quiz} draft={draft} />,
          },
          {
            id: 'results',
            label: t('edit.results'),
            content: (
              <div className="grid gap-6">
                <RegradeSection quizId={quiz.id} isUnsaved={draft.changed.includes('questions')} />
                <AttemptsTable quizId={quiz.id} lessonId={quiz.lesson_id} />
              </div>
            ),
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

type QuestionsTabProps = {
  quiz: Pick<EditableQuiz, 'course_id'>;
  draft: QuizDraft;
  isChecked: boolean;
  openId: string | null;
  onOpen: (id: string | null) => void;
};

/** What every attempt asks, and what each draws. */
function QuestionsTab({ quiz, draft, ...list }: QuestionsTabProps) {
  return (
    <div className="grid gap-8">
      <QuestionsEditor questions={draft.questions} onChange={draft.setQuestions} {...list} />
      <DrawsEditor
        courseId={quiz.course_id}
        draws={draft.settings.draws}
        onChange={(draws) => draft.setSettings({ draws })}
      />
    </div>
  );
}

/** The rules of every attempt, and what single students get beyond them. */
function RulesTab({ quiz, draft }: { quiz: EditableQuiz; draft: QuizDraft }) {
  return (
    <div className="grid gap-8">
      <QuizRules settings={draft.settings} onChange={draft.setSettings} />
      <AllowancesSection quiz={quiz} />
    </div>
  );
}
