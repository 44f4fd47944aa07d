import { data, type RouterContextProvider } from 'react-router';
import { richHtml } from '#base/shared/rich-html.ts';
import { dbContext, siteContext } from '#base/shared/site.ts';
import { siteLookOf } from '#features/platform/options/data.ts';
import { paths } from '#paths';
import { authorBySlug, authorsOf } from '../../authors/data.ts';
import { authorIdsOf, authorsOfPost } from '../../authors/rules.ts';
import { newestWithText } from '../../data.ts';
import { blogFilters } from '../../rules.ts';
import { type Feed, withAbsoluteUrls } from '../rules.ts';

const ENTRIES = 20;

/** Content of a feed: the newest posts, filtered by the query string; 404 for an unknown author. */
export async function loadFeed(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: 'rss' | 'atom',
): Promise<Feed> {
  const db = context.get(dbContext);
  const { account, origin, locale } = context.get(siteContext);
  const { category, tag, author } = blogFilters(new URL(request.url).searchParams);
  const authorProfile = author ? await authorBySlug(db, account.account_id, author) : null;
  if (author && !authorProfile) throw data(null, { status: 404 });
  const [posts, siteLook] = await Promise.all([
    newestWithText(db, account.account_id, ENTRIES, { category, tag, authorId: authorProfile?.id ?? null }),
    siteLookOf(db, account.account_id),
  ]);
  const authors = await authorsOf(db, account.account_id, posts.flatMap(authorIdsOf));
  const filters = { category: category ?? undefined, tag: tag ?? undefined, author: author ?? undefined };
  return {
    title: [category ?? tag ?? authorProfile?.name, siteLook.settings.sitetitle].filter(Boolean).join(' · '),
    subtitle: siteLook.settings.tagline,
    language: locale,
    url: origin + paths.blog(filters),
    self: origin + paths.blogFeed(form, filters),
    entries: posts.map((post) => ({
      title: post.title,
      url: origin + paths.post(post.slug),
      summary: post.excerpt,
      html: withAbsoluteUrls(richHtml(post.content), origin),
      authors: authorsOfPost(post, authors).map(({ name }) => name),
      categories: [...post.categories, ...post.tags],
      publishedAt: post.published_at,
      updatedAt: post.updated_at,
    })),
  };
}
