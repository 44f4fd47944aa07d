import type { LoaderFunctionArgs } from 'react-router';
import { type RouteHandle, siteContext, wireContext } from '#base/shared/site.ts';
import { siteLookOf } from '#features/options/data.ts';
import { paths } from '#paths';
import { newestPosts } from '../data.ts';

export const handle: RouteHandle = { isPublic: true };

const ENTRIES = 20;

/** The blog as RSS 2.0. */
export async function loader({ context }: LoaderFunctionArgs) {
  const wire = context.get(wireContext);
  const { account, origin, locale } = context.get(siteContext);
  const [posts, look] = await Promise.all([
    newestPosts(wire, account.account_id, ENTRIES),
    siteLookOf(wire, account.account_id),
  ]);
  const items = posts.map((post) => {
    const url = origin + paths.post(post.slug);
    return `<item><title>${xml(post.title)}</title><link>${xml(url)}</link><guid isPermaLink="true">${xml(url)}</guid><description>${xml(
      post.excerpt,
    )}</description><pubDate>${new Date(post.published_at).toUTCString()}</pubDate>${post.categories
      .map((category) => `<category>${xml(category)}</category>`)
      .join('')}</item>`;
  });
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${xml(look.settings.sitetitle)}</title><link>${xml(
    origin + paths.blog(),
  )}</link><description>${xml(look.settings.tagline)}</description><language>${locale}</language><atom:link href="${xml(
    `${origin}/blog/rss.xml`,
  )}" rel="self" type="application/rss+xml"/>${items.join('')}</channel></rss>`;
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}

function xml(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
