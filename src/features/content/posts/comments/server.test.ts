import { profaneWords } from '@2toad/profanity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let post_id = '';
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  post_id =
    (
      await world.sql.query<{ id: string }>(
        `select id from public.posts where account_id = $1 and slug = 'why-shade-is-blue'`,
        [world.demo],
      )
    )[0]?.id ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const addComment = (content: unknown, as?: 'student' | 'atelierStudent') =>
  app.call('/api/posts/comments', { method: 'POST', as, body: { post_id, content } });

test('a word nobody wants to read is asterisks before anybody can, and the comment waits', async () => {
  const word = (profaneWords.get('en') ?? []).find((candidate) => /^[a-z]{4}$/.test(candidate)) ?? '';
  const response = await addComment(`What ${word.toUpperCase()} light, ${word}.`, 'student');
  expect(response.status).toBe(201);
  const created = (await response.json()) as { id: string };
  expect(created).toMatchObject({ status: 'waiting', content: 'What **** light, ****.' });
  const rows = await world.sql.query('select content from public.post_comments where id = $1', [created.id]);
  expect(rows).toEqual([{ content: 'What **** light, ****.' }]);
});

test.each([
  ['nobody', 'Hello', undefined, 401, 'not_authenticated'],
  ['a member of another site', 'Hello', 'atelierStudent', 404, 'not_found'],
  ['somebody who says nothing', '   ', 'student', 422, 'invalid'],
  ['somebody who says too much', 'x'.repeat(4001), 'student', 422, 'invalid'],
] as const)('%s is refused', async (_, content, as, status, code) => {
  const response = await addComment(content, as);
  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { code: string } }).error.code).toBe(code);
});
