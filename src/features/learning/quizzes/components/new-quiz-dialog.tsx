import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useOwnOnly } from '#features/learning/courses/components/use-authorship.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { EmptyState, Note } from '#ui/display/states.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { addQuiz, quizCoursesQuery } from '../data.ts';
import { useErrorText } from './error-text.ts';

type NewQuizDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Creates a quiz from a course and a title. */
export function NewQuizDialog({ isOpen, onOpenChange }: NewQuizDialogProps) {
  const { t } = useTranslation('quizzes');
  return (
    <Dialog title={t('new.title')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewQuizForm />
    </Dialog>
  );
}

/** The course and title of a new quiz, and creating it. */
function useNewQuiz() {
  const db = useDb();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { account_id } = useAccount();
  const courses = useQuery(quizCoursesQuery(db, account_id, useOwnOnly()));
  const [course, setCourse] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { save, isSaving, problem } = useSave(() => addQuiz(db, course ?? '', title.trim()), {
    check: () => {
      setChecked(true);
      return course !== null && title.trim() !== '';
    },
    onSaved: async (quizId) => {
      void cache.invalidateQueries({ queryKey: ['quizzes', account_id, 'list'] });
      await navigate(paths.editQuiz(quizId));
    },
    errorText,
    isInForm: true,
  });
  useUnsavedInPanel((title !== '' || course !== null) && !isSaving);
  return { courses, course, setCourse, title, setTitle, isChecked, save, problem };
}

function NewQuizForm() {
  const { t } = useTranslation('quizzes');
  const { courses, course, setCourse, title, setTitle, isChecked, save, problem } = useNewQuiz();
  if (courses.data?.length === 0) {
    return (
      <EmptyState
        title={t('new.noCourses')}
        actions={<LinkButton href={paths.newCourse()}>{t('new.course')}</LinkButton>}
      />
    );
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem && <Note tone="error">{problem}</Note>}
      <TextField
        label={t('new.name')}
        value={title}
        maxLength={160}
        autoFocus
        errorMessage={isChecked && title.trim() === '' ? t('new.nameMissing') : undefined}
        onChange={setTitle}
      />
      <ComboBox
        label={t('new.course')}
        description={t('new.courseHelp')}
        options={(courses.data ?? []).map(({ id, title: label }) => ({ id, label }))}
        isLoading={courses.isPending}
        value={course}
        menuTrigger="focus"
        errorMessage={isChecked && !course ? t('new.courseMissing') : undefined}
        onChange={setCourse}
      />
      <div className="dialog-foot">
        <Button variant="primary" type="submit">
          {t('new.start')}
        </Button>
      </div>
    </form>
  );
}
