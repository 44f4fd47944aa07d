import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#base/server/database.ts';
import { root } from '#base/server/root.ts';
import type { Seed } from '#base/server/seeding.ts';
import { buildPageData } from '#features/content/blocks/document/rules.ts';
import { atelierPages } from './seed/atelier-pages.ts';
import type { SeedPage } from './seed/block-writing.ts';
import { demoHome } from './seed/demo-home.ts';
import { demoPages } from './seed/demo-pages.ts';
import { platformPages } from './seed/platform-pages.ts';

/** Pages of the three demo sites, published with a first version. */
export const seed: Seed = async ({ sql, accounts, upload }) => {
  const sites = [
    { accountId: accounts.demo, pages: [demoHome, ...demoPages] },
    { accountId: accounts.atelier, pages: atelierPages },
    { accountId: accounts.platform, pages: platformPages },
  ];
  for (const { accountId, pages } of sites) {
    const uploaded = await uploadDrawings(pages, async (name) =>
      upload(
        accountId,
        `public/pages/${name}`,
        await readFile(join(root, 'src/features/content/pages/seed', name)),
        'image/svg+xml',
      ),
    );
    for (const page of uploaded) await publishPage(sql, accountId, page);
  }
  await sql.query(
    `update public.page_drafts d set title = p.title, data = p.content, settings = p.settings
       from public.pages p where (p.account_id, p.id) = (d.account_id, d.page_id) and p.account_id = any($1)`,
    [Object.values(accounts)],
  );
  await shareSection(sql, accounts.demo);
  await addUnpublishedPages(sql, accounts.demo);
};

/** The pages with the address of its upload in place of each drawing; a drawing is uploaded once. */
async function uploadDrawings(pages: SeedPage[], upload: (name: string) => Promise<string>): Promise<SeedPage[]> {
  const json = JSON.stringify(pages);
  const drawing = /"drawing:([^"]+)"/g;
  const addresses = new Map<string, string>();
  for (const [, name = ''] of json.matchAll(drawing)) if (!addresses.has(name)) addresses.set(name, await upload(name));
  return JSON.parse(json.replaceAll(drawing, (_, name: string) => JSON.stringify(addresses.get(name))));
}

async function publishPage(sql: Sql, accountId: string, page: SeedPage): Promise<void> {
  const settings = { description: page.description, ...(page.picture ? { picture: page.picture } : {}) };
  await sql.query(
    `with page as (
       insert into public.pages (account_id, title, slug, content, settings, status, published_at)
       values ($1, $2, $3, $4::jsonb, $5::jsonb, 'published', now())
       on conflict (account_id, slug) do update
         set title = excluded.title, content = excluded.content, settings = excluded.settings
       returning account_id, id, title, content, settings
     ), version as (
       insert into public.versions (account_id, kind, subject_id, state, content)
       select account_id, 'page', id, 'published',
           jsonb_build_object('title', title, 'data', content, 'settings', settings) from page
     )
     select from page`,
    [accountId, page.title, page.slug, JSON.stringify(buildPageData(page.blocks)), JSON.stringify(settings)],
  );
}

/** A section used on two pages: the open evening. */
async function shareSection(sql: Sql, accountId: string): Promise<void> {
  const section = await publishSection(sql, accountId, {
    title: 'Open evening',
    type: 'CallToAction',
    props: {
      title: 'Come to the open evening',
      text: 'Every first Thursday from six: the darkroom is lit, the telescope is out, and the kettle is on.',
      label: 'How to find us',
      href: '/contact',
    },
  });
  await sql.query(
    `with shown as (
       update public.pages set content = jsonb_insert(content, '{content, -1}',
           jsonb_build_object('type', 'SharedSection', 'props', jsonb_build_object('id', 'SharedSection-open', 'section', $2::text)), true)
        where account_id = $1 and slug in ('faq', 'instructors') returning account_id, id, content)
     update public.page_drafts d set data = shown.content from shown where (d.account_id, d.page_id) = (shown.account_id, shown.id)`,
    [accountId, section],
  );
}

/** Publishes a section of one block; returns its id. */
async function publishSection(
  sql: Sql,
  accountId: string,
  { title, type, props }: { title: string; type: string; props: Record<string, unknown> },
): Promise<string> {
  const content = { root: { props: {} }, zones: {}, content: [{ type, props: { id: `${type}-1`, ...props } }] };
  const [row] = await sql.query<{ id: string }>(
    `insert into public.pages (account_id, title, slug, kind, content, status, published_at)
     values ($1, $2, 'section-open-evening', 'section', $3::jsonb, 'published', now()) returning id`,
    [accountId, title, JSON.stringify(content)],
  );
  return row?.id ?? '';
}

/** Two pages that were never published: one is in the trash, the other has a preview link. */
async function addUnpublishedPages(sql: Sql, accountId: string): Promise<void> {
  await sql.query(
    `insert into public.pages (account_id, title, slug) values ($1, 'Open day 2025', 'open-day-2025'), ($1, 'Summer school', 'summer-school')`,
    [accountId],
  );
  await sql.query(`delete from public.pages where account_id = $1 and slug = 'open-day-2025'`, [accountId]);
  await sql.query(
    `insert into public.previews (account_id, kind, subject_id, token_hash, expires_at)
     select account_id, 'page', id, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), now() + interval '30 days'
       from public.pages where account_id = $1 and slug = 'summer-school'`,
    [accountId],
  );
}
