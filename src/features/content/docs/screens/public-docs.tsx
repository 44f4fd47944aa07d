import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { linkPicture } from '#base/shared/pictures.ts';
import { dbContext, type RouteHandle, siteContext, wordsContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { DocsFrame } from '../components/docs-frame.tsx';
import { publishedDocs, searchDocs } from '../data.ts';
import { treeOf } from '../rules.ts';

export const handle: RouteHandle = {
  isPublic: true,
  queryKeys: ['q'],
  addressOf: ({ term }: Awaited<ReturnType<typeof loader>>) => (term ? { isHidden: true } : { path: paths.docs() }),
};

export async function loader({ context, request }: LoaderFunctionArgs) {
  const db = context.get(dbContext);
  const { account, origin } = context.get(siteContext);
  const term = (new URL(request.url).searchParams.get('q') ?? '').replaceAll('\0', '').trim().slice(0, 100);
  const [docs, results] = await Promise.all([
    publishedDocs(db, account.account_id),
    term ? searchDocs(db, account.account_id, term) : null,
  ]);
  return { tree: treeOf(docs), term, results, origin, title: context.get(wordsContext)('docs:title') };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string; tagline: string } } } | undefined;
  const { sitetitle: site = '', tagline = '' } = root?.look?.settings ?? {};
  const { title = '', origin = '', term = '' } = loaderData ?? {};
  const image = linkPicture({ origin, path: paths.docs(), title, picture: undefined });
  return [
    { title: [title, site].filter(Boolean).join(' · ') },
    { name: 'description', content: tagline },
    { property: 'og:title', content: [title, site].filter(Boolean).join(' · ') },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: origin + paths.docs() },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { property: 'og:site_name', content: site },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(term ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
};

/** Start page of the documentation, and its search results. */
export default function Docs() {
  const { tree, term, results } = useLoaderData<typeof loader>();
  const { t } = useTranslation('docs');
  return (
    <DocsFrame tree={tree} term={term}>
      <h1 className="hd d-48">{results ? t('found', { count: results.length, term }) : t('title')}</h1>
      {results?.length === 0 ? <p className="lead">{t('nothing')}</p> : null}
      {!results && tree.length === 0 ? <p className="lead">{t('empty')}</p> : null}
      <ul className="docs-cards">
        {(results ?? tree.map(({ doc }) => doc)).map((doc) => (
          <li key={doc.id}>
            <a href={paths.doc(doc.slug)}>
              <b dir="auto">{doc.title}</b>
              <span className="muted" dir="auto">
                {doc.summary}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </DocsFrame>
  );
}
