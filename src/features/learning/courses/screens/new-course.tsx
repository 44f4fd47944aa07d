import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { createCourse } from '../data.ts';

/** Creates a course from its title; everything else is edited in the editor. */
export default function NewCourse() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const create = useSave(() => createCourse(db, account_id, title.trim()), {
    check: () => {
      if (!title.trim()) setProblem(t('editor.titleMissing'));
      return title.trim() !== '';
    },
    onSaved: async (slug) => {
      void queries.invalidateQueries({ queryKey: ['courses', account_id] });
      await navigate(paths.editCourse(slug));
    },
    errorText: (error) => setProblem(error.message),
  });
  return (
    <main id="content" className="page">
      <PageHeader title={t('instructor.new')} sentence={t('instructor.newText')} />
      <Form className="grid max-w-xl gap-5" onSubmit={() => void create.save()}>
        <TextField
          label={t('editor.field.title')}
          description={t('instructor.titleHelp')}
          maxLength={160}
          autoFocus
          value={title}
          errorMessage={problem}
          onChange={(value) => {
            setTitle(value);
            setProblem(undefined);
          }}
        />
        <div className="row">
          <Button variant="primary" type="submit" isBusy={create.isSaving}>
            {t('instructor.create')}
          </Button>
          <LinkButton variant="quiet" href={paths.instructor()}>
            {t('instructor.cancel')}
          </LinkButton>
        </div>
      </Form>
    </main>
  );
}
