import type { LoaderFunctionArgs } from 'react-router';
import type { RouteHandle } from '#base/shared/site.ts';
import { loadFeed } from '../feeds/components/load-feed.ts';
import { atomOf } from '../feeds/rules.ts';

export const handle: RouteHandle = { isPublic: true, queryKeys: ['category', 'tag', 'author'] };

/** The blog as Atom 1.0 feed. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return new Response(atomOf(await loadFeed(context, request, 'atom')), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
  });
}
