import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const members = await world.sql.query<{ email: string; id: string }>(
    'select email, id from public.members where account_id = $1',
    [world.demo],
  );
  for (const { email, id } of members) ids[email.split('@')[0] ?? ''] = id;
});
afterAll(() => world.close());

const save = (person: Person, hours: unknown, zone = 'Europe/Berlin') =>
  world.database
    .as(world.caller(person))
    .query('select public.save_office_hours($1, $2)', [zone, JSON.stringify(hours)]);
const seen = (person: Person) =>
  world.database
    .as(world.caller(person))
    .query('select time_zone, hours from public.office_hours where member_id = $1', [ids.instructor]);
const MONDAY = { day: 1, from: '09:00', to: '17:00' };
const FRIDAY = { day: 5, from: '09:00', to: '12:30' };

beforeEach(async () => {
  await world.sql.query('delete from public.office_hours');
  await save('instructor', [FRIDAY, MONDAY]);
});

describe('who may', () => {
  matrix(
    () => world,
    [
      [
        'see when the instructor answers',
        'select hours from public.office_hours where member_id = {instructor}',
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      [
        'say when they answer',
        `select public.save_office_hours('UTC', '[{"day": 2, "from": "10:00", "to": "11:00"}]')`,
        { owner: 1, instructor: 1, atelierOwner: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'write office hours by hand',
        `insert into public.office_hours (account_id, member_id, time_zone, hours) values ({demo}, {owner}, 'UTC', '[]')`,
        { others: '42501' },
      ],
      ['change them by hand', `update public.office_hours set time_zone = 'UTC'`, { others: '42501' }],
      ['delete them by hand', 'delete from public.office_hours', { others: '42501' }],
    ],
    () => ({ ...ids, demo: world.demo }),
  );
});

test('office hours are kept in the order of the week, and an empty list ends them', async () => {
  expect(await seen('student')).toEqual([{ time_zone: 'Europe/Berlin', hours: [MONDAY, FRIDAY] }]);
  await save('instructor', []);
  expect(await seen('student')).toEqual([]);
});

test('who is of the staff no more has none', async () => {
  const role = (kind: string) =>
    world.sql.query(
      'update public.members set role_id = (select role_id from public.roles where account_id = $1 and kind = $3) where id = $2',
      [world.demo, ids.instructor, kind],
    );
  await role('student');
  expect(await seen('student')).toEqual([]);
  await role('instructor');
  expect((await seen('student')).length).toBe(1);
});

test.each([
  ['a day that ends before it begins', [{ day: 1, from: '17:00', to: '09:00' }]],
  ['a day twice', [MONDAY, MONDAY]],
  ['an eighth day', [{ ...MONDAY, day: 8 }]],
  ['a time that is none', [{ ...MONDAY, to: '25:00' }]],
  ['eight days', [1, 2, 3, 4, 5, 6, 7, 7].map((day) => ({ ...MONDAY, day }))],
  ['no list', { day: 1 }],
])('%s is refused, and what was stays', async (_what, hours) => {
  expect(await refused(save('instructor', hours))).toBe('invalid');
  expect((await seen('student')).length).toBe(1);
});

test('a time zone that is none is refused', async () => {
  expect(await refused(save('instructor', [MONDAY], 'Nowhere/None'))).toBe('invalid');
});
