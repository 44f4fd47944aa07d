import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let lessonId: string | undefined;
beforeAll(async () => {
  world = await openWorld();
  const [lesson] = await world.sql.query<{ id: string }>(
    `select id from public.lessons where slug = 'what-the-meter-assumes'`,
  );
  lessonId = lesson?.id;
});
afterAll(() => world.close());

const everyone: Person[] = [
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

describe('complete_activity', () => {
  const kinds = { hand: 'manual', glance: 'viewed', film: 'watched-to-end', exam: 'decided-by-server' };
  type Kind = keyof typeof kinds;
  const makeKind = async (kind: Kind) => {
    await world.sql.query('update public.lessons set kind = $2 where id = $1', [lessonId, kind]);
    await world.sql.query('delete from public.lesson_progress where lesson_id = $1', [lessonId]);
  };
  const isCompleted = async () =>
    (
      await world.sql.query('select from public.lesson_progress where lesson_id = $1 and completed_at is not null', [
        lessonId,
      ])
    ).length === 1;
  const outcomeOf = async (person: Person, text: string) => {
    const outcome = await world.attempt(person, text, [lessonId]);
    return 'rows' in outcome ? 'done' : outcome.refused;
  };

  // Kinds that no code knows: a row is all that a feature adds.
  beforeAll(async () => {
    for (const [kind, completion] of Object.entries(kinds))
      await world.sql.query('insert into private.lesson_kinds (kind, completion) values ($1, $2)', [kind, completion]);
  });

  const reports: [Kind, member: boolean, opening: boolean, server: boolean][] = [
    ['hand', true, false, true],
    ['glance', true, true, true],
    ['film', true, false, true],
    ['exam', false, false, true],
  ];
  test.each(reports)(
    'a lesson of the kind %s is completed by its member: %s, by opening: %s, by the server: %s',
    async (kind, ...may) => {
      for (const [at, reportedBy] of ['member', 'opening', 'server'].entries()) {
        await makeKind(kind);
        const [student] = await world.sql.query<{ id: string }>(
          `select id from public.members where email = 'student@demo.test' and account_id = $1`,
          [world.demo],
        );
        const done = world.sql
          .query('select private.complete_activity($1, $2, $3, $4)', [world.demo, student?.id, lessonId, reportedBy])
          .then(
            () => 'done',
            (error: { detail?: string }) => error.detail,
          );
        expect(await done, reportedBy).toBe(may[at] ? 'done' : 'quiz_decides');
        expect(await isCompleted(), reportedBy).toBe(may[at]);
      }
    },
  );

  test('a way to complete that is none of these is refused', async () => {
    await makeKind('hand');
    await expect(
      world.sql.query('select private.complete_activity($1, $2, $3, $4)', [
        world.demo,
        crypto.randomUUID(),
        lessonId,
        'x',
      ]),
    ).rejects.toMatchObject({ detail: 'quiz_decides' });
  });

  test.each(everyone)('%s completes nothing that the server decides, and takes nothing back', async (person) => {
    await makeKind('exam');
    const expected = person === 'visitor' ? '42501' : person === 'student' ? 'quiz_decides' : 'not_enrolled';
    expect(await outcomeOf(person, 'select public.complete_lesson($1)')).toBe(expected);
    expect(await outcomeOf(person, 'select public.complete_lesson($1, false)')).toBe(expected);
    // Opening it is recorded, and completes nothing.
    expect(await outcomeOf(person, 'select public.save_position($1)')).toBe(
      expected === 'quiz_decides' ? 'done' : expected,
    );
    expect(await isCompleted()).toBe(false);
  });

  test.each(Object.entries(kinds))(
    'opening a lesson of the kind %s (%s) completes it only where that is its rule',
    async (kind, rule) => {
      await makeKind(kind as Kind);
      await world.database.as(world.caller('student')).query('select public.save_position($1)', [lessonId]);
      expect(await isCompleted()).toBe(rule === 'viewed');
    },
  );

  test('a lesson that is completed ten times at once tells of it once, and keeps when it was', async () => {
    await makeKind('hand');
    const events = async () =>
      (
        await world.sql.query(
          `select from private.events where type = 'lesson.completed' and facts ->> 'lesson_id' = $1`,
          [lessonId],
        )
      ).length;
    const completedAt = () =>
      world.sql.query('select completed_at from public.lesson_progress where lesson_id = $1', [lessonId]);
    const before = await events();
    const student = world.database.as(world.caller('student'));
    await Promise.all(Array.from({ length: 10 }, () => student.query('select public.complete_lesson($1)', [lessonId])));
    const first = await completedAt();
    await student.query('select public.complete_lesson($1)', [lessonId]);
    expect(await events()).toBe(before + 1);
    expect(await completedAt()).toEqual(first);
  });
});
