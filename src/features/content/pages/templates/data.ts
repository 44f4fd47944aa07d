import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type BlockDocument, buildPageData } from '#features/content/blocks/document/rules.ts';
import type { PageSettings } from '../schema.ts';
import type { PageTemplate, SiteTemplate } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    apply_site_template: { args: { template: SiteContent }; returns: SiteBackup };
    begin_page: { args: { content: BlockDocument; settings?: PageSettings } };
  }
}

/** Pages and options of a site: the content of a template, and the backup of the previous site. */
export type SiteContent = {
  pages: {
    slug: string;
    title: string;
    content: BlockDocument;
    settings: PageSettings;
    status?: 'draft' | 'published';
  }[];
  options: Partial<Record<'theme' | 'menus' | 'header' | 'footer', object>>;
};

/** What a template replaced, and the slugs of the pages it created. */
export type SiteBackup = { before: SiteContent; made: string[] };

/** A template as sent to the database. */
export function siteContentOf(template: SiteTemplate): SiteContent {
  const { theme, header, footer, menu } = template;
  return {
    options: { theme, header, footer, menus: { header: menu, mobile: [] } },
    pages: template.pages.map(({ slug, title, description, blocks }) => ({
      slug,
      title,
      settings: { description },
      content: buildPageData(blocks),
    })),
  };
}

/** Applies a site template in one transaction. Returns what undo needs. */
export async function applySiteTemplate(db: Db, template: SiteContent): Promise<SiteBackup> {
  return dataOf(await db.rpc('apply_site_template', { template }));
}

/** Undoes a site template: restores what it replaced, removes what it created. */
export async function undoSiteTemplate(db: Db, accountId: string, { before, made }: SiteBackup): Promise<void> {
  if (before.pages.length > 0) await applySiteTemplate(db, before);
  if (made.length > 0)
    dataOf(await db.from('pages').delete().eq('account_id', accountId).in('slug', made).select('id'));
}

/** Creates an unpublished page with initial content. Returns its slug. */
export async function createPage(
  db: Db,
  page: { title: string; slug: string },
  template: PageTemplate | null,
): Promise<string> {
  return dataOf(
    await db.rpc('begin_page', {
      ...page,
      content: buildPageData(template?.blocks ?? []),
      settings: template ? { description: template.description } : {},
    }),
  );
}
