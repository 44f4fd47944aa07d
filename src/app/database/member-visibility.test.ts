import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('when somebody was seen', () => {
  const visible = async () =>
    (
      await world.sql.query<{ at: Date | null }>(
        `select last_seen_at as at from public.members where account_id = $1 and email = 'student@demo.test'`,
        [world.demo],
      )
    )[0]?.at ?? null;
  const wasSeen = (age: string | null) =>
    world.sql.query(
      `update public.members set last_seen_at = now() - $2::interval where account_id = $1 and email = 'student@demo.test'`,
      [world.demo, age],
    );
  const session = async (actor: string | null = null) => {
    const person = await userIdOf(world, 'student@demo.test');
    const [created] = await world.sql.query<{ id: string }>(
      'insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1) returning id',
      [person],
    );
    await world.sql.query(
      `insert into private.session_accounts (session_id, account_id, user_id, actor_id, expires_at)
       values ($1, $2, $3, $4, case when $4::uuid is not null then now() + interval '1 hour' end)`,
      [created?.id, world.demo, person, actor],
    );
    return created?.id;
  };
  const refresh = (id: string | undefined) =>
    world.sql.query('update auth.sessions set refreshed_at = now() where id = $1', [id]);
  const isNow = (at: Date | null) => at !== null && Date.now() - new Date(at).getTime() < 300_000;

  test('is when they sign in', async () => {
    await wasSeen(null);
    await session();
    expect(isNow(await visible())).toBe(true);
  });
  test('is when they go on being signed in, to ten minutes', async () => {
    const id = await session();
    await wasSeen('11 minutes');
    await refresh(id);
    expect(isNow(await visible())).toBe(true);
    await wasSeen('9 minutes');
    await refresh(id);
    expect(isNow(await visible())).toBe(false);
  });
  test('is not when somebody signs in as them', async () => {
    await wasSeen(null);
    await refresh(await session(await userIdOf(world, 'owner@demo.test')));
    expect(await visible()).toBe(null);
  });
  test('two who sign in as one at once wait for each other, and both come in', async () => {
    await wasSeen('1 day');
    await Promise.all(Array.from({ length: 10 }, () => session()));
    expect(isNow(await visible())).toBe(true);
  });
});
