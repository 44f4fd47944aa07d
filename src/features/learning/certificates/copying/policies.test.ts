import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a copied course has the certificate of the one it was copied from, and issued none', async () => {
  const [course] = await world.sql.query<{ id: string }>(
    `select id from public.courses where account_id = $1 and slug = 'light-and-exposure'`,
    [world.demo],
  );
  await world.sql.query('delete from public.course_certificates where course_id = $1', [course?.id]);
  await world.sql.query(
    'insert into public.course_certificates (account_id, course_id, design_id) values ($1, $2, null)',
    [world.demo, course?.id],
  );
  const [copy] = await world.database
    .as(world.caller('owner'))
    .query<{ slug: string }>('select public.copy_course($1, $2) as slug', [course?.id, 'Without a certificate']);
  const rows = await world.sql.query(
    `select k.design_id, (select count(*)::int from public.certificates i where i.course_id = c.id) as issued
       from public.courses c join public.course_certificates k on k.course_id = c.id where c.slug = $1`,
    [copy?.slug],
  );
  expect(rows).toEqual([{ design_id: null, issued: 0 }]);
});
