import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Availability, FUTURE, NEXT, openAvailability } from '#tests/db/availability.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let at: Availability;
beforeAll(async () => {
  world = await openWorld();
  at = await openAvailability(world);
  await world.sql.query(
    `update public.lesson_contents set body = '<p>Grain looks like <strong>zanzibarite</strong> under a loupe.</p>' where id = $1`,
    [at.lesson(NEXT)],
  );
});
afterAll(() => world.close());

const hits = (person: Person, term: string) =>
  world.database
    .as(world.caller(person))
    .query<{ lesson_id: string; excerpt: string }>('select * from public.search_course($1, $2)', [at.course, term]);

matrix(
  () => world,
  [
    [
      'finds a lesson of the course by its text',
      `select * from public.search_course({course}, 'zanzibarite')`,
      { owner: 1, instructor: 1, student: 1, visitor: '42501', others: 0 },
    ],
  ],
  () => ({ course: at.course }),
);

describe('search inside a course', () => {
  test('shows where in the text, and what has it in its title first', async () => {
    expect(await hits('student', 'Zanzibarit')).toEqual([
      { lesson_id: at.lesson(NEXT), excerpt: expect.stringContaining('zanzibarite under a loupe') },
    ]);
    await world.sql.query(`update public.lessons set title = 'Zanzibarite' where id = $1`, [
      at.lesson('aperture-is-a-pupil'),
    ]);
    expect((await hits('student', 'zanzibarite')).map(({ lesson_id }) => lesson_id)).toEqual([
      at.lesson('aperture-is-a-pupil'),
      at.lesson(NEXT),
    ]);
    expect(await hits('student', ' ')).toEqual([]);
  });

  test('finds no lesson that is not open to the learner, nor one that is not shown', async () => {
    await at.set(at.lesson(NEXT), FUTURE);
    expect((await hits('student', 'zanzibarite')).map(({ lesson_id }) => lesson_id)).not.toContain(at.lesson(NEXT));
    await at.set(at.lesson(NEXT), null);
    await world.sql.query('update public.lessons set is_published = false where id = $1', [at.lesson(NEXT)]);
    for (const person of ['student', 'instructor'] as const)
      expect((await hits(person, 'zanzibarite')).map(({ lesson_id }) => lesson_id)).not.toContain(at.lesson(NEXT));
  });
});
