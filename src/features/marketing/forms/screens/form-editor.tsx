import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { formQueries, saveForm } from '../data.ts';
import { draftOf, type FormValues, formOf, rulesOf } from './form-draft.ts';
import { FormWorkspace } from './form-workspace.tsx';

/** Editor of one form: fields, texts and what happens with submissions. */
export default function FormEditor() {
  const { t } = useTranslation('forms');
  const { id = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const form = useQuery(formQueries.one(db, account_id, id));
  useScreenName(form.data?.form.name);

  async function save(values: FormValues): Promise<void> {
    await saveForm(db, account_id, id, formOf(values), rulesOf(values));
    await queries.invalidateQueries({ queryKey: ['forms', account_id] });
  }
  if (form.data === null) {
    return (
      <main id="content" className="page">
        <EmptyState isPage title={t('editor.missing')} />
      </main>
    );
  }
  return (
    <main id="content" className="page">
      <PageHeader
        title={form.data?.form.name ?? '…'}
        actions={
          <>
            <LinkButton variant="quiet" href={paths.forms()}>
              {t('editor.back')}
            </LinkButton>
            <LinkButton icon={Inbox} href={paths.formAnswers(id)}>
              {t('editor.see')}
            </LinkButton>
          </>
        }
      />
      {form.isError ? <ErrorState onRetry={() => void form.refetch()} /> : null}
      {form.isPending ? <SkeletonText lines={8} /> : null}
      {form.data ? (
        <FormWorkspace key={id} formId={id} saved={draftOf(form.data.form, form.data.rules)} onSave={save} />
      ) : null}
    </main>
  );
}
