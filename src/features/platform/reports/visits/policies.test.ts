import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let visit = '';
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string }>('select id from public.visits where account_id = $1 limit 1', [
    world.demo,
  ]);
  visit = row?.id ?? '';
});
afterAll(() => world.close());

const readers = { owner: 1, visitor: '42501', others: 0 };
matrix(
  () => world,
  [
    ['see a visit', 'select entry_path from public.visits where id = {visit}', readers],
    ['see a page of a visit', 'select path from public.visit_pages where visit_id = {visit} limit 1', readers],
    ['see what tells visitors apart', 'select visitor from public.visits where id = {visit}', { others: '42501' }],
    ['change a visit', 'update public.visits set views = 9 where id = {visit} returning id', { others: '42501' }],
    ['remove a visit', 'delete from public.visits where id = {visit} returning id', { others: '42501' }],
    [
      'add a visit',
      `insert into public.visits (account_id, day, visitor, started_at, last_at, views, entry_path, exit_path, device)
       values ({demo}, now(), 7, now(), now(), 1, '/', '/', 'phone')`,
      { others: '42501' },
    ],
    [
      'add a page to a visit',
      `insert into public.visit_pages (account_id, visit_id, path, views) values ({demo}, {visit}, '/', 1)`,
      { others: '42501' },
    ],
    [
      'change a page of a visit',
      `update public.visit_pages set views = 2 where visit_id = {visit}`,
      { others: '42501' },
    ],
    ['remove a page of a visit', `delete from public.visit_pages where visit_id = {visit}`, { others: '42501' }],
    ['count a visit', `select private.count_visits('[]')`, { others: '42501' }],
    ['read the salt of the day', `select salt from private.visit_salts`, { others: '42501' }],
    ['ask for the salt of the day', `select * from private.visit_salts_of('{}')`, { others: '42501' }],
  ],
  () => ({ visit }),
);

describe('counting', () => {
  beforeEach(() => world.sql.query('delete from public.visits where account_id = $1', [world.demo]));
  const visitRow = (visitor: string, minute: number, path: string, more: object = {}) => ({
    account_id: world.demo,
    visitor,
    day: '2026-05-05',
    at: new Date(Date.UTC(2026, 4, 5, 10, minute)).toISOString(),
    path,
    source: '',
    medium: '',
    campaign: '',
    device: 'desktop',
    language: 'en',
    country: '',
    ...more,
  });
  const count = (views: object[]) => world.sql.query('select private.count_visits($1::jsonb)', [JSON.stringify(views)]);
  const visits = () =>
    world.sql.query<{ views: number; entry_path: string; exit_path: string; source: string; seconds: number }>(
      `select views, entry_path, exit_path, source, extract(epoch from last_at - started_at)::int as seconds
         from public.visits where account_id = $1 order by started_at, views desc`,
      [world.demo],
    );
  const anna = randomBytes(8).readBigInt64BE().toString();
  const omar = randomBytes(8).readBigInt64BE().toString();

  test('a visit goes on until thirty minutes have passed without a page', async () => {
    await count([visitRow(anna, 0, '/', { source: 'letter' }), visitRow(anna, 5, '/course')]);
    await count([visitRow(anna, 34, '/blog', { source: 'forum' })]);
    await count([visitRow(anna, 64, '/', { source: 'forum' })]);
    expect(await visits()).toEqual([
      { views: 3, entry_path: '/', exit_path: '/blog', source: 'letter', seconds: 34 * 60 },
      { views: 1, entry_path: '/', exit_path: '/', source: 'forum', seconds: 0 },
    ]);
  });

  test('two visitors are two visits, and each page is counted as often as it was seen', async () => {
    await count([visitRow(anna, 0, '/'), visitRow(omar, 1, '/'), visitRow(anna, 2, '/'), visitRow(anna, 3, '/course')]);
    await count([visitRow(anna, 4, '/')]);
    expect((await visits()).map(({ views }) => views)).toEqual([4, 1]);
    const pages = await world.sql.query(
      'select path, sum(views)::int as views, count(*)::int as visits from public.visit_pages where account_id = $1 group by 1 order by 1',
      [world.demo],
    );
    expect(pages).toEqual([
      { path: '/', views: 4, visits: 2 },
      { path: '/course', views: 1, visits: 1 },
    ]);
  });

  test('fifty processes that hear of one visitor at once begin one visit', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, at) => count([visitRow(anna, at % 5, '/')])));
    expect((await visits()).map(({ views }) => views)).toEqual([50]);
  });

  test('a deleted account has no visits', async () => {
    await count([visitRow(anna, 0, '/', { account_id: '00000000-0000-7000-8000-0000000000ff' })]);
    expect(await visits()).toEqual([]);
  });
});

describe('the salt', () => {
  test('is one for all of a day, and gone once the day is over everywhere', async () => {
    const salts = async () =>
      world.sql.query<{ account_id: string; day: string; salt: string }>(
        'select account_id, day::text, salt from private.visit_salts_of($1)',
        [[world.demo, world.atelier]],
      );
    const first = await salts();
    expect(first).toHaveLength(2);
    expect(new Set(first.map(({ salt }) => salt)).size).toBe(1);
    expect(first[0]?.salt).toMatch(/^[0-9a-f]{64}$/);
    expect(await salts()).toEqual(first);
    await world.sql.query(`update private.visit_salts set day = day - 3`);
    const next = await salts();
    expect(next[0]?.salt).not.toBe(first[0]?.salt);
    expect(await world.sql.query('select from private.visit_salts')).toHaveLength(1);
  });

  test('changes at midnight where the account is', async () => {
    const zoneOf = (zone: string) =>
      world.sql.query(
        `update public.options set value = jsonb_set(value, '{timezone}', to_jsonb($2::text)) where account_id = $1 and key = 'settings'`,
        [world.atelier, zone],
      );
    await zoneOf('Pacific/Kiritimati');
    await world.sql.query(
      `update public.options set value = jsonb_set(value, '{timezone}', '"Pacific/Pago_Pago"') where account_id = $1 and key = 'settings'`,
      [world.demo],
    );
    const rows = await world.sql.query<{ salt: string }>('select salt from private.visit_salts_of($1)', [
      [world.demo, world.atelier],
    ]);
    expect(new Set(rows.map(({ salt }) => salt)).size).toBe(2);
  });
});

test('visits of more than two years and a month ago are removed, with their pages', async () => {
  await world.sql.query(
    `insert into public.visits (account_id, id, day, visitor, started_at, last_at, views, entry_path, exit_path, device)
     select $1, gen_random_uuid(), now(), 7, now() - x, now() - x, 1, '/old', '/old', 'phone'
       from unnest('{24 months,26 months}'::interval[]) x`,
    [world.atelier],
  );
  const [removed] = await world.sql.query<{ n: string }>('select private.prune_visits() as n');
  expect(Number(removed?.n)).toBe(1);
});
