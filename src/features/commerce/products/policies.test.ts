import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currencyDigits } from '#base/shared/money.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let onSale: string;
let draft: string;
beforeAll(async () => {
  world = await openWorld();
  const add = async (title: string, status: string) => {
    const rows = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status) values ($1, $2, lower(replace($2, ' ', '-')), 'digital', $3) returning id`,
      [world.demo, title, status],
    );
    await world.sql.query(
      `insert into public.prices (account_id, product_id, currency, amount, is_active) values ($1, $2, 'EUR', 900, false), ($1, $2, 'EUR', 1000, true)`,
      [world.demo, rows[0]?.id],
    );
    return rows[0]?.id ?? '';
  };
  onSale = await add('Test chart', 'published');
  draft = await add('Test draft', 'draft');
});
afterAll(() => world.close());

/** Saves the prices of a product and returns their ids. */
const SET_PRICES = 'select public.set_prices($1, $2::jsonb) as id';
const priceList = (...prices: object[]) => JSON.stringify(prices.map((price) => ({ currency: 'EUR', ...price })));

const persons: Person[] = [
  'visitor',
  'owner',
  'instructor',
  'student',
  'parent',
  'member',
  'atelierOwner',
  'atelierStudent',
  'both',
  'blocked',
  'removed',
  'fresh',
  'stolen',
  'unbound',
];
const isManager = (person: Person) => person === 'owner';

describe.each(persons)('%s', (person) => {
  const rowsOf = async (text: string, values: unknown[]) => {
    const outcome = await world.attempt(person, text, values);
    return 'rows' in outcome ? outcome.rows.length : outcome.refused;
  };

  test('sees what is on sale, and drafts only where they manage', async () => {
    expect(await rowsOf('select id, title from public.products where id = $1', [onSale])).toBe(1);
    expect(await rowsOf('select id, title from public.products where id = $1', [draft])).toBe(
      isManager(person) ? 1 : 0,
    );
  });

  test('sees the price of today; old prices and those of drafts only where they manage', async () => {
    expect(await rowsOf('select amount from public.prices where product_id = $1', [onSale])).toBe(
      isManager(person) ? 2 : 1,
    );
    expect(await rowsOf('select amount from public.prices where product_id = $1', [draft])).toBe(
      isManager(person) ? 2 : 0,
    );
  });

  test('writes products only where they manage, and only of their account', async () => {
    const insert = `insert into public.products (account_id, title, slug) values ($1, 'Mine', 'mine') returning id`;
    const unaffected = person === 'visitor' ? '42501' : 0;
    expect(await rowsOf(insert, [world.demo])).toBe(isManager(person) ? 1 : '42501');
    expect(await rowsOf(insert, [world.atelier])).toBe(person === 'atelierOwner' ? 1 : '42501');
    expect(await rowsOf(`update public.products set title = 'Hers' where id = $1 returning id`, [onSale])).toBe(
      isManager(person) ? 1 : unaffected,
    );
    expect(await rowsOf('delete from public.products where id = $1 returning id', [onSale])).toBe(
      isManager(person) ? 1 : unaffected,
    );
    expect(
      await rowsOf(`update public.products set account_id = $2 where id = $1 returning id`, [onSale, world.atelier]),
    ).toBe('42501');
  });

  test('prices are written only through set_prices, by managers', async () => {
    expect(await rowsOf('update public.prices set amount = 1 where product_id = $1', [onSale])).toBe('42501');
    expect(await rowsOf('delete from public.prices where product_id = $1', [onSale])).toBe('42501');
    expect(
      await rowsOf(`insert into public.prices (account_id, product_id, currency, amount) values ($1, $2, 'USD', 1)`, [
        world.demo,
        onSale,
      ]),
    ).toBe('42501');
    const errorCode = person === 'visitor' ? '42501' : 'not_found';
    expect(await rowsOf(SET_PRICES, [onSale, priceList({ amount: 1200 })])).toBe(isManager(person) ? 1 : errorCode);
  });

  test('says what a bundle opens only where they manage', async () => {
    const text = `insert into public.product_courses (account_id, product_id, course_id)
      select p.account_id, p.id, c.id from public.products p join public.courses c on c.account_id = p.account_id
       where p.id = $1 and c.status = 'published' limit 1 returning id`;
    const courses = await world.sql.query(`select from public.courses where account_id = $1 and status = 'published'`, [
      world.demo,
    ]);
    expect(await rowsOf(text, [onSale])).toBe(
      person === 'visitor' ? '42501' : courses.length === 0 ? 0 : isManager(person) ? 1 : '42501',
    );
  });
});

test('a file of a digital good is for those who manage it, until somebody has paid', async () => {
  const path = `products/${onSale}/chart.pdf`;
  await world.sql.query(
    `insert into public.product_files (account_id, product_id, name, path, size) values ($1, $2, 'Chart.pdf', $3, 10)`,
    [world.demo, onSale, path],
  );
  await world.sql.query('insert into storage.objects (bucket_id, name, version) values ($1, $2, gen_random_uuid())', [
    `${world.demo}-private`,
    path,
  ]);
  for (const person of persons) {
    const file = await world.attempt(person, 'select path from public.product_files where product_id = $1', [onSale]);
    const bytes = await world.attempt(person, 'select name from storage.objects where name = $1', [path]);
    const add = await world.attempt(
      person,
      `insert into public.product_files (account_id, product_id, name, path, size) values ($1, $2::uuid, 'x', 'products/' || $2::uuid || '/x', 1) returning id`,
      [world.demo, onSale],
    );
    if (person === 'visitor') expect(file).toMatchObject({ refused: '42501' });
    else expect([person, file]).toEqual([person, { rows: isManager(person) ? [{ path }] : [] }]);
    expect([person, bytes]).toEqual([person, { rows: isManager(person) ? [{ name: path }] : [] }]);
    if (isManager(person)) expect(add).toHaveProperty('rows');
    else expect([person, add]).toEqual([person, expect.objectContaining({ refused: '42501' })]);
  }
});

test('a new price leaves the old one standing, no longer active', async () => {
  const owner = world.database.as(world.caller('owner'));
  const [first] = await owner.query(SET_PRICES, [onSale, priceList({ amount: 1200 })]);
  const [second] = await owner.query(SET_PRICES, [onSale, priceList({ amount: 1200 })]);
  expect(second).toEqual(first);
  const rows = await world.sql.query(
    'select amount::int, is_active from public.prices where product_id = $1 order by id',
    [onSale],
  );
  expect(rows).toEqual([
    { amount: 900, is_active: false },
    { amount: 1000, is_active: false },
    { amount: 1200, is_active: true },
  ]);
});

test('a price change notifies the pages of its product, unless it is a draft', async () => {
  const payloads: string[] = [];
  const stop = await world.database.listen('changes', (payload) => payloads.push(payload));
  const owner = world.database.as(world.caller('owner'));
  await owner.query(SET_PRICES, [draft, priceList({ amount: 77_700 })]);
  await owner.query(`update public.products set title = 'Still a draft' where id = $1`, [draft]);
  await owner.query(SET_PRICES, [onSale, priceList({ amount: 88_800 })]);
  await expect.poll(() => payloads.length).toBeGreaterThan(1);
  await stop();
  const messages = payloads.map((payload) => JSON.parse(payload) as { thing: string; id: string; slugs: string[] });
  expect(messages.map(({ id }) => id)).not.toContain(draft);
  expect(messages).toContainEqual({ thing: 'products', id: onSale, slugs: ['test-chart'], account_id: world.demo });
  expect(messages.map(({ thing }) => thing)).toContain('prices');
});

describe('a sale', () => {
  const setSale = (start: string | null, end: string | null, amount = 800) =>
    world.database.as(world.caller('owner')).query(
      `select public.set_prices($1, jsonb_build_array(jsonb_build_object('currency', 'EUR', 'amount', 1000, 'sale_amount', $2::bigint,
           'sale_start', private.clock_now() + $3::interval, 'sale_end', private.clock_now() + $4::interval)))`,
      [onSale, amount, start, end],
    );
  const amountNow = async (person: Person) => {
    const outcome = await world.attempt(
      person,
      `select public.amount_now(p)::int as amount from public.prices p where p.product_id = $1 and p.is_active`,
      [onSale],
    );
    return 'rows' in outcome ? outcome.rows : outcome.refused;
  };

  test.each<[string, string | null, string | null, number]>([
    ['without dates holds now', null, null, 800],
    ['that began holds now', '-1 hour', null, 800],
    ['with an end to come holds now', '-1 hour', '1 hour', 800],
    ['that has not begun does not hold', '1 hour', '2 hours', 1000],
    ['that is over does not hold', '-2 hours', '-1 second', 1000],
  ])('%s', async (_name, start, end, amount) => {
    await setSale(start, end);
    expect(await amountNow('visitor')).toEqual([{ amount }]);
    expect(await amountNow('student')).toEqual([{ amount }]);
  });

  test.each<[string, string | null, string | null, number]>([
    ['at the regular price', null, null, 1000],
    ['below nothing', null, null, -1],
    ['that ends before it starts', '2 hours', '1 hour', 800],
  ])('%s is refused', async (_name, start, end, amount) => {
    await expect(setSale(start, end, amount)).rejects.toMatchObject({ detail: 'invalid' });
  });

  test('tells the pages that show its price when it begins and when it ends, once', async () => {
    await setSale('1 hour', '2 hours');
    const payloads: string[] = [];
    const stop = await world.database.listen('changes', (payload) => payloads.push(payload));
    const announce = async (start: string, end: string) => {
      await world.sql.query(
        `update public.prices set sale_start = private.clock_now() + $2::interval, sale_end = private.clock_now() + $3::interval
          where product_id = $1 and is_active`,
        [onSale, start, end],
      );
      payloads.length = 0;
      const [row] = await world.sql.query<{ changed: number }>('select private.announce_sales() as changed');
      return row?.changed;
    };
    expect(await announce('1 hour', '2 hours')).toBe(0);
    expect(await announce('-1 hour', '2 hours')).toBe(1);
    await expect.poll(() => payloads.some((payload) => payload.includes(onSale))).toBe(true);
    expect(await announce('-1 hour', '2 hours')).toBe(0);
    expect(await announce('-2 hours', '-1 hour')).toBe(1);
    await stop();
  });
});

test('the database and the reader count the same digits in every currency', async () => {
  const codes = Intl.supportedValuesOf('currency');
  const rows = await world.sql.query<{ code: string; digits: number }>(
    'select code, private.currency_digits(code) as digits from unnest($1::text[]) code',
    [codes],
  );
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ code, digits }) => digits !== currencyDigits(code))).toEqual([]);
});

describe('the page of a product', () => {
  test('names its files to everybody, and not where they are', async () => {
    await world.sql.query(
      `insert into public.product_files (account_id, product_id, name, path, size) values ($1, $2::uuid, 'Table.csv', 'products/' || $2::uuid || '/table.csv', 42)`,
      [world.demo, onSale],
    );
    for (const person of ['visitor', 'student'] as const) {
      const seen = await world.attempt(
        person,
        'select public.file_names(p) as names from public.products p where id = $1',
        [onSale],
      );
      expect(seen).toMatchObject({ rows: [{ names: expect.arrayContaining([{ name: 'Table.csv', size: 42 }]) }] });
    }
  });

  test('leads from its old address to the new one, unless nobody knew the old one', async () => {
    const move = (id: string, slug: string) =>
      world.database.as(world.caller('owner')).query('update public.products set slug = $2 where id = $1', [id, slug]);
    await move(onSale, 'renamed-chart');
    await move(draft, 'renamed-draft');
    expect(
      await world.sql.query(
        `select from_path, to_address from public.redirects where account_id = $1 and from_path like '/shop/%'`,
        [world.demo],
      ),
    ).toEqual([{ from_path: '/shop/test-chart', to_address: '/shop/renamed-chart' }]);
  });

  test('holds the markup of the editor and nothing else', async () => {
    const write = (body: string) =>
      world.attempt('owner', 'update public.products set body = $2 where id = $1 returning body', [onSale, body]);
    expect(await write('<p>Printed on <strong>cotton</strong>.</p>')).toHaveProperty('rows');
    expect(await write('<p onclick="alert(1)">x</p>')).toMatchObject({ refused: '23514' });
    expect(await write('<script>alert(1)</script>')).toMatchObject({ refused: '23514' });
  });
});
