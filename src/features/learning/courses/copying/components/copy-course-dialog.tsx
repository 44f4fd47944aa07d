import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { Course } from '../../data.ts';
import { copyCourse } from '../data.ts';

const MAX_TITLE_LENGTH = 160;

/** A title for the copy of a course, which is opened once it is there. */
export function CopyCourseDialog({
  course,
  isOpen,
  onOpenChange,
}: {
  course: Course;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const suggested = t('copy.titleOf', { title: course.title }).slice(0, MAX_TITLE_LENGTH);
  const [title, setTitle] = useState(suggested);
  const { save, isSaving, problem } = useSave(() => copyCourse(db, course.id, title.trim()), {
    isInForm: true,
    check: () => title.trim() !== '',
    invalidates: [['courses', account_id]],
    onSaved: async (slug) => {
      onOpenChange(false);
      await navigate(paths.editCourse(slug));
    },
    done: t('copy.courseDone', { title: title.trim() }),
  });
  return (
    <Dialog
      title={t('copy.course')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isChanged={title !== suggested && !isSaving}
      footer={
        <Button variant="primary" type="submit" form="copy-course" isBusy={isSaving} isDisabled={title.trim() === ''}>
          {t('copy.course')}
        </Button>
      }
    >
      <Form id="copy-course" label={t('copy.course')} problem={problem} onSubmit={() => void save()}>
        <TextField
          label={t('editor.field.title')}
          description={t('copy.courseHelp')}
          value={title}
          maxLength={MAX_TITLE_LENGTH}
          isRequired
          autoFocus
          onChange={setTitle}
        />
      </Form>
    </Dialog>
  );
}
