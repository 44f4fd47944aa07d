import { afterAll, beforeAll, expect, test } from 'vitest';
import { activities } from '#features/activities.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('what the database knows of a lesson of each kind is what its activity says', async () => {
  const rows = await world.sql.query('select kind, completion, holds_content from private.lesson_kinds order by kind');
  expect(rows).toEqual(
    activities
      .map(({ kind, completion, ownContent }) => ({ kind, completion, holds_content: ownContent !== undefined }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  );
});

test('a kind whose content stands in tables of its own is saved by a function of its name', async () => {
  const rows = await world.sql.query<{ kind: string }>(
    `select kind from private.lesson_kinds
      where holds_content <> (to_regprocedure(format('private.save_%s_activity(public.lessons, jsonb)', kind)) is not null)`,
  );
  expect(rows).toEqual([]);
});
