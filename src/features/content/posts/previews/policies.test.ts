import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyone, matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let post = '';
let secret = '';
beforeAll(async () => {
  world = await openWorld();
  post =
    (
      await world.sql.query<{ id: string }>(
        `insert into public.posts (account_id, title, slug) values ($1, 'Not for everyone yet', 'not-yet') returning id`,
        [world.demo],
      )
    )[0]?.id ?? '';
  secret =
    (await owner().query<{ secret: string }>('select public.share_post_draft($1, 7) as secret', [post]))[0]?.secret ??
    '';
});
afterAll(() => world.close());
const owner = () => world.database.as(world.caller('owner'));

matrix(
  () => world,
  [
    [
      'see the links to a draft',
      'select id, expires_at from public.post_previews where post_id = {post}',
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
    ['read what a secret is known by', 'select token_hash from public.post_previews', { others: '42501' }],
    [
      'share a draft',
      'select public.share_post_draft({post}, 7)',
      { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'share a draft for ever',
      'select public.share_post_draft({post}, 4000)',
      { owner: 'invalid', instructor: 'invalid', visitor: '42501', others: 'not_found' },
    ],
    [
      'end a link',
      'delete from public.post_previews where post_id = {post} returning id',
      { owner: 1, instructor: 1, visitor: '42501', others: 0 },
    ],
  ],
  () => ({ post }),
);

describe('a secret link', () => {
  const openPreview = async (account: string, secret: string, person: (typeof everyone)[number] = 'visitor') => {
    const outcome = await world.attempt(person, `select public.preview_post($1, $2) ->> 'title' as title`, [
      account,
      secret,
    ]);
    return 'rows' in outcome ? outcome.rows[0]?.title : outcome.refused;
  };
  test.each(everyone)('opens the draft to whoever holds it: %s', async (person) => {
    expect(await openPreview(world.demo, secret, person)).toBe('Not for everyone yet');
  });
  test('names who the draft is by, though nobody else may know of it', async () => {
    await world.sql.query(
      `insert into public.post_authors (account_id, post_id, author_id)
       select account_id, $2, id from public.members where account_id = $1 and email in ('owner@demo.test', 'instructor@demo.test')`,
      [world.demo, post],
    );
    const outcome = await world.attempt('visitor', `select public.preview_post($1, $2) as shown`, [world.demo, secret]);
    const authors = await world.sql.query('select author_id, position from public.post_authors where post_id = $1', [
      post,
    ]);
    expect(authors).toHaveLength(2);
    const shown = 'rows' in outcome ? (outcome.rows[0]?.shown as { post_authors: object[] }) : null;
    expect(shown?.post_authors).toEqual(expect.arrayContaining(authors));
  });
  test('opens nothing on another site, by its digest, or misspelt', async () => {
    expect(await openPreview(world.atelier, secret)).toBeNull();
    const [row] = await world.sql.query<{ token_hash: string }>(
      'select token_hash from public.post_previews where post_id = $1',
      [post],
    );
    expect(row?.token_hash).not.toBe(secret);
    expect(await openPreview(world.demo, row?.token_hash ?? '')).toBeNull();
    expect(await openPreview(world.demo, `${secret.slice(1)}0`)).toBeNull();
  });
  test('ends at its time, and when it is taken back', async () => {
    await world.sql.query(`update public.post_previews set expires_at = now() where post_id = $1`, [post]);
    expect(await openPreview(world.demo, secret)).toBeNull();
    await world.sql.query(`update public.post_previews set expires_at = now() + interval '1 day' where post_id = $1`, [
      post,
    ]);
    expect(await openPreview(world.demo, secret)).toBe('Not for everyone yet');
    await owner().query('delete from public.post_previews where post_id = $1', [post]);
    expect(await openPreview(world.demo, secret)).toBeNull();
  });
  test('is one of twenty at most, by fifty at once too', async () => {
    // Each transaction stays open after its link, so that concurrent ones count before it is committed.
    const share = 'select pg_sleep(0.02) from public.share_post_draft($1, 1)';
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => owner().query(share, [post])));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ detail: 'conflict' });
    expect(await world.sql.query('select from public.post_previews where post_id = $1', [post])).toHaveLength(20);
  });
});
