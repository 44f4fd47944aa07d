import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
const names: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  names.bug =
    (await world.sql.query<{ id: string }>(`select id from public.tickets where category = 'bug'`))[0]?.id ?? '';
});
afterAll(() => world.close());

matrix(
  () => world,
  [
    ['asks what a site holds', 'select private.site_of_ticket({demo}, {bug})', { others: '42501' }],
    ['says what checks found', `select private.keep_site_checks({demo}, {bug}, '[]')`, { others: '42501' }],
    ['removes files nobody sent', 'select private.prune_ticket_files()', { others: '42501' }],
    [
      'has a site checked of which nobody said it is down',
      'select public.check_site({demo}, {bug})',
      { visitor: '42501', others: 'not_found' },
    ],
  ],
  () => names,
);

describe('a ticket that says the site is down', () => {
  test('the storage it counts is that of the files in its buckets, the other limits those of its plan', async () => {
    const [stored] = await world.sql.query<{ bytes: string }>(
      `select sum((metadata ->> 'size')::bigint)::text as bytes from storage.objects where bucket_id = any($1)`,
      [[world.demo, `${world.demo}-private`]],
    );
    const [site] = await world.sql.query<{ meters: { meter: string; used: number; limit: number | null }[] }>(
      `select s.meters from public.tickets t, private.site_of_ticket(t.account_id, t.id) s where t.about_account_id = $1 limit 1`,
      [world.demo],
    );
    const usage = await world.sql.query<{ meter: string; used: number; limit: number | null }>(
      `select meter, used::int as used, private.cap_of(account_id, meter)::float as limit from public.usage_meters
        where account_id = $1 and period_start = private.period_of(meter) and private.cap_of(account_id, meter) > 0 order by meter`,
      [world.demo],
    );
    const [storage, ...otherMeters] = site?.meters ?? [];
    expect(storage).toMatchObject({ meter: 'storage', used: Number(stored?.bytes) });
    expect(otherMeters).toEqual(usage.filter(({ meter }) => meter !== 'storage'));
    expect(otherMeters.length).toBeGreaterThan(0);
  });

  test('is checked anew by whoever asked or answers, and not twice within a minute', async () => {
    const [ticket] = await world.sql.query<{ id: string }>(
      `select private.make_ticket($1, $2, 'siteDown', 'Nothing comes', 'A blank page.') as id`,
      [world.demo, world.caller('student').claims.sub],
    );
    const readChecks = (person: 'student' | 'owner' | 'member') =>
      world.attempt(person, 'select public.check_site($1, $2)', [world.demo, ticket?.id]);
    expect(await readChecks('member')).toMatchObject({ refused: 'not_found' });
    expect(await readChecks('student')).toHaveProperty('rows');
    await world.sql.query(`select private.keep_site_checks($1, $2, '[]')`, [world.demo, ticket?.id]);
    expect(await readChecks('owner')).toMatchObject({ refused: 'checked_just_now' });
  });
});
