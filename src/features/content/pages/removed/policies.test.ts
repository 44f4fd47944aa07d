import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let removed = '';
let section = '';
beforeAll(async () => {
  world = await openWorld();
  const addPage = async (title: string, slug: string, kind: string) =>
    (
      await world.sql.query<{ id: string }>(
        'insert into public.pages (account_id, title, slug, kind) values ($1, $2, $3, $4) returning id',
        [world.demo, title, slug, kind],
      )
    )[0]?.id ?? '';
  removed = await addPage('Summer term', 'summer-term', 'page');
  section = await addPage('Term dates', 'section-dates', 'section');
  const shows = await addPage('Winter term', 'winter-term', 'page');
  await world.sql.query('update public.page_drafts set data = $2::jsonb where page_id = $1', [
    shows,
    JSON.stringify({ root: {}, zones: {}, content: [{ type: 'SharedSection', props: { id: 's', section } }] }),
  ]);
  await owner().query(
    `select public.save_page_draft($1, 1, 'Summer term', '{"content": [], "root": {}, "zones": {"kept": []}}', '{}')`,
    [removed],
  );
  await owner().query('select public.publish_page($1)', [removed]);
  await owner().query('delete from public.pages where id = $1', [removed]);
});
afterAll(() => world.close());
const owner = () => world.database.as(world.caller('owner'));

matrix(
  () => world,
  [
    [
      'see what was removed',
      'select id, title from public.removed_pages where id = {removed}',
      { owner: 1, visitor: '42501', others: 0 },
    ],
    [
      'bring a page back',
      'select public.bring_back_page({removed})',
      { owner: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'remove a section that a page shows',
      'delete from public.pages where id = {section} returning id',
      { owner: 'section_used', visitor: '42501', others: 0 },
    ],
  ],
  () => ({ removed, section }),
);

describe('a removed page', () => {
  test('comes back whole, published as it was, with draft and versions', async () => {
    expect(await owner().query('select public.bring_back_page($1) as slug', [removed])).toEqual([
      { slug: 'summer-term' },
    ]);
    const [page] = await world.sql.query(
      `select p.status, d.version, d.data -> 'zones' as zones, (select count(*)::int from public.page_versions v where v.page_id = p.id) as versions
         from public.pages p join public.page_drafts d on d.page_id = p.id where p.id = $1`,
      [removed],
    );
    expect(page).toEqual({ status: 'published', version: 2, zones: { kept: [] }, versions: 2 });
    expect(await world.sql.query('select from public.removed_pages where id = $1', [removed])).toEqual([]);
  });

  test('gets another address where its own is taken', async () => {
    await owner().query('delete from public.pages where id = $1', [removed]);
    await world.sql.query(`insert into public.pages (account_id, title, slug) values ($1, 'New', 'summer-term')`, [
      world.demo,
    ]);
    expect(await owner().query('select public.bring_back_page($1) as slug', [removed])).toEqual([
      { slug: 'summer-term-2' },
    ]);
  });

  test('is gone for good after thirty days', async () => {
    await owner().query('delete from public.pages where id = $1', [removed]);
    const left = async () => {
      await world.sql.query('select private.forget_old_pages()');
      return (await world.sql.query('select from public.removed_pages where id = $1', [removed])).length;
    };
    expect(await left()).toBe(1);
    await world.sql.query(`update public.removed_pages set removed_at = now() - interval '31 days' where id = $1`, [
      removed,
    ]);
    expect(await left()).toBe(0);
  });
});
