import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { isUniqueViolation } from '#base/shared/db-client.ts';
import { slugOfTitle } from '#base/shared/slugs.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { addPost } from '../data.ts';
import { RESERVED_SLUG } from '../rules.ts';

export default function NewPost() {
  const { t } = useTranslation('posts');
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState('');
  const { run, isRunning: isBusy } = useAction();

  function create() {
    return run(async () => {
      if (!title.trim()) return setProblem(t('new.needed'));
      try {
        // A title of punctuation alone gives no slug, and one slug is reserved.
        const newSlug = slugOfTitle(title);
        const slug = newSlug && newSlug !== RESERVED_SLUG ? newSlug : `${newSlug || 'post'}-${Date.now().toString(36)}`;
        const created = await addPost(db, account_id, { title: title.trim(), slug });
        await navigate(paths.editPost(created.slug));
      } catch (error) {
        setProblem(isUniqueViolation(error) ? t('new.taken') : t('list.failed'));
      }
    });
  }
  return (
    <main id="content" className="page">
      <PageHeader title={t('new.title')} sentence={t('new.sentence')} />
      <Form className="max-w-2xl" label={t('new.title')} onSubmit={() => void create()}>
        <TextField
          label={t('new.name')}
          value={title}
          maxLength={160}
          autoFocus
          errorMessage={problem || undefined}
          onChange={(value) => {
            setTitle(value);
            setProblem('');
          }}
        />
        <div>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {t('new.begin')}
          </Button>
        </div>
      </Form>
    </main>
  );
}
