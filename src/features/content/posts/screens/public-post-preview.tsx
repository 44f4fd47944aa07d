import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { plainText, richHtml } from '#base/shared/rich-html.ts';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { authorsOf } from '../authors/data.ts';
import { authorIdsOf, authorsOfPost } from '../authors/rules.ts';
import { PostArticle } from '../components/post-article.tsx';
import { sharedPost } from '../data.ts';
import { readingMinutes } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true, isSecret: true };

export async function loader({ context, params }: LoaderFunctionArgs) {
  const db = context.get(dbContext);
  const { account, origin } = context.get(siteContext);
  const post = await sharedPost(db, account.account_id, params.secret ?? '');
  if (!post) throw data(null, { status: 404 });
  const profiles = await authorsOf(db, account.account_id, authorIdsOf(post));
  return {
    post: { ...post, content: richHtml(post.content) },
    authors: authorsOfPost(post, profiles),
    minutes: readingMinutes(plainText(post.content)),
    url: origin + paths.post(post.slug),
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData?.post.settings.searchTitle || loaderData?.post.title || '' },
  { name: 'robots', content: 'noindex, nofollow' },
];

/** Preview of a draft by secret link: rendered as readers will see it, under a notice. */
export default function PostPreview() {
  const { t } = useTranslation('publishing');
  const { post, authors, minutes, url } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <p className="draft-line">{t('preview.line')}</p>
      <PostArticle post={post} authors={authors} minutes={minutes} url={url} />
    </main>
  );
}
