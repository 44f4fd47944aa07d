import type { SupabaseClient } from '@supabase/supabase-js';
import type { LoaderFunctionArgs } from 'react-router';
import { type RouteHandle, siteContext, wireContext } from '#base/shared/site.ts';
import { dataOf } from '#base/shared/wire.ts';
import { paths } from '#paths';

export const handle: RouteHandle = { isPublic: true };

const MOST = 5_000;

/** Every published page, post and course, for search engines. */
export async function loader({ context }: LoaderFunctionArgs) {
  const wire = context.get(wireContext) as unknown as SupabaseClient;
  const { account, origin } = context.get(siteContext);
  const published = async (table: string, columns: string, is: Record<string, string> = {}) =>
    dataOf(
      await wire
        .from(table)
        .select(columns)
        .eq('account_id', account.account_id)
        .eq('status', 'published')
        .match(is)
        .order('slug')
        .limit(MOST),
    ) as unknown as { slug: string; updated_at: string; settings?: { isHidden?: boolean } }[];
  const [pages, posts, courses] = await Promise.all([
    published('pages', 'slug, updated_at, settings', { kind: 'page' }),
    published('posts', 'slug, updated_at'),
    published('courses', 'slug, updated_at'),
  ]);
  const entries = [
    ...pages
      .filter((page) => !page.settings?.isHidden)
      .map((page) => [paths.page(page.slug), page.updated_at] as const),
    ...posts.map((post) => [paths.post(post.slug), post.updated_at] as const),
    ...courses.map((course) => [paths.course(course.slug), course.updated_at] as const),
  ];
  const urls = entries.map(
    ([path, at]) =>
      `<url><loc>${origin}${path}</loc><lastmod>${new Date(at).toISOString().slice(0, 10)}</lastmod></url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
    { headers: { 'content-type': 'application/xml; charset=utf-8' } },
  );
}
