import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { slugOfTitle } from '#base/shared/slugs.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { addPost } from '../data.ts';
import { RESERVED_SLUG } from '../rules.ts';

export default function NewPost() {
  const { t } = useTranslation('posts');
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const draft = useDraft({
    saved: { title: '' },
    validate: ({ title }) => ({ title: title.trim() ? undefined : t('new.needed') }),
  });
  const {
    save: create,
    isSaving: isBusy,
    problem,
  } = useSave(
    () => {
      const title = draft.values.title.trim();
      // A title of punctuation alone gives no slug, and one slug is reserved.
      const newSlug = slugOfTitle(title);
      const slug = newSlug && newSlug !== RESERVED_SLUG ? newSlug : `${newSlug || 'post'}-${Date.now().toString(36)}`;
      return addPost(db, account_id, { title, slug });
    },
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['title', t('new.taken')] },
      onSaved: ({ slug }) => navigate(paths.editPost(slug)),
    },
  );
  return (
    <main id="content" className="page">
      <PageHeader title={t('new.title')} sentence={t('new.sentence')} />
      <Form className="max-w-2xl" label={t('new.title')} problem={problem} onSubmit={() => void create()}>
        <TextField label={t('new.name')} {...draft.field('title')} maxLength={160} autoFocus />
        <div>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {t('new.begin')}
          </Button>
        </div>
      </Form>
    </main>
  );
}
