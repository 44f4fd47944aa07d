import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let post = '';
beforeAll(async () => {
  world = await openWorld();
  const rows = await world.sql.query<{ id: string }>(
    `select id from public.posts where account_id = $1 and slug = 'how-to-look-at-a-picture'`,
    [world.demo],
  );
  post = rows[0]?.id ?? '';
  await asOwner('select public.publish_post($1)');
});
afterAll(() => world.close());

const asOwner = (text: string, values: unknown[] = []) =>
  world.database.as(world.caller('owner')).query(text, [post, ...values]);
const versions = () =>
  world.sql.query<{ kind: string; title: string }>(
    'select kind, title from public.post_versions where post_id = $1 order by created_at, id',
    [post],
  );
const later = (interval: string) =>
  world.sql.query('update public.post_versions set created_at = created_at - $2::interval where post_id = $1', [
    post,
    interval,
  ]);

matrix(
  () => world,
  [
    [
      'read what a post was',
      'select content from public.post_versions where post_id = {post}',
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    [
      'write what a post was',
      `update public.post_versions set title = 'x' where post_id = {post} returning id`,
      { others: '42501' },
    ],
    [
      'add a version',
      `insert into public.post_versions (account_id, post_id, kind, title) values ({demo}, {post}, 'saved', 'x') returning id`,
      { others: '42501' },
    ],
    ['remove a version', 'delete from public.post_versions where post_id = {post} returning id', { others: '42501' }],
  ],
  () => ({ post }),
);

describe('a version is kept', () => {
  test('each time a post is published, and who did it', async () => {
    const [{ saved_by = '' } = {}] = await world.sql.query<{ saved_by: string }>(
      `select saved_by from public.post_versions where post_id = $1 and kind = 'published'`,
      [post],
    );
    expect(saved_by).toBe(world.caller('owner').claims.sub);
  });

  test('of the writing every ten minutes, as it stood before', async () => {
    await asOwner(`update public.post_drafts set title = 'Second' where post_id = $1`);
    expect((await versions()).map(({ kind }) => kind)).toEqual(['published']);
    await later('11 minutes');
    await asOwner(`update public.post_drafts set title = 'Third' where post_id = $1`);
    await asOwner(`update public.post_drafts set title = 'Fourth' where post_id = $1`);
    expect(await versions()).toEqual([
      { kind: 'published', title: expect.any(String) },
      { kind: 'saved', title: 'Second' },
    ]);
  });

  test('thirty of each kind, no more', async () => {
    for (let count = 0; count < 32; count++) {
      await later('11 minutes');
      await asOwner('update public.post_drafts set title = $2 where post_id = $1', [`Title ${count}`]);
    }
    const stored = await versions();
    expect(stored.filter(({ kind }) => kind === 'saved')).toHaveLength(30);
    expect(stored.filter(({ kind }) => kind === 'published')).toHaveLength(1);
    expect(stored.at(-1)?.title).toBe('Title 30');
  });
});

describe('publishing with the version that was seen', () => {
  test('is refused once somebody else saved', async () => {
    const [{ version = 0 } = {}] = await world.sql.query<{ version: number }>(
      'select version from public.post_drafts where post_id = $1',
      [post],
    );
    const publish = 'select public.publish_post($1, $2)';
    expect(countOf(await world.attempt('owner', publish, [post, version - 1]))).toBe('changed_meanwhile');
    expect(countOf(await world.attempt('owner', publish, [post, version]))).toBe(1);
  });
});
