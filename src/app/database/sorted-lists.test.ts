import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { normalizeSearch } from '#base/shared/normalize-search.ts';
import { listCoupons } from '#features/commerce/coupons/data.ts';
import { listOrders } from '#features/commerce/orders/data.ts';
import { listProducts } from '#features/commerce/products/data.ts';
import { priceIn } from '#features/commerce/products/rules.ts';
import { listCourseRows } from '#features/learning/courses/management/data.ts';
import { listContacts } from '#features/marketing/contacts/data.ts';
import { listTickets } from '#features/platform/tickets/data.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { userIdOf } from '#tests/db/matrix.ts';
import { signedInClient } from '#tests/db/official-client.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let owner: Db;
const categories = new Map<string, string>();
const staff = new Map<string, string>();
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  owner = (await signedInClient(app, 'owner@demo.test')) as unknown as Db;
  // Many of one value, and some without: what puts lists out of order.
  await world.sql.query(
    `insert into public.products (account_id, title, slug, type) select $1, 'Éclair ' || n % 3, 'eclair-' || n, 'digital' from generate_series(1, 9) n`,
    [world.demo],
  );
  await world.sql.query(
    `insert into public.prices (account_id, product_id, currency, amount)
     select account_id, id, 'EUR', 500 * (row_number() over (order by id) % 2) from public.products p
      where account_id = $1 and slug like 'eclair-%' and slug <= 'eclair-6'`,
    [world.demo],
  );
  await world.sql.query(
    `insert into public.courses (account_id, title, slug, category_id, author_id)
     select $1, 'Course ' || n % 3, 'sorted-' || n,
       case when n % 2 = 0 then (select id from public.course_categories where account_id = $1 order by id limit 1) end,
       case when n % 3 = 0 then (select id from public.members where account_id = $1 and email = 'instructor@demo.test') end
       from generate_series(1, 9) n`,
    [world.demo],
  );
  await world.sql.query(
    `insert into public.coupons (account_id, name, discount_type, coupon_amount, date_end)
     select $1, 'SORT' || n, case when n % 2 = 0 then 'flat' else 'percentage' end, 5 + n % 2, case when n % 3 = 0 then now() + interval '9 days' end
       from generate_series(1, 9) n`,
    [world.demo],
  );
  const me = await userIdOf(world, 'owner@demo.test');
  await world.sql.query(
    `update public.tickets set assignee_id = $2 where account_id = $1 and id in (select id from public.tickets where account_id = $1 order by id limit 2)`,
    [world.demo, me],
  );
  for (const row of await world.sql.query<{ id: string; name: string }>(
    'select id, name from public.course_categories where account_id = $1',
    [world.demo],
  ))
    categories.set(row.id, row.name);
  for (const row of await world.sql.query<{ id: string; name: string }>(
    'select user_id as id, name from public.members where account_id = $1',
    [world.demo],
  ))
    staff.set(row.id, row.name);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

type Requested = { sort: string; isDescending: boolean; page: number; pageSize: number };
type Value = string | number | boolean | null | undefined;
type List<Row> = {
  read: (requests: Requested) => Promise<{ rows: Row[]; total: number }>;
  keys: Record<string, (row: Row) => Value>;
};
const list = <Row extends { id: string }>(item: List<Row>) => item as unknown as List<{ id: string }>;

