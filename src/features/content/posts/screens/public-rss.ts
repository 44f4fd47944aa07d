import type { LoaderFunctionArgs } from 'react-router';
import type { RouteHandle } from '#base/shared/site.ts';
import { loadFeed } from '../feeds/components/load-feed.ts';
import { rssOf } from '../feeds/rules.ts';

export const handle: RouteHandle = { isPublic: true, queryKeys: ['category', 'tag', 'author'] };

/** The blog as RSS 2.0 feed. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return new Response(rssOf(await loadFeed(context, request, 'rss')), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  });
}
