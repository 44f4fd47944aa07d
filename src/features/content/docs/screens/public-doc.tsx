import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { linkPicture } from '#base/shared/pictures.ts';
import { richHtml } from '#base/shared/rich-html.ts';
import { dbContext, type RouteHandle, siteContext, wordsContext } from '#base/shared/site.ts';
import { breadcrumbs } from '#base/shared/structured-data.ts';
import { paths } from '#paths';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { DocArticle } from '../components/doc-article.tsx';
import { DocsFrame } from '../components/docs-frame.tsx';
import { docBySlug, publishedDocs } from '../data.ts';
import { ancestorsOf, neighboursOf, treeOf, withHeadings } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true };

export async function loader({ context, params }: LoaderFunctionArgs) {
  const db = context.get(dbContext);
  const { account, origin } = context.get(siteContext);
  const doc = await docBySlug(db, account.account_id, params.slug ?? '');
  if (!doc) throw data(null, { status: 404 });
  const tree = treeOf(await publishedDocs(db, account.account_id));
  const { html, headings } = withHeadings(richHtml(doc.content));
  return {
    doc: { ...doc, content: html },
    headings,
    tree,
    ancestors: ancestorsOf(tree, doc.id),
    ...neighboursOf(tree, doc.id),
    origin,
    docsTitle: context.get(wordsContext)('docs:title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { doc, ancestors, origin } = loaderData;
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string } } } | undefined;
  const site = root?.look?.settings.sitetitle ?? '';
  const url = origin + paths.doc(doc.slug);
  const image = linkPicture({ origin, path: paths.doc(doc.slug), title: doc.title, picture: undefined });
  return [
    { title: [doc.title, site].filter(Boolean).join(' · ') },
    { name: 'description', content: doc.summary },
    { property: 'og:title', content: doc.title },
    { property: 'og:description', content: doc.summary },
    { property: 'og:type', content: 'article' },
    { property: 'og:url', content: url },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { property: 'og:site_name', content: site },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'TechArticle',
        headline: doc.title,
        description: doc.summary,
        dateModified: doc.updated_at,
        ...(image ? { image } : {}),
        mainEntityOfPage: url,
        author: { '@type': 'Organization', name: site, url: `${origin}/` },
        publisher: { '@type': 'Organization', name: site, url: `${origin}/` },
      },
    },
    {
      'script:ld+json': breadcrumbs([
        [site, `${origin}/`],
        [loaderData.docsTitle, origin + paths.docs()],
        ...ancestors.map((ancestor) => [ancestor.title, origin + paths.doc(ancestor.slug)] as const),
        [doc.title, url],
      ]),
    },
  ];
};

/** A documentation page with breadcrumbs and links to the previous and next page. */
export default function DocPage() {
  const { doc, headings, tree, ancestors, previous, next } = useLoaderData<typeof loader>();
  const { t } = useTranslation('docs');
  const written = useContentAttributes();
  return (
    <DocsFrame tree={tree} current={[...ancestors.map(({ id }) => id), doc.id]}>
      <nav aria-label={t('way')} className="docs-way quiet">
        <a href={paths.docs()}>{t('title')}</a>
        {ancestors.map((ancestor) => (
          <a key={ancestor.id} href={paths.doc(ancestor.slug)} {...written}>
            {ancestor.title}
          </a>
        ))}
      </nav>
      <DocArticle doc={doc} headings={headings} />
      <nav aria-label={t('beside')} className="docs-beside">
        {previous ? (
          <a rel="prev" href={paths.doc(previous.slug)}>
            <span className="quiet">{t('previous')}</span>
            <b {...written}>{previous.title}</b>
          </a>
        ) : (
          <span />
        )}
        {next ? (
          <a rel="next" href={paths.doc(next.slug)}>
            <span className="quiet">{t('next')}</span>
            <b {...written}>{next.title}</b>
          </a>
        ) : null}
      </nav>
    </DocsFrame>
  );
}
