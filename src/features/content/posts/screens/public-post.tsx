import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { plainText, richHtml } from '#base/shared/rich-html.ts';
import { searchAddressOf } from '#base/shared/search-settings.ts';
import { dbContext, type RouteHandle, siteContext, wordsContext } from '#base/shared/site.ts';
import { Conversation } from '#features/engagement/threads/components/conversation.tsx';
import { mainThread, postsOf } from '#features/engagement/threads/data.ts';
import { paths } from '#paths';
import { Island } from '#ui/layout/island.tsx';
import { authorsOf } from '../authors/data.ts';
import { authorIdsOf, authorsOfPost } from '../authors/rules.ts';
import { PostArticle } from '../components/post-article.tsx';
import { metaOfPost } from '../components/post-meta.ts';
import { PostTile } from '../components/post-tile.tsx';
import { newestPosts, postBySlug } from '../data.ts';
import { readingMinutes, relatedPosts } from '../rules.ts';

export const handle: RouteHandle = {
  isPublic: true,
  addressOf: ({ post, origin }: Awaited<ReturnType<typeof loader>>) =>
    searchAddressOf(paths.post(post.slug), post.settings, origin),
};

const RELATED_CANDIDATES = 24;
const MAX_RELATED = 3;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const db = context.get(dbContext);
  const { account, origin } = context.get(siteContext);
  const post = await postBySlug(db, account.account_id, params.slug ?? '');
  if (!post) throw data(null, { status: 404 });
  const thread = await mainThread(db, account.account_id, 'post', post.id);
  const comments = thread && (await postsOf(db, account.account_id, thread.id));
  const related = relatedPosts(post, await newestPosts(db, account.account_id, RELATED_CANDIDATES), MAX_RELATED);
  const authors = await authorsOf(db, account.account_id, [post, ...related].flatMap(authorIdsOf));
  return {
    post: { ...post, content: richHtml(post.content) },
    thread,
    comments: comments?.posts.filter(({ status }) => status !== 'waiting') ?? [],
    older: comments?.older ?? 0,
    minutes: readingMinutes(plainText(post.content)),
    related,
    authors,
    origin,
    blogTitle: context.get(wordsContext)('posts:title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { post, origin, blogTitle } = loaderData;
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string } } } | undefined;
  const site = root?.look?.settings.sitetitle ?? '';
  return metaOfPost(post, authorsOfPost(post, loaderData.authors), { site, origin, blogTitle });
};

export default function PostPage() {
  const { post, thread, comments, older, minutes, related, authors, origin } = useLoaderData<typeof loader>();
  const { t } = useTranslation('posts');
  const url = origin + paths.post(post.slug);
  return (
    <main id="content">
      <PostArticle post={post} authors={authorsOfPost(post, authors)} minutes={minutes} url={url} />
      {thread && (comments.length > 0 || thread.takes_posts) ? (
        <section className="band post post-comments" aria-label={t('commentSection')}>
          <div className="wide">
            <Island
              name="post-comments"
              component={Conversation}
              // Readers need no script, unless there are comments or embeds.
              when={older > 0 ? 'interaction' : 'visible'}
              isKeen
              forSessions={older === 0}
              strings={['threads']}
              props={{ thread, path: paths.post(post.slug), posts: comments, older }}
            />
          </div>
        </section>
      ) : null}
      {related.length > 0 ? (
        <section className="band band-soft">
          <div className="wide">
            <div className="block-head">
              <h2 className="hd d-32">{t('related')}</h2>
            </div>
            <div className="tiles">
              {related.map((relatedPost) => (
                <PostTile
                  key={relatedPost.id}
                  post={relatedPost}
                  authors={authorsOfPost(relatedPost, authors)}
                  level={3}
                />
              ))}
            </div>
          </div>
        </section>
      ) : null}
    </main>
  );
}
