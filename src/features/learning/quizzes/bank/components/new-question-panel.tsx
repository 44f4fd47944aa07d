import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { quizCoursesQuery } from '../../data.ts';
import { newQuestion } from '../../rules.ts';
import { BankQuestionEditor } from './question-panel.tsx';

/** Writes a question into the bank of a course, without a quiz. */
export function NewQuestionPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('quizzes');
  return (
    <SidePanel title={t('edit.untitled')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} isWide>
      <NewQuestion onClose={onClose} />
    </SidePanel>
  );
}

function NewQuestion({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const courses = useQuery(quizCoursesQuery(db, account_id, false));
  const [chosen, setChosen] = useState<string>();
  const [question] = useState(() => newQuestion(crypto.randomUUID(), 'single'));
  const courseId = chosen ?? courses.data?.[0]?.id;
  useUnsavedInPanel(chosen !== undefined);
  if (!courses.data || courseId === undefined) return <p className="help">{t('new.noCourses')}</p>;
  return (
    <div className="grid gap-4">
      <Select
        label={t('bank.course')}
        value={courseId}
        options={courses.data.map(({ id, title }) => ({ id, label: title }))}
        onChange={setChosen}
      />
      <BankQuestionEditor courseId={courseId} saved={question} version={null} onSaved={onClose} />
    </div>
  );
}
