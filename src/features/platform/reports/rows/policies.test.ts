import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix, memberWith } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    [
      'asks for the orders behind it',
      `select public.report_list({demo}, 'orders')`,
      { owner: 1, visitor: '42501', others: 'forbidden' },
    ],
  ],
);

type Report = { numbers: Record<string, { now: number | null }>; tables: Record<string, unknown> };

const reportOf = async (name: string, period = '30d'): Promise<Report> => {
  const [row] = await world.database
    .as(world.caller('owner'))
    .query<{ report: Report }>('select public.report($1, $2, $3) as report', [world.demo, name, period]);
  return row?.report as Report;
};

const enrolments = async () =>
  (
    await world.sql.query<{ n: number }>('select count(*)::int as n from public.enrolments where account_id = $1', [
      world.demo,
    ])
  )[0]?.n;

describe('the rows behind a number', () => {
  const rowsOf = async (list: string, filters = {}, page = 1, size = 5_000) => {
    const [row] = await world.database
      .as(world.caller('owner'))
      .query<{ list: { count: number; rows: { id: string; at: string }[] } }>(
        `select public.report_list($1, $2, '12m', null, null, $3::jsonb, $4, $5) as list`,
        [world.demo, list, JSON.stringify(filters), page, size],
      );
    return row?.list as { count: number; rows: Record<string, unknown>[] };
  };
  test.each([
    ['sales', 'orders', 'orders'],
    ['sales', 'refunds', 'refunds'],
    ['members', 'joined', 'joined'],
    ['learning', 'enrolled', 'enrolled'],
    ['learning', 'completions', 'completions'],
    ['learning', 'lessons', 'lessons'],
    ['learning', 'attempts', 'attempts'],
    ['marketing', 'answers', 'answers'],
    ['marketing', 'subscribed', 'subscribed'],
    ['marketing', 'left', 'left'],
    ['marketing', 'coupon_orders', 'coupon_orders'],
    ['visits', 'visits', 'visits'],
    ['marketing', 'campaign_visits', 'campaign_visits'],
  ])('of %s: as many %s as it says', async (report, key, list) => {
    const total = (await reportOf(report, '12m')).numbers[key]?.now;
    const { count, rows } = await rowsOf(list);
    expect(count).toBe(total);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
  });

  test('who is at risk is who has not been there for two weeks', async () => {
    const { tables } = await reportOf('learning');
    const { count, rows } = await rowsOf('risk');
    expect(count).toBe(tables.risk);
    for (const row of rows) expect(new Date(String(row.at)).getTime()).toBeLessThan(Date.now() - 13 * 86_400_000);
  });

  test('every learner in every course stands in one list, a page at a time', async () => {
    const all = await rowsOf('learners');
    expect(all.count).toBe(await enrolments());
    const second = await rowsOf('learners', {}, 2, 2);
    expect(second.rows).toEqual(all.rows.slice(2, 4));
    expect(Object.keys(all.rows[0] ?? {})).toEqual(
      expect.arrayContaining(['name', 'email', 'course', 'status', 'percent', 'score', 'login_at']),
    );
  });

  test('a page has 1 to 20,000 rows', async () => {
    for (const size of [0, 20_001])
      expect(
        await world.attempt('owner', `select public.report_list($1, 'orders', '30d', null, null, '{}', 1, $2)`, [
          world.demo,
          size,
        ]),
      ).toMatchObject({ refused: 'invalid' });
  });

  test.each([
    [['manage_stats'], []],
    [['manage_stats', 'edit_posts'], []],
    [['manage_shop'], ['orders']],
    [['manage_students'], ['learners']],
    [['manage_members'], ['joined']],
    [['manage_options'], ['visits', 'orders', 'learners', 'answers']],
  ])('a role with %j sees %j', async (caps, open) => {
    const caller = await memberWith(world, world.demo, caps);
    const ids: string[] = [];
    for (const list of ['visits', 'orders', 'learners', 'answers', 'joined']) {
      const attempt = await world.attempt(caller, 'select public.report_list($1, $2)', [world.demo, list]);
      if ('rows' in attempt) ids.push(list);
    }
    expect(ids).toEqual(caps.includes('manage_options') ? [...open, 'joined'] : open);
  });
});
