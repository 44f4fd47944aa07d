import type { FeatureName } from './feature-name.ts';

export function list({ One, Many, folder }: FeatureName): string {
  return `import { useTranslation } from 'react-i18next';
import type { ${One}Row } from '../data.ts';

/** The titles, or a sentence where there are none. */
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
import { type RouteHandle, siteContext, wireContext } from '#base/shared/site.ts';
import { ListOf${Many} } from '../components/list-of-${folder}.tsx';
import { read${Many} } from '../data.ts';

export const handle: RouteHandle = { isPublic: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  return { rows: await read${Many}(context.get(wireContext), account.account_id) };
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

export function strings({ words }: FeatureName, language: 'en' | 'ar'): string {
  const title = `${words[0]?.toUpperCase()}${words.slice(1)}`;
  const own =
    language === 'en'
      ? { title, empty: 'Nothing has been published here yet.' }
      : { title: 'القائمة', empty: 'لم يُنشر شيء هنا بعد.' };
  return `${JSON.stringify(own, null, 2)}\n`;
}
