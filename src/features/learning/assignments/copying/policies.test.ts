import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a copied assignment has the rules and the rubric of the one it was copied from, and no work of a student', async () => {
  const [source] = await world.sql.query<{ course_id: string; lesson_id: string; slug: string }>(
    `select a.course_id, a.lesson_id, c.slug from public.assignments a join public.courses c on c.id = a.course_id
      where a.account_id = $1 and jsonb_array_length(a.rubric) > 0
        and exists (select from public.assignment_submissions s where s.assignment_id = a.id) limit 1`,
    [world.demo],
  );
  await world.database
    .as(world.caller('owner'))
    .query('select public.copy_parts($1, $2, null, $3::jsonb)', [
      source?.course_id,
      [source?.lesson_id],
      JSON.stringify({ [source?.lesson_id ?? '']: 'A second assignment' }),
    ]);
  const rows = await world.sql.query<Record<string, unknown>>(
    `select to_jsonb(a) - '{id,lesson_id,version,created_at,updated_at}'::text[] as rules,
            (select count(*)::int from public.assignment_submissions s where s.assignment_id = a.id) as work
       from public.assignments a join public.lessons l on l.id = a.lesson_id
      where l.id = $1 or (l.course_id = $2 and l.title = 'A second assignment') order by l.title = 'A second assignment'`,
    [source?.lesson_id, source?.course_id],
  );
  expect(rows).toHaveLength(2);
  expect(rows[1]?.rules).toEqual(rows[0]?.rules);
  expect(rows[0]?.work).toBeGreaterThan(0);
  expect(rows[1]?.work).toBe(0);
});
