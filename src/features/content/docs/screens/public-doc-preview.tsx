import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { richHtml } from '#base/shared/rich-html.ts';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { DocArticle } from '../components/doc-article.tsx';
import { DocsFrame } from '../components/docs-frame.tsx';
import { publishedDocs, sharedDoc } from '../data.ts';
import { treeOf, withHeadings } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true, isSecret: true };

export async function loader({ context, params }: LoaderFunctionArgs) {
  const db = context.get(dbContext);
  const { account } = context.get(siteContext);
  const doc = await sharedDoc(db, account.account_id, params.secret ?? '');
  if (!doc) throw data(null, { status: 404 });
  const { html, headings } = withHeadings(richHtml(doc.content));
  return { doc: { ...doc, content: html }, headings, tree: treeOf(await publishedDocs(db, account.account_id)) };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData?.doc.title ?? '' },
  { name: 'robots', content: 'noindex, nofollow' },
];

/** Preview of a draft by secret link: rendered as readers will see it, under a notice. */
export default function DocPreview() {
  const { t } = useTranslation('publishing');
  const { doc, headings, tree } = useLoaderData<typeof loader>();
  return (
    <DocsFrame tree={tree} current={[doc.id]}>
      <p className="draft-line">{t('preview.line')}</p>
      <DocArticle doc={doc} headings={headings} />
    </DocsFrame>
  );
}
