import type { SupabaseClient } from '@supabase/supabase-js';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type PageData, writtenPage } from '../rules.ts';
import type { PageSettings } from '../schema.ts';
import type { PageTemplate, SiteTemplate } from './rules.ts';

/** Pages and options of a site: what a template becomes, and what a site was before it. */
export type SiteContent = {
  pages: { slug: string; title: string; content: PageData; settings: PageSettings; status?: 'draft' | 'published' }[];
  options: Partial<Record<'theme' | 'menus' | 'header' | 'footer', object>>;
};

/** What a template was put in the place of, and the slugs of the pages it made. */
export type SiteBefore = { before: SiteContent; made: string[] };

/** A template in the form that is stored. */
export function siteContentOf(template: SiteTemplate): SiteContent {
  const { theme, header, footer, menu } = template;
  return {
    options: { theme, header, footer, menus: { header: menu, mobile: [] } },
    pages: template.pages.map(({ slug, title, description, blocks }) => ({
      slug,
      title,
      settings: { description },
      content: writtenPage(blocks),
    })),
  };
}

/** Gives the caller's site another look and other pages, all or nothing. Answers what undoes it. */
export async function applySiteTemplate(db: Db, template: SiteContent): Promise<SiteBefore> {
  return dataOf(await tables(db).rpc('apply_site_template', { template }));
}

/** Takes a template off again: what it replaced comes back, what it made goes. */
export async function undoSiteTemplate(db: Db, accountId: string, { before, made }: SiteBefore): Promise<void> {
  if (before.pages.length > 0) await applySiteTemplate(db, before);
  if (made.length > 0)
    dataOf(await tables(db).from('pages').delete().eq('account_id', accountId).in('slug', made).select('id'));
}

/** A new page, seen by nobody yet, with what it begins with. Answers its slug. */
export async function beginPage(
  db: Db,
  page: { title: string; slug: string },
  template: PageTemplate | null,
): Promise<string> {
  return dataOf(
    await tables(db).rpc('begin_page', {
      ...page,
      content: writtenPage(template?.blocks ?? []),
      settings: template ? { description: template.description } : {},
    }),
  );
}

/** The same client, for functions whose JSON the generated types know only as JSON. */
function tables(db: Db): SupabaseClient {
  return db as unknown as SupabaseClient;
}
