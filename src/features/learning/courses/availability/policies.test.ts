import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Availability, NEXT, openAvailability, PAST } from '#tests/db/availability.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let ids: Record<string, string>;
let course: string;
let section: string;
let member: string;
let lesson: Availability['lesson'];
let set: Availability['set'];

beforeAll(async () => {
  world = await openWorld();
  ({ ids, course, section, member, lesson, set } = await openAvailability(world));
});
afterAll(() => world.close());
beforeEach(() => world.sql.query('delete from public.availability_rules'));

/** What a tree comes to for the student who enrolled at one moment, at another. */
const check = async (conditions: object, at: string, started = '2026-01-05T10:00:00Z') => {
  const [row] = await world.sql.query<{ result: { met: boolean; opens_at?: string } }>(
    'select private.check_conditions($1, $2, $3, $4, $5::jsonb) as result',
    [world.demo, member, started, at, JSON.stringify(conditions)],
  );
  return row?.result;
};

describe('conditions', () => {
  const days = (count: number, time = '09:00') => ({ kind: 'days', days: count, time });
  test.each([
    ['at once, from the hour on', days(0), '2026-01-05T08:59:00Z', false],
    ['at once, at the hour', days(0), '2026-01-05T09:00:00Z', true],
    ['three days later, a minute before', days(3), '2026-01-08T08:59:59Z', false],
    ['three days later', days(3), '2026-01-08T09:00:00Z', true],
    ['on the day clocks go forward, at the same hour', days(83), '2026-03-29T08:00:00Z', true],
    ['and not an hour before', days(83), '2026-03-29T07:59:59Z', false],
    ['in the hour that is left out, once it is over', days(83, '01:30'), '2026-03-29T01:30:00Z', true],
  ])('days after the enrolment, in the zone of the learner: %s', async (_name, conditions, at, met) => {
    expect((await check(conditions, at))?.met).toBe(met);
  });

  test('days count from the day it was where the learner is, and fall back to UTC', async () => {
    await world.sql.query(`update public.members set time_zone = 'Pacific/Auckland' where id = $1`, [member]);
    // 10:00 in Lisbon on the 5th is 23:00 there; at 12:00 it is the 6th.
    expect((await check(days(1), '2026-01-06T20:00:00Z', '2026-01-05T12:00:00Z'))?.opens_at).toBe(
      '2026-01-06T20:00:00+00:00',
    );
    expect((await check(days(1), '2026-01-06T20:00:00Z', '2026-01-05T10:00:00Z'))?.opens_at).toBe(
      '2026-01-05T20:00:00+00:00',
    );
    await world.sql.query(`update public.members set time_zone = 'Nowhere/Here' where id = $1`, [member]);
    expect((await check(days(1), '2026-01-06T20:00:00Z'))?.opens_at).toBe('2026-01-06T09:00:00+00:00');
    await world.sql.query('update public.members set time_zone = $1 where id = $2', ['Europe/Lisbon', member]);
  });

  test('somebody who is not enrolled has no day to count from', async () => {
    const [row] = await world.sql.query<{ met: boolean }>(
      `select (private.check_conditions($1, null, null, now(), $2::jsonb) ->> 'met')::boolean as met`,
      [world.demo, JSON.stringify(days(0))],
    );
    expect(row?.met).toBe(false);
  });

  test('another lesson, course or group; what was taken out holds nobody up', async () => {
    const now = '2026-06-01T00:00:00Z';
    const met = async (conditions: object) => (await check(conditions, now))?.met;
    expect(await met({ kind: 'lesson', lesson: lesson('what-a-stop-is') })).toBe(true);
    expect(await met({ kind: 'lesson', lesson: lesson(NEXT) })).toBe(false);
    await world.sql.query('update public.lessons set is_published = false where id = $1', [lesson(NEXT)]);
    expect(await met({ kind: 'lesson', lesson: lesson(NEXT) })).toBe(true);
    await world.sql.query('update public.lessons set is_published = true where id = $1', [lesson(NEXT)]);
    expect(await met({ kind: 'lesson', lesson: crypto.randomUUID() })).toBe(true);
    expect(await met({ kind: 'course', course: ids['seeing-cells'] })).toBe(false);
    const [group] = await world.sql.query<{ id: string; is_in: boolean }>(
      `select g.id, exists (select from public.group_members m where m.group_id = g.id and m.member_id = $2) as is_in
         from public.groups g where g.account_id = $1 limit 1`,
      [world.demo, member],
    );
    expect(await met({ kind: 'group', group: group?.id })).toBe(group?.is_in);
    expect(await met({ not: { kind: 'group', group: group?.id } })).toBe(!group?.is_in);
  });

  type Tree = { met: boolean; at?: number } | { all: Tree[] } | { any: Tree[] } | { not: Tree };
  const NOW = Date.parse('2026-06-01T00:00:00Z');
  const trees = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'tree' },
      fc.record({ met: fc.boolean(), at: fc.integer({ min: 1, max: 500 }) }),
      fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('tree') }),
    ),
  })).tree;
  /** A leaf opens in `at` hours, or did before as many. */
  const stored = (tree: Tree): object => {
    if ('all' in tree) return { all: tree.all.map(stored) };
    if ('any' in tree) return { any: tree.any.map(stored) };
    if ('not' in tree) return { not: stored(tree.not) };
    return { kind: 'from', at: new Date(NOW + (tree.met ? -1 : 1) * (tree.at ?? 0) * 3_600_000).toISOString() };
  };
  const meets = (tree: Tree): boolean => {
    if ('all' in tree) return tree.all.every(meets);
    if ('any' in tree) return tree.any.some(meets);
    return 'not' in tree ? !meets(tree.not) : tree.met;
  };
  test('of 300 generated trees are met as a small model says', async () => {
    const samples = fc.sample(trees, { numRuns: 300, seed: 21 });
    const rows = await world.sql.query<{ met: boolean; valid: boolean }>(
      `select (private.check_conditions($1, $2, $3, $3, t.value) ->> 'met')::boolean as met, private.valid_conditions(t.value) as valid
         from jsonb_array_elements($4::jsonb) with ordinality t order by t.ordinality`,
      [world.demo, member, new Date(NOW).toISOString(), JSON.stringify(samples.map(stored))],
    );
    expect(rows).toEqual(samples.map((tree) => ({ met: meets(tree), valid: true })));
  });
});

