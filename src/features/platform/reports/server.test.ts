import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const file = async (path: string, as?: Person) => {
  const response = await app.call(path, as ? { as } : {});
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n');

describe('the rows behind a number as a file', () => {
  test.each([
    ['owner', 200],
    ['instructor', 403],
    ['student', 403],
    ['atelierOwner', 403],
    ['stolen', 403],
    [undefined, 401],
  ] as [Person | undefined, number][])('of paid orders, for %s: %i', async (who, status) => {
    expect((await file('/api/reports/orders.csv', who)).status).toBe(status);
  });

  test('has a line for every row, with its values', async () => {
    const { type, text } = await file('/api/reports/orders.csv?period=12m', 'owner');
    expect(type).toBe('text/csv; charset=utf-8');
    const [head, ...lines] = linesOf(text);
    expect(head).toBe('"number","name","email","items","coupon","amount","currency","at"');
    const rows = await world.sql.query<{ number: number; total: number }>(
      `select number, total::float as total from public.orders where account_id = $1 and status = 'paid' order by paid_at desc`,
      [world.demo],
    );
    expect(lines).toHaveLength(rows.length);
    expect(lines[0]).toContain(`"${rows[0]?.number}"`);
    expect(lines[0]).toContain(`"${(rows[0]?.total ?? 0) / 100}","EUR"`);
  });

  test('is nothing a spreadsheet would run', async () => {
    const name = '=HYPERLINK("https://bad.test")';
    await world.sql.query(`update public.members set name = $2 where account_id = $1 and email = 'student@demo.test'`, [
      world.demo,
      name,
    ]);
    const { text } = await file('/api/reports/learners.csv', 'owner');
    expect(text).toContain(`"'=HYPERLINK(""https://bad.test"")"`);
  });

  test('is sent whole where it is longer than what is read at once', async () => {
    await world.sql.query(
      `insert into public.visits (account_id, day, visitor, started_at, last_at, views, entry_path, exit_path, device)
       select $1, current_date, g, now() - make_interval(secs => 1 + g % 7200), now(), 1, '/', '/', 'phone'
         from generate_series(1, 20500) g`,
      [world.demo],
    );
    const lines = linesOf((await file('/api/reports/visits.csv?period=7d&device=phone', 'owner')).text);
    const [row] = await world.sql.query<{ n: number }>(
      `select count(*)::int as n from public.visits where account_id = $1 and device = 'phone'
          and started_at >= ((now() at time zone 'UTC')::date - 6)::timestamp at time zone 'UTC'`,
      [world.demo],
    );
    expect(lines).toHaveLength((row?.n ?? 0) + 1);
    expect(row?.n).toBeGreaterThan(20_500);
  });

  test.each([
    ['a list there is not', '/api/reports/secrets.csv', 404],
    ['another kind of file', '/api/reports/orders.xml', 404],
    ['days to come', '/api/reports/orders.csv?period=custom&since=2999-01-01&until=2999-01-02', 422],
  ])('%s is refused', async (_, path, status) => {
    expect((await file(path, 'owner')).status).toBe(status);
  });
});
