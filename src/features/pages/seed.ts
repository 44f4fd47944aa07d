import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#base/server/root.ts';
import type { Seed } from '#base/server/seeding.ts';
import { writtenPage } from './rules.ts';
import { atelierPages } from './seed/atelier-pages.ts';
import type { Draw, SeedPage } from './seed/block-writing.ts';
import { demoHome } from './seed/demo-home.ts';
import { demoPages } from './seed/demo-pages.ts';
import { platformPages } from './seed/platform-pages.ts';

/** The pages of the three sites, published and kept as their first version. */
export const seed: Seed = async ({ sql, accounts, upload }) => {
  const drawFor = (accountId: string): Draw => {
    const drawn = new Map<string, Promise<string>>();
    const store = async (name: string) =>
      upload(
        accountId,
        `public/pages/${name}`,
        await readFile(join(root, 'src/features/pages/seed', name)),
        'image/svg+xml',
      );
    return async (name, alt, width = 960, height = 640) => {
      if (!drawn.has(name)) drawn.set(name, store(name));
      return { src: (await drawn.get(name)) ?? '', alt, width, height };
    };
  };

  const publish = async (accountId: string, page: SeedPage) => {
    const settings = { description: page.description, ...(page.picture ? { picture: page.picture } : {}) };
    await sql.query(
      `with page as (
         insert into public.pages (account_id, title, slug, content, settings, status, published_at)
         values ($1, $2, $3, $4::jsonb, $5::jsonb, 'published', now())
         on conflict (account_id, slug) do update
           set title = excluded.title, content = excluded.content, settings = excluded.settings
         returning account_id, id, title, content, settings
       ), version as (
         insert into public.page_versions (account_id, page_id, title, data, settings)
         select account_id, id, title, content, settings from page
       )
       select from page`,
      [accountId, page.title, page.slug, JSON.stringify(writtenPage(page.blocks)), JSON.stringify(settings)],
    );
  };

  const draw = drawFor(accounts.demo);
  for (const page of [await demoHome(draw), ...(await demoPages(draw))]) await publish(accounts.demo, page);
  for (const page of await atelierPages(drawFor(accounts.atelier))) await publish(accounts.atelier, page);
  for (const page of platformPages) await publish(accounts.platform, page);
  await sql.query(
    `update public.page_drafts d set title = p.title, data = p.content, settings = p.settings
       from public.pages p where (p.account_id, p.id) = (d.account_id, d.page_id) and p.account_id = any($1)`,
    [Object.values(accounts)],
  );
};
