import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let course: string;
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string }>(
    `select s.course_id as id from public.grade_schemes s where s.account_id = $1
        and exists (select from public.grade_groups g where g.course_id = s.course_id) limit 1`,
    [world.demo],
  );
  course = row?.id ?? '';
});
afterAll(() => world.close());

const setup = (id: string | undefined) =>
  world.sql.query(
    `select s.weighting, s.missing, s.pass_percent, s.letters, s.is_shown, i.title as item, l.title as lesson, i.points, i.is_shown as item_shown,
            i.is_counted, g.title as "group", g.weight, g.drop_lowest, g.min_percent
       from public.grade_schemes s join public.grade_items i on i.course_id = s.course_id and i.archived_at is null
       left join public.lessons l on l.id = i.lesson_id left join public.grade_groups g on g.id = i.group_id
      where s.course_id = $1 and (l.id is null or l.archived_at is null) order by l.title, i.title`,
    [id],
  );

test('a copied course is graded as the one it was copied from, and holds no grade', async () => {
  await world.sql.query(
    `insert into public.grade_items (account_id, course_id, title, points) values ($1, $2, 'Oral exam', 20)`,
    [world.demo, course],
  );
  const [copy] = await world.database
    .as(world.caller('owner'))
    .query<{ slug: string }>('select public.copy_course($1, $2) as slug', [course, 'Graded alike']);
  const [row] = await world.sql.query<{ id: string }>('select id from public.courses where slug = $1', [copy?.slug]);
  const before = await setup(course);
  expect(before.some(({ group }) => group !== null)).toBe(true);
  expect(before.some(({ item }) => item === 'Oral exam')).toBe(true);
  expect(await setup(row?.id)).toEqual(before);
  expect(await world.sql.query('select from public.grade_entries where course_id = $1', [row?.id])).toEqual([]);
});

test('a copied lesson stands in the group of the one it was copied from', async () => {
  const [item] = await world.sql.query<{ lesson_id: string; group_id: string }>(
    `select i.lesson_id, i.group_id from public.grade_items i join public.lessons l on l.id = i.lesson_id and l.archived_at is null
      where i.course_id = $1 and i.group_id is not null limit 1`,
    [course],
  );
  await world.database
    .as(world.caller('owner'))
    .query('select public.copy_parts($1, $2, null, $3::jsonb)', [
      course,
      [item?.lesson_id],
      JSON.stringify({ [item?.lesson_id ?? '']: 'Graded once more' }),
    ]);
  const copies = await world.sql.query(
    `select i.group_id from public.grade_items i join public.lessons l on l.id = i.lesson_id where l.title = 'Graded once more'`,
  );
  expect(copies).toEqual([{ group_id: item?.group_id }]);
});
