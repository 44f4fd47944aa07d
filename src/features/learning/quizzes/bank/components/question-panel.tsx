import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { useErrorText } from '../../components/error-text.ts';
import { QuestionForm } from '../../components/question-form.tsx';
import { newQuestion, type QuestionDraft, questionProblems } from '../../drafts/rules.ts';
import { type BankQuestion, bankQuestionQuery, saveBankQuestion } from '../data.ts';
import { ForCourse } from './for-course.tsx';
import { QuestionUses } from './question-uses.tsx';
import { QuestionVersions } from './question-versions.tsx';

/** A question of the bank: edited here if it is in no quiz, with its versions and where it is used. */
export function QuestionPanel({ question, onClose }: { question: BankQuestion | null; onClose: () => void }) {
  const { t } = useTranslation('quizzes');
  return (
    <SidePanel
      title={t('bank.question')}
      isOpen={question !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isWide
    >
      {question && <PanelContent key={`${question.id}:${question.version}`} question={question} onClose={onClose} />}
    </SidePanel>
  );
}

function PanelContent({ question, onClose }: { question: BankQuestion; onClose: () => void }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const whole = useQuery(bankQuestionQuery(db, account_id, question));
  if (whole.isError) return <ErrorState onRetry={() => void whole.refetch()} />;
  if (!whole.data) return <SkeletonList rows={4} hasMedia={false} />;
  return (
    <div className="grid gap-6">
      {question.quizzes ? (
        <div className="grid justify-items-start gap-3">
          <p className="font-medium" dir="auto">
            {question.prompt}
          </p>
          <LinkButton href={paths.editQuiz(question.quizzes.id, question.id)}>{t('bank.open')}</LinkButton>
        </div>
      ) : (
        <BankQuestionEditor
          courseId={question.course_id}
          saved={whole.data}
          version={question.version}
          onSaved={onClose}
        />
      )}
      <QuestionUses questionId={question.id} />
      <QuestionVersions question={question} onRestored={onClose} />
    </div>
  );
}

/** Writes a question into the bank of a course, without a quiz. */
export function NewQuestionPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('quizzes');
  const [question] = useState(() => newQuestion(crypto.randomUUID(), 'single'));
  return (
    <SidePanel title={t('edit.untitled')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isWide>
      <ForCourse>
        {(courseId) => <BankQuestionEditor courseId={courseId} saved={question} version={null} onSaved={onClose} />}
      </ForCourse>
    </SidePanel>
  );
}

type EditorProps = { courseId: string; saved: QuestionDraft; version: number | null; onSaved: () => void };

/** Edits a question of the bank with its own save. */
function BankQuestionEditor({ courseId, saved, version, onSaved }: EditorProps) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const errorText = useErrorText();
  const [draft, setDraft] = useState(saved);
  const [isChecked, setChecked] = useState(false);
  useUnsavedInPanel(JSON.stringify(draft) !== JSON.stringify(saved));
  const { save, isSaving } = useSave(() => saveBankQuestion(db, courseId, draft, version), {
    check: () => {
      setChecked(true);
      return questionProblems(draft).length === 0;
    },
    invalidates: [['quizzes', account_id]],
    errorText,
    done: t('bank.saved'),
    onSaved,
  });
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <QuestionForm question={draft} number={1} isChecked={isChecked} onChange={setDraft} />
      </div>
      <Button variant="primary" isBusy={isSaving} onPress={() => void save(undefined)}>
        {t('bank.save')}
      </Button>
    </div>
  );
}