const lists: Record<string, List<{ id: string }>> = {
  contacts: list({
    read: (requests) => listContacts(owner, world.demo, requests),
    keys: {
      email: (row) => normalizeSearch(row.name || row.email),
      state: (row) => row.state,
      created_at: (row) => row.created_at,
    },
  }),
  orders: list({
    read: (requests) => listOrders(owner, world.demo, requests),
    keys: {
      number: (row) => row.number,
      customer_name: (row) => normalizeSearch(`${row.customer_name} ${row.email}`),
      status: (row) => row.status,
      placed_at: (row) => row.placed_at,
      total: (row) => row.total,
    },
  }),
  tickets: list({
    read: (requests) => listTickets(owner, world.demo, { ...requests, statuses: [], categories: [], me: '' }),
    keys: {
      subject: (row) => row.subject,
      category: (row) => row.category,
      status: (row) => row.status,
      requester_name: (row) => row.requester_name,
      last_message_at: (row) => row.last_message_at,
      due_at: (row) => row.due_at,
      number: (row) => row.number,
      assignee_id: (row) => row.assignee_id && normalizeSearch(staff.get(row.assignee_id) ?? ''),
    },
  }),
  products: list({
    read: (requests) => listProducts(owner, world.demo, requests),
    keys: {
      title: (row) => normalizeSearch(row.title),
      type: (row) => row.type,
      status: (row) => row.status,
      updated_at: (row) => row.updated_at,
      price: (row) => priceIn(row.prices, 'EUR')?.amount,
    },
  }),
  coupons: list({
    read: (requests) => listCoupons(owner, world.demo, requests),
    keys: {
      name: (row) => row.name,
      discount: (row) => `${row.discount_type} ${String(row.coupon_amount).padStart(9, '0')}`,
      date_start: (row) => row.date_start,
      date_end: (row) => row.date_end,
      usage_count: (row) => row.usage_count,
    },
  }),
  courses: list({
    read: (requests) => listCourseRows(owner, world.demo, requests),
    keys: {
      title: (row) => normalizeSearch(row.title),
      author: (row) => row.author && normalizeSearch(row.author),
      category: (row) => categories.get(row.category_id ?? ''),
      lesson_count: (row) => row.lesson_count,
      status: (row) => row.status,
      updated_at: (row) => row.updated_at,
    },
  }),
};

const cases = Object.entries(lists).flatMap(([name, { keys }]) =>
  Object.keys(keys).flatMap((sort) => [false, true].map((isDescending) => [name, sort, isDescending] as const)),
);

describe('a list in order', () => {
  test.each(cases)(
    'of %s by %s, descending %s: every row once, page by page, what has no value last',
    async (name, sort, isDescending) => {
      const { read, keys } = lists[name] as List<{ id: string }>;
      const rows: { id: string }[] = [];
      let total = 1;
      for (let page = 1; rows.length < total && page < 100; page++) {
        const response = await read({ sort, isDescending, page, pageSize: 3 });
        total = response.total;
        rows.push(...response.rows);
      }
      expect(total).toBeGreaterThan(3);
      expect(rows).toHaveLength(total);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
      const values = rows
        .map((row) => keys[sort]?.(row))
        .map((value) => (value === '' || value === undefined ? null : value));
      const existing = values.filter((value) => value !== null);
      expect(values).toEqual([...existing, ...values.filter((value) => value === null)]);
      const sorted = [...existing].sort((a, b) => ((a as string) < (b as string) ? -1 : a === b ? 0 : 1));
      expect(existing).toEqual(isDescending ? sorted.reverse() : sorted);
    },
  );

  test.each(Object.keys(lists))('of %s past its end has no rows, and says how many there are', async (name) => {
    const { read } = lists[name] as List<{ id: string }>;
    const request = { sort: 'secret', isDescending: false, pageSize: 3 };
    const { total } = await read({ ...request, page: 1 });
    expect(await read({ ...request, page: 90 })).toEqual({ rows: [], total });
  });

  test.each(Object.keys(lists))('of %s by what is no column is the usual one', async (name) => {
    const { read } = lists[name] as List<{ id: string }>;
    const response = await read({ sort: 'secret', isDescending: false, page: 1, pageSize: 3 });
    expect(response.rows.length).toBeGreaterThan(0);
  });
});

test('who answers nothing is not told the name of who does', async () => {
  const student = await userIdOf(world, 'student@demo.test');
  await world.sql.query('update public.tickets set assignee_id = $2 where account_id = $1', [
    world.demo,
    await userIdOf(world, 'owner@demo.test'),
  ]);
  const received = async (email: string) => {
    const db = (await signedInClient(app, email)) as unknown as Db;
    const { data } = await db
      .from('tickets')
      .select('id, assignee_name' as 'id')
      .eq('account_id', world.demo)
      .eq('user_id', student);
    return new Set((data as unknown as { assignee_name: string | null }[]).map((row) => row.assignee_name));
  };
  expect(await received('student@demo.test')).toEqual(new Set([null]));
  expect(await received('owner@demo.test')).toEqual(
    new Set([normalizeSearch(staff.get(await userIdOf(world, 'owner@demo.test')) ?? '')]),
  );
});
