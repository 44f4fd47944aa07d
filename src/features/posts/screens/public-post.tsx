import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { linkPicture } from '#base/shared/pictures.ts';
import { plainText, richHtml } from '#base/shared/rich-html.ts';
import { type RouteHandle, siteContext, wireContext, wordsContext } from '#base/shared/site.ts';
import { breadcrumbs } from '#base/shared/structured-data.ts';
import { paths } from '#paths';
import { Island } from '#ui/island.tsx';
import { PostComments } from '../comments/components/post-comments.tsx';
import { commentsOf } from '../comments/data.ts';
import { PostArticle } from '../components/post-article.tsx';
import { PostTile } from '../components/post-tile.tsx';
import { authorsOf, newestPosts, postBySlug } from '../data.ts';
import { readingMinutes, relatedTo } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true };

const NEIGHBOURS = 24;
const RELATED = 3;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const wire = context.get(wireContext);
  const { account, origin } = context.get(siteContext);
  const post = await postBySlug(wire, account.account_id, params.slug ?? '');
  if (!post) throw data(null, { status: 404 });
  const { comments, older } = await commentsOf(wire, account.account_id, post.id);
  const related = relatedTo(post, await newestPosts(wire, account.account_id, NEIGHBOURS), RELATED);
  const authors = await authorsOf(
    wire,
    account.account_id,
    [post, ...related].map(({ author_id }) => author_id),
  );
  return {
    post: { ...post, content: richHtml(post.content) },
    comments: comments.filter(({ status }) => status === 'shown'),
    older,
    minutes: readingMinutes(plainText(post.content)),
    related,
    authors,
    origin,
    blogTitle: context.get(wordsContext)('posts:title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { post, origin, authors } = loaderData;
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string } } } | undefined;
  const site = root?.look?.settings.sitetitle ?? '';
  const url = origin + paths.post(post.slug);
  const image = linkPicture({ origin, path: paths.post(post.slug), title: post.title, picture: post.cover?.image });
  const author = post.author_id ? authors[post.author_id] : undefined;
  return [
    { title: [post.title, site].filter(Boolean).join(' · ') },
    { name: 'description', content: post.settings.description || post.excerpt },
    { property: 'og:title', content: post.title },
    { property: 'og:description', content: post.excerpt },
    { property: 'og:type', content: 'article' },
    { property: 'og:url', content: url },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { property: 'og:site_name', content: site },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    { property: 'article:published_time', content: post.published_at },
    ...post.tags.map((tag) => ({ property: 'article:tag', content: tag })),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: post.title,
        description: post.excerpt,
        datePublished: post.published_at,
        dateModified: post.updated_at,
        mainEntityOfPage: url,
        ...(image ? { image } : {}),
        author: author
          ? { '@type': 'Person', name: author.name, url: origin + paths.blog({ author: author.slug }) }
          : { '@type': 'Organization', name: site, url: `${origin}/` },
        publisher: { '@type': 'Organization', name: site, url: `${origin}/` },
        keywords: post.tags,
        articleSection: post.categories,
      },
    },
    {
      'script:ld+json': breadcrumbs([
        [site, `${origin}/`],
        [loaderData.blogTitle, origin + paths.blog()],
        [post.title, url],
      ]),
    },
  ];
};

export default function PostPage() {
  const { post, comments, older, minutes, related, authors, origin } = useLoaderData<typeof loader>();
  const { t } = useTranslation('posts');
  const author = post.author_id ? authors[post.author_id] : undefined;
  const url = origin + paths.post(post.slug);
  return (
    <main id="content">
      <PostArticle post={post} author={author} minutes={minutes} url={url} />
      {comments.length > 0 || !post.settings.isQuiet ? (
        <section className="band post post-comments" aria-label={t('comments.section')}>
          <div className="wide">
            <Island
              name="post-comments"
              component={PostComments}
              // Who only reads needs no script, unless there is more to be asked for.
              when={older > 0 ? 'interaction' : 'visible'}
              isKeen
              forSessions={older === 0}
              strings={['posts']}
              props={{ postId: post.id, slug: post.slug, comments, older, isQuiet: post.settings.isQuiet === true }}
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
              {related.map((other) => (
                <PostTile
                  key={other.id}
                  post={other}
                  author={other.author_id ? authors[other.author_id] : undefined}
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
