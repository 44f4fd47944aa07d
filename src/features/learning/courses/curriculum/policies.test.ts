import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

type Lesson = { id: string; is_published: boolean; is_required: boolean; is_preview: boolean; version: number };

let world: World;
let course: string;
let lessons: Lesson[];
const read = () =>
  world.sql.query<Lesson>(
    `select l.id, l.is_published, l.is_required, l.is_preview, l.version from public.lessons l join public.courses c on c.id = l.course_id
      where c.slug = 'light-and-exposure' and l.archived_at is null order by l.id`,
  );
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string }>(
    `select id from public.courses where slug = 'light-and-exposure'`,
  );
  course = row?.id ?? '';
  lessons = await read();
});
afterAll(() => world.close());

const change = (ids: (string | undefined)[], what: unknown, person: Person = 'instructor') =>
  world.database
    .as(world.caller(person))
    .query<{ changed: string[] }>('select public.change_lessons($1, $2, $3::jsonb) as changed', [
      course,
      ids,
      JSON.stringify(what),
    ]);

describe('several lessons at once', () => {
  test.each(['is_published', 'is_required', 'is_preview'] as const)(
    '%s is set, and only what changes is a new version',
    async (field) => {
      const before = await read();
      const [first, second] = before as [Lesson, Lesson];
      await change([first.id], { [field]: false });
      const [row] = await change([first.id, second.id], { [field]: true });
      const after = await read();
      expect(after.slice(0, 2).map((lesson) => lesson[field])).toEqual([true, true]);
      expect(row?.changed).toEqual(second[field] ? [first.id] : expect.arrayContaining([first.id, second.id]));
      expect(after[1]?.version).toBe(second.version + (second[field] ? 0 : 1));
      expect(after.slice(2)).toEqual(before.slice(2));
    },
  );

  test('what completes them is set', async () => {
    const ids = lessons.slice(0, 2).map(({ id }) => id);
    await change(ids, { completion: 'viewed' });
    const rows = await world.sql.query('select completion from public.lessons where id = any($1)', [ids]);
    expect(rows).toEqual([{ completion: 'viewed' }, { completion: 'viewed' }]);
  });

  test.each([
    ['no lesson', () => [], { is_published: true }, 'invalid'],
    ['no change', () => [lessons[0]?.id], {}, 'invalid'],
    ['a change that is none', () => [lessons[0]?.id], { is_published: 'perhaps' }, 'invalid'],
    ['a rule that needs an amount', () => [lessons[0]?.id], { completion: 'dwell' }, 'invalid'],
    ['a lesson that is not there', () => [lessons[0]?.id, crypto.randomUUID()], { is_published: false }, 'not_found'],
  ])('%s is refused, and nothing is changed', async (_, ids, what, detail) => {
    const before = await read();
    await expect(change(ids(), what)).rejects.toMatchObject({ detail });
    expect(await read()).toEqual(before);
  });

  test.each(['student', 'parent', 'member', 'fresh', 'atelierOwner'] as const)('%s changes none', async (person) => {
    await expect(change([lessons[0]?.id], { is_published: false }, person)).rejects.toMatchObject({
      detail: 'forbidden',
    });
  });
});
