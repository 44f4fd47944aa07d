import type { LoaderFunctionArgs } from 'react-router';
import { type RouteHandle, siteContext } from '#base/shared/site.ts';

export const handle: RouteHandle = { isPublic: true };

/** robots.txt: allows public pages, disallows the search. */
export function loader({ context }: LoaderFunctionArgs) {
  const { origin } = context.get(siteContext);
  return new Response(
    `User-agent: *\nDisallow: /dashboard\nDisallow: /api/\nDisallow: /search\nDisallow: /checkout\nDisallow: /preview/\n\nSitemap: ${origin}/sitemap.xml\n`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );
}
