import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { listOrders } from '#features/commerce/orders/data.ts';
import { listProducts } from '#features/commerce/products/data.ts';
import { searchSite } from '#features/content/search/data.ts';
import { listCatalogue } from '#features/learning/courses/catalogue/data.ts';
import { listCourseRows } from '#features/learning/courses/management/data.ts';
import { listContacts } from '#features/marketing/contacts/data.ts';
import { listForms, listSubmissions } from '#features/marketing/forms/data.ts';
import { memberPage } from '#features/platform/members/directory/data.ts';
import { listTickets } from '#features/platform/tickets/data.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { userIdOf } from '#tests/db/matrix.ts';
import { officialClient, signedInClient } from '#tests/db/official-client.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { findRecords } from '../dashboard/palette/records.ts';

const NAME = 'Łucja Müller-Nguyễn, أحمد عـبد الله, İpek Işık, Тётя Ёлка';
/** As who has no such keys types it, or another spelling of the same. */
const typed = ['lucja muller', 'LUCJA MÜLLER', 'nguyen', 'احمد عبد', 'أحمد', 'ipek isik', 'IŞIK', 'тетя елка'];
const others = ['zebra', '100%', 'l_cja', '\\'];

let world: World;
let app: AppWorld;
let owner: Db;
let visitor: Db;
let formId: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  owner = (await signedInClient(app, 'owner@demo.test')) as unknown as Db;
  visitor = (await officialClient(app)) as unknown as Db;
  const [form] = await world.sql.query<{ id: string }>(
    'select id from public.forms where account_id = $1 order by id limit 1',
    [world.demo],
  );
  formId = form?.id ?? '';
  // One of each is called so.
  for (const [table, column, where] of [
    ['members', 'name', `email = 'instructor@demo.test'`],
    ['contacts', 'name', 'true'],
    ['orders', 'customer_name', 'true'],
    ['tickets', 'requester_name', 'true'],
    ['courses', 'title', `status = 'published' and visibility = 'public'`],
    ['posts', 'title', `status = 'published'`],
    ['pages', 'title', `status = 'published' and kind = 'page' and slug = 'about'`],
    ['docs', 'title', 'true'],
    ['groups', 'title', `visibility = 'public'`],
    ['products', 'title', `status = 'published'`],
    ['forms', 'name', 'true'],
  ])
    await world.sql.query(
      `update public.${table} set ${column} = $2
        where id = (select id from public.${table} where account_id = $1 and ${where} order by id limit 1)`,
      [world.demo, NAME],
    );
  await world.sql.query(
    `insert into public.form_submissions (account_id, form_id, answers, words) values ($1, $2, '[]', $3)`,
    [world.demo, formId, NAME],
  );
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const page = { page: 1, pageSize: 25 };
const lists: Record<string, (search: string) => Promise<unknown[]>> = {
  members: async (search) =>
    (
      await (
        memberPage(owner, world.demo, { search }, { column: 'name', isAscending: true }, { size: 25 })
          .queryFn as unknown as () => Promise<{ rows: unknown[] }>
      )()
    ).rows,
  contacts: async (search) => (await listContacts(owner, world.demo, { search, ...page })).rows,
  orders: async (search) => (await listOrders(owner, world.demo, { search, ...page })).rows,
  tickets: async (search) =>
    (await listTickets(owner, world.demo, { search, statuses: [], categories: [], me: '', ...page })).rows,
  courses: async (search) => (await listCourseRows(owner, world.demo, { search, ...page })).rows,
  products: async (search) => (await listProducts(owner, world.demo, { search, ...page })).rows,
  forms: async (search) =>
    (
      await listForms(owner, world.demo, {
        search,
        status: undefined,
        sort: undefined,
        isDescending: false,
        ...page,
      })
    ).rows,
  answers: async (search) => (await listSubmissions(owner, world.demo, formId, { search, ...page })).rows,
};

describe.each(Object.entries(lists))('the list of %s', (_, find) => {
  test.each(typed)('finds one by “%s”', async (words) => {
    expect(await find(words)).toHaveLength(1);
  });
  test.each(others)('finds none by “%s”', async (words) => {
    expect(await find(words)).toEqual([]);
  });
});

test.each(typed)('the palette finds by “%s” whatever is called so', async (words) => {
  const { records, isComplete } = await findRecords(
    owner,
    {
      kind: 'member',
      userId: await userIdOf(world, 'owner@demo.test'),
      account_id: world.demo,
      caps: ['manage_options', 'create_courses', 'edit_posts'],
      features: ['lms'],
    },
    words,
    new AbortController().signal,
  );
  expect(isComplete).toBe(true);
  expect(records.map(({ kind }) => kind).sort()).toEqual(
    ['affiliate', 'course', 'doc', 'form', 'member', 'order', 'page', 'post', 'product', 'ticket'].sort(),
  );
});

test.each(typed)('a visitor finds by “%s” what the site shows', async (words) => {
  const matches = await searchSite(visitor, { account_id: world.demo }, words, 'all');
  // The product is the course's own: it is not listed beside it.
  expect(matches.map(({ kind }) => kind).sort()).toEqual(['course', 'doc', 'group', 'member', 'page', 'post']);
});

test.each(typed)('a visitor finds a course by “%s” in the catalogue', async (words) => {
  const { courses } = await listCatalogue(visitor, world.demo, { q: words, sort: 'recommended', page: 1 }, []);
  expect(courses).toHaveLength(1);
});

test('what is folded beside an address is told to nobody who may not see the address', async () => {
  const card = (await (visitor as unknown as SupabaseClient).from('member_cards').select('*').limit(1).single()).data;
  expect(Object.keys(card ?? {}).sort()).toEqual(
    ['account_id', 'avatar', 'bio', 'id', 'is_public', 'name', 'role_name', 'search_name', 'slug', 'user_id'].sort(),
  );
  expect(JSON.stringify(card)).not.toContain('@');
});