describe('what is refused', () => {
  const nested = (depth: number): object => (depth === 1 ? PAST : { not: nested(depth - 1) });
  test.each([
    ['no tree', 'text'],
    ['an empty one', {}],
    ['an empty list', { all: [] }],
    ['an unknown kind', { kind: 'mood' }],
    ['a date that is none', { kind: 'from', at: 'soon' }],
    ['a date without end', { kind: 'from', at: 'infinity' }],
    ['days before', { kind: 'days', days: -1, time: '09:00' }],
    ['half days', { kind: 'days', days: 0.5, time: '09:00' }],
    ['an hour that is none', { kind: 'days', days: 1, time: '24:00' }],
    ['a percentage above all', { kind: 'grade', lesson: crypto.randomUUID(), min: 101 }],
    ['five levels', nested(5)],
    ['21 conditions', { all: [{ all: Array(11).fill(PAST) }, { all: Array(10).fill(PAST) }] }],
    ['a lesson of nowhere', { kind: 'lesson', lesson: crypto.randomUUID() }],
    ['a lesson that is no id', { kind: 'lesson', lesson: 'x' }],
    ['a course of nowhere', { kind: 'course', course: crypto.randomUUID() }],
    ['a product of nowhere', { kind: 'product', product: crypto.randomUUID() }],
    ['a group of nowhere', { kind: 'group', group: crypto.randomUUID() }],
  ])('%s', async (_name, conditions) => {
    expect(await refused(set(lesson(NEXT), conditions as object))).toBe('invalid');
  });
  test('four levels and twenty conditions are taken', async () => {
    expect(await refused(set(lesson(NEXT), nested(4)))).toBe('accepted');
    expect(await refused(set(lesson(NEXT), { all: Array(20).fill(PAST) }))).toBe('accepted');
  });

  test('a part of another course, or of another account', async () => {
    expect(await refused(set(lesson(NEXT), PAST, { of: ids['seeing-cells'] ?? '' }))).toBe('not_found');
    expect(await refused(set(lesson(NEXT), PAST, { person: 'atelierOwner' }))).toBe('forbidden');
    const [foreign] = await world.sql.query<{ id: string }>(
      'select id from public.courses where account_id = $1 limit 1',
      [world.atelier],
    );
    expect(await refused(set(lesson(NEXT), { kind: 'course', course: foreign?.id }))).toBe('invalid');
  });

  test('what waits for itself, over lessons, sections and courses', async () => {
    const on = (slug: string) => ({ kind: 'lesson', lesson: lesson(slug) });
    expect(await refused(set(lesson(NEXT), on(NEXT)))).toBe('availability_cycle');
    expect(await refused(set(section, on(NEXT)))).toBe('availability_cycle');
    expect(await refused(set(course, on(NEXT)))).toBe('availability_cycle');
    expect(await refused(set(lesson(NEXT), on('what-the-meter-assumes')))).toBe('accepted');
    expect(await refused(set(lesson('what-the-meter-assumes'), { any: [PAST, on('what-a-stop-is')] }))).toBe(
      'accepted',
    );
    expect(await refused(set(lesson('what-a-stop-is'), { all: [PAST, { not: on(NEXT) }] }))).toBe('availability_cycle');
    const needs = (slug: string) => ({ kind: 'course', course: ids[slug] });
    expect(await refused(set(course, needs('light-and-exposure')))).toBe('invalid');
    expect(await refused(set(course, needs('seeing-cells')))).toBe('accepted');
    expect(
      await refused(set(ids['seeing-cells'] ?? '', needs('light-and-exposure'), { of: ids['seeing-cells'] ?? '' })),
    ).toBe('availability_cycle');
  });
});
