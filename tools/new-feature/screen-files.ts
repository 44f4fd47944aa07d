import type { FeatureName } from './feature-name.ts';

export function list({ One, Many, folder }: FeatureName): string {
  return `import { useTranslation } from 'react-i18next';
import type { ${One}Row } from '../data.ts';

/** What visitors see: the titles, or a sentence where there are none. */
export function ListOf${Many}({ rows }: { rows: ${One}Row[] }) {
  const { t } = useTranslation('${folder}');
  if (rows.length === 0) return <p>{t('empty')}</p>;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>{row.title}</li>
      ))}
    </ul>
  );
}
`;
}

export function screen({ Many, folder }: FeatureName): string {
  return `import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type RouteHandle, siteContext, dbContext } from '#base/shared/site.ts';
import { ListOf${Many} } from '../components/list-of-${folder}.tsx';
import { read${Many} } from '../data.ts';
import { isVisibleToVisitors } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  const rows = await read${Many}(context.get(dbContext), account.account_id);
  return { rows: rows.filter(isVisibleToVisitors) };
}

export default function ${Many}() {
  const { rows } = useLoaderData<typeof loader>();
  const { t } = useTranslation('${folder}');
  return (
    <>
      <h1>{t('title')}</h1>
      <ListOf${Many} rows={rows} />
    </>
  );
}
`;
}

export function addForm({ one, One, many, folder }: FeatureName): string {
  return `import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dbOf } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { add${One}, ${many}Key } from '../data.ts';
import { ${one}Input } from '../schema.ts';

/** Adds a draft by its title; the field says what is wrong with it. */
export function Add${One}() {
  const { t } = useTranslation('${folder}');
  const site = useSite();
  const { account_id } = site.account;
  const { title: shape } = ${one}Input.shape;
  const draft = useDraft({
    saved: { title: '' },
    validate: ({ title }) => ({ title: shape.safeParse(title).success ? undefined : t('titleWrong') }),
  });
  const { save, isSaving, problem } = useSave(
    () => add${One}(dbOf(site), account_id, { title: shape.parse(draft.values.title), is_published: false }),
    { form: draft, invalidates: [${many}Key(account_id)], onSaved: draft.discard },
  );
  return (
    <Form label={t('add')} onSubmit={() => void save()} problem={problem}>
      <TextField label={t('titleField')} {...draft.field('title')} />
      <Button type="submit" variant="primary" isBusy={isSaving}>
        {t('add')}
      </Button>
    </Form>
  );
}
`;
}

export function editableRow({ One, many, folder }: FeatureName): string {
  return `import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dbOf } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { change${One}, type ${One}Row, ${many}Key, remove${One} } from '../data.ts';

/** One line of the list in the dashboard: published or not, and away with it. */
export function Editable${One}({ row }: { row: ${One}Row }) {
  const { t } = useTranslation('${folder}');
  const site = useSite();
  const { account_id } = site.account;
  const invalidates = [${many}Key(account_id)];
  const publishing = useSave(
    (is_published: boolean) => change${One}(dbOf(site), account_id, row.id, { is_published }),
    { invalidates },
  );
  const removing = useSave(() => remove${One}(dbOf(site), account_id, row.id), { invalidates });
  return (
    <li className="row">
      <Switch isSelected={row.is_published} onChange={(isPublished) => void publishing.save(isPublished)}>
        {row.title}
      </Switch>
      <Button
        variant="danger"
        isBusy={removing.isSaving}
        aria-label={t('removeOne', { title: row.title })}
        onPress={() => void removing.save()}
      >
        {t('remove')}
      </Button>
    </li>
  );
}
`;
}

export function manageScreen({ One, Many, many, folder }: FeatureName): string {
  return `import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dbOf } from '#base/browser/db-client.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Add${One} } from '../components/add-${folder}.tsx';
import { Editable${One} } from '../components/editable-${folder}.tsx';
import { ${many}Key, read${Many} } from '../data.ts';

export default function Manage${Many}() {
  const { t } = useTranslation('${folder}');
  const site = useSite();
  const { account_id } = site.account;
  const rows = useQuery({ queryKey: ${many}Key(account_id), queryFn: () => read${Many}(dbOf(site), account_id) });
  return (
    <>
      <PageHeader title={t('title')} sentence={t('sentence')} count={rows.data?.length} />
      <Add${One} />
      {rows.isPending && <SkeletonList hasMedia={false} />}
      {rows.isError && <ErrorState onRetry={() => rows.refetch()}>{rows.error.message}</ErrorState>}
      {rows.data?.length === 0 && <EmptyState title={t('empty')}>{t('sentence')}</EmptyState>}
      <ul>
        {rows.data?.map((row) => (
          <Editable${One} key={row.id} row={row} />
        ))}
      </ul>
    </>
  );
}
`;
}
