import { data, type LoaderFunctionArgs } from 'react-router';
import { type RouteHandle, siteContext, wireContext } from '#base/shared/site.ts';
import { sitemapCounts, sitemapEntries } from '../sitemaps/data.ts';
import { fileOf, filesOf, sitemapIndex, sitemapParts, urlSet } from '../sitemaps/rules.ts';

export const handle: RouteHandle = { isPublic: true, queryKeys: ['part', 'page'] };

/** Every address of a site that everyone may open, for search engines; in several files where one would be too long. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const wire = context.get(wireContext);
  const { account, origin } = context.get(siteContext);
  const asked = new URL(request.url).searchParams;
  if (asked.has('part')) {
    const file = fileOf(asked.get('part'), asked.get('page'));
    const entries = file ? await sitemapEntries(wire, account, file.part, file.page) : [];
    if (entries.length === 0) throw data(null, { status: 404 });
    return answer(urlSet(origin, entries));
  }
  const counts = await sitemapCounts(wire, account);
  const files = filesOf(counts);
  if (files.length > 0) return answer(sitemapIndex(origin, files));
  const entries = await Promise.all(sitemapParts.map((part) => sitemapEntries(wire, account, part, 1)));
  return answer(urlSet(origin, entries.flat()));
}

function answer(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
