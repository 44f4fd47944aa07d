import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Availability, FUTURE, NEXT, openAvailability } from '#tests/db/availability.ts';
import { matrix } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let at: Availability;
let note: string;
beforeAll(async () => {
  world = await openWorld();
  at = await openAvailability(world);
  await world.sql.query('delete from public.lesson_notes');
  note = (await write('student', 'Half the light.', 12))[0]?.id ?? '';
});
afterAll(() => world.close());

const write = (person: Person, body: string, seconds: number | null = null, lesson = NEXT) =>
  world.database.as(world.caller(person)).query<{ id: string }>(
    `insert into public.lesson_notes (account_id, member_id, course_id, lesson_id, body, seconds)
       select $1, m.id, $2, $3, $4, $5 from public.members m where m.account_id = $1 and m.user_id = $6 returning id`,
    [world.demo, at.course, at.lesson(lesson), body, seconds, world.caller(person).claims.sub],
  );

describe('who reads and writes notes', () => {
  matrix(
    () => world,
    [
      [
        'reads a note of the student',
        'select body from public.lesson_notes where id = {note}',
        { student: 1, visitor: '42501', others: 0 },
      ],
      [
        'rewrites it',
        `update public.lesson_notes set body = 'x' where id = {note} returning id`,
        { student: 1, visitor: '42501', others: 0 },
      ],
      [
        'removes it',
        'delete from public.lesson_notes where id = {note} returning id',
        { student: 1, visitor: '42501', others: 0 },
      ],
      [
        'writes one in the name of the student',
        `insert into public.lesson_notes (account_id, member_id, course_id, lesson_id, body) values ({demo}, {member}, {course}, {lesson}, 'x') returning id`,
        { student: 1, others: '42501' },
      ],
      [
        'moves it to another lesson',
        'update public.lesson_notes set lesson_id = {lesson} returning id',
        { others: '42501' },
      ],
    ],
    () => ({ demo: world.demo, note, member: at.member, course: at.course, lesson: at.lesson(NEXT) }),
  );
});

test('a note is of a lesson that is open to who writes it', async () => {
  expect(await refused(write('owner', 'Mine'))).toBe('42501');
  await at.set(at.lesson(NEXT), FUTURE);
  expect(await refused(write('student', 'Too early'))).toBe('42501');
  await at.set(at.lesson(NEXT), null);
  expect(await refused(write('student', ''))).toBe('accepted');
});

test('a note has limits: its length, its place, and how many there are', async () => {
  expect(await refused(write('student', 'x'.repeat(5001)))).toBe('23514');
  for (const seconds of [-1, 360_001]) expect(await refused(write('student', 'x', seconds))).toBe('23514');
  await world.sql.query(
    `insert into public.lesson_notes (account_id, member_id, course_id, lesson_id)
     select $1, $2, $3, $4 from generate_series(1, 1000 - (select count(*) from public.lesson_notes where member_id = $2)::int)`,
    [world.demo, at.member, at.course, at.lesson(NEXT)],
  );
  expect(await refused(write('student', 'One more'))).toBe('invalid');
});
