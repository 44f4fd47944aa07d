import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagesOf } from '#base/shared/all-pages.ts';
import { csvInPages } from '#base/shared/csv.ts';
import type { Db } from '#base/shared/db-client.ts';
import { listCoupons, removeCoupons } from '#features/commerce/coupons/data.ts';
import { archiveProducts, listProducts, removeProducts } from '#features/commerce/products/data.ts';
import { listContacts } from '#features/marketing/contacts/data.ts';
import { listAnsweredFields, listSubmissions } from '#features/marketing/forms/data.ts';
import { memberBatches } from '#features/platform/members/directory/data.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { signedInClient } from '#tests/db/official-client.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { isLong } from '#tests/long.ts';
import { chosenIds } from '#ui/table/use-bulk.ts';

let world: World;
let app: AppWorld;
let owner: Db;
let formId: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  owner = (await signedInClient(app, 'owner@demo.test')) as unknown as Db;
  const [form] = await world.sql.query<{ id: string }>(
    'select id from public.forms where account_id = $1 order by id limit 1',
    [world.demo],
  );
  formId = form?.id ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const everything = { isAll: true, ids: new Set<string>() };
const rowId = ({ id }: { id: string }) => id;
const many = async (table: string, where: string) =>
  (
    await world.sql.query<{ many: number }>(
      `select count(*)::int as many from public.${table} where account_id = $1 and ${where}`,
      [world.demo],
    )
  )[0]?.many;

describe.each([1_000, 1_001])('of %i that match', (count) => {
  test('every product is archived, and removed', async () => {
    await world.sql.query(
      `insert into public.products (account_id, title, slug, type) select $1, 'Whole ' || n, 'whole-' || n, 'digital' from generate_series(1, $2::int) n`,
      [world.demo, count],
    );
    const read = (page: number, pageSize: number) =>
      listProducts(owner, world.demo, { search: 'whole', sort: 'title', isDescending: false, page, pageSize });
    const ids = await chosenIds({ selection: everything, readAll: read, rowId });
    expect(ids).toHaveLength(count);
    await archiveProducts(owner, world.demo, ids);
    expect(await many('products', `slug like 'whole-%' and status = 'archived'`)).toBe(count);
    await removeProducts(owner, world.demo, ids);
    expect(await many('products', `slug like 'whole-%'`)).toBe(0);
  });

  test('every coupon is removed', async () => {
    await world.sql.query(
      `insert into public.coupons (account_id, name, discount_type, coupon_amount) select $1, 'WHOLE' || n, 'flat', 1 from generate_series(1, $2::int) n`,
      [world.demo, count],
    );
    const read = (page: number, pageSize: number) =>
      listCoupons(owner, world.demo, { search: 'whole', page, pageSize });
    const ids = await chosenIds({ selection: everything, readAll: read, rowId });
    expect(ids).toHaveLength(count);
    await removeCoupons(owner, world.demo, ids);
    expect(await many('coupons', `name like 'WHOLE%'`)).toBe(0);
  });
});

test('what is chosen row by row is that and no more', async () => {
  const read = () => Promise.reject(new Error('The list was read.'));
  expect(
    await chosenIds({ selection: { ...everything, isAll: false, ids: new Set(['a', 'b']) }, readAll: read, rowId }),
  ).toEqual(['a', 'b']);
});

// A file is read a thousand rows at a time; that many times twenty takes as many seconds.
describe.each(isLong ? [20_000, 20_001] : [2_000, 2_001])('a file of %i', (count) => {
  test('contacts holds each once', async () => {
    await world.sql.query(
      `insert into public.contacts (account_id, email, name, created_at)
       select $1, 'whole' || n || '@many.test', 'Whole ' || n % 7, now() - (n % 5) * interval '1 day' from generate_series(1, $2::int) n`,
      [world.demo, count],
    );
    const read = (page: number, pageSize: number) =>
      listContacts(owner, world.demo, { search: 'whole', page, pageSize });
    const lines: string[] = [];
    const received = await csvInPages(
      ['email'],
      pagesOf(read),
      (row) => [row.email],
      (text) => void lines.push(...text.split('\r\n')),
    );
    expect(received).toBe(count);
    expect(new Set(lines.filter((line) => line.includes('@'))).size).toBe(count);
    await world.sql.query(`delete from public.contacts where account_id = $1 and email like 'whole%'`, [world.demo]);
  }, 120_000);

  test('answers holds each once, under every name a field ever had', async () => {
    await world.sql.query(
      `insert into public.form_submissions (account_id, form_id, answers, words, created_at)
       select $1, $2, jsonb_build_array(jsonb_build_object('id', 'gone', 'label', case when n = 1 then 'Now' else 'Before' end, 'value', n::text)),
              'whole', now() - n * interval '1 second' from generate_series(1, $3::int) n`,
      [world.demo, formId, count],
    );
    const read = (page: number, pageSize: number) =>
      listSubmissions(owner, world.demo, formId, { search: 'whole', page, pageSize });
    const visible = new Set<string>();
    for await (const rows of pagesOf(read)) for (const row of rows) visible.add(row.id);
    expect(visible.size).toBe(count);
    expect((await listAnsweredFields(owner, world.demo, formId)).find(({ id }) => id === 'gone')).toEqual({
      id: 'gone',
      label: 'Now',
    });
    await world.sql.query(`delete from public.form_submissions where account_id = $1 and words = 'whole'`, [
      world.demo,
    ]);
  }, 120_000);
});

test.each([500, 501, 1_001])('of %i members that match every one is in the file', async (count) => {
  await world.sql.query(
    `with people as (insert into auth.users (id, email, aud, role)
       select gen_random_uuid(), 'whole' || n || '@many.test', 'authenticated', 'authenticated' from generate_series(1, $2::int) n
       returning id, email)
     insert into public.members (account_id, user_id, role_id, name, slug, email)
     select $1, p.id, (select role_id from public.roles where account_id = $1 and kind = 'student'), 'Of one name',
            split_part(p.email, '@', 1), p.email from people p`,
    [world.demo, count],
  );
  const visible = new Set<string>();
  for await (const rows of memberBatches(owner, world.demo, { search: 'of one name' }))
    for (const row of rows) visible.add(row.id);
  expect(visible.size).toBe(count);
  await world.sql.query(`delete from public.members where account_id = $1 and email like 'whole%'`, [world.demo]);
  await world.sql.query(`delete from auth.users where email like 'whole%'`);
});
