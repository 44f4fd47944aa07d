import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, openWireWorld, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld();
});
afterAll(() => world.close());

async function newSession() {
  const client = world.client();
  const { data } = await client.auth.signUp({ email: world.newAddress(), password: PASSWORD });
  if (!data.session) throw new Error('no session');
  const claims = decodeJwt(data.session.access_token);
  return {
    client,
    token: data.session.refresh_token,
    sessionId: String(claims.session_id),
    userId: claims.sub,
    claims,
  };
}

async function refresh(token: string): Promise<{ token?: string; code?: string; access?: string }> {
  const response = await call(world.serve(), 'POST', '/token?grant_type=refresh_token', { refresh_token: token });
  if (response.status !== 200) {
    expect(response.status).toBe(400);
    return { code: String(response.body?.code) };
  }
  return { token: String(response.body?.refresh_token), access: String(response.body?.access_token) };
}

/** Moves every use so far `seconds` into the past. */
async function timePasses(sessionId: string, seconds: number): Promise<void> {
  await world.sql.query(
    `update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => $2) where session_id = $1`,
    [sessionId, seconds],
  );
}

describe('refresh', () => {
  it('rotates: a new pair for the same session, with the same methods', async () => {
    const { client, token, claims } = await newSession();
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(token);
    const renewed = decodeJwt(data.session?.access_token ?? '');
    expect(renewed.session_id).toBe(claims.session_id);
    expect(renewed.amr).toEqual(claims.amr);
    expect(data.user?.id).toBe(claims.sub);
  });

  it('carries what changed in the meantime', async () => {
    const { client, userId } = await newSession();
    await world.sql.query(`update auth.users set raw_app_meta_data = '{"plan": "gold"}' where id = $1`, [userId]);
    const { data } = await client.auth.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? '').app_metadata).toEqual({ plan: 'gold' });
  });

  it('gives twenty tabs that refresh at once the same successor', async () => {
    const { token } = await newSession();
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    const successors = new Set(responses.map((response) => response.token));
    expect(successors.size).toBe(1);
    const [successor] = successors;
    expect((await refresh(successor ?? '')).token).toEqual(expect.any(String));
  });

  it('within the grace period leads an old token to the end of its chain', async () => {
    const { token } = await newSession();
    const second = await refresh(token);
    const third = await refresh(second.token ?? '');
    expect((await refresh(token)).token).toBe(third.token);
    expect((await refresh(second.token ?? '')).token).toBe(third.token);
  });

  it.each([
    ['directly before the living one', 1],
    ['two before it', 2],
    ['five before it', 5],
  ])('after the grace revokes the whole chain for a token %s', async (_what, uses) => {
    const { token, sessionId } = await newSession();
    let current = token;
    for (let use = 0; use < uses; use++) current = (await refresh(current)).token ?? '';
    await timePasses(sessionId, 11);
    expect(await refresh(token)).toEqual({ code: 'refresh_token_already_used' });
    expect(await refresh(current)).toEqual({ code: 'refresh_token_already_used' });
    expect(
      await world.sql.query('select 1 from auth.refresh_tokens where session_id = $1 and not revoked', [sessionId]),
    ).toEqual([]);
  });

  it('leaves other sessions of the user alone when a chain is revoked', async () => {
    const { client, token, sessionId } = await newSession();
    const email = (await client.auth.getUser()).data.user?.email ?? '';
    const otherClient = world.client();
    await otherClient.auth.signInWithPassword({ email, password: PASSWORD });
    await refresh(token);
    await timePasses(sessionId, 11);
    await refresh(token);
    expect((await otherClient.auth.refreshSession()).error).toBeNull();
  });

  it('never lets an old token and the database together forge the living one', async () => {
    const { token, sessionId } = await newSession();
    const { token: current } = await refresh(token);
    const rows = await world.sql.query<{ token: string; parent: string | null }>(
      'select token, parent from auth.refresh_tokens where session_id = $1',
      [sessionId],
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect([token, current]).not.toContain(row.token);
    for (const row of rows) expect(await refresh(row.token)).toEqual({ code: 'refresh_token_not_found' });
  });

  it('forgets tokens used more than a week ago', async () => {
    const { token, sessionId } = await newSession();
    const second = await refresh(token);
    await timePasses(sessionId, 8 * 86_400);
    await refresh(second.token ?? '');
    expect(await refresh(token)).toEqual({ code: 'refresh_token_not_found' });
  });

  it('ends with the session, the person and a ban', async () => {
    const expired = await newSession();
    await world.sql.query(`update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [
      expired.sessionId,
    ]);
    expect(await refresh(expired.token)).toEqual({ code: 'session_expired' });
    expect((await expired.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');

    const banned = await newSession();
    await world.sql.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
      banned.userId,
    ]);
    expect(await refresh(banned.token)).toEqual({ code: 'user_banned' });

    const deleted = await newSession();
    await world.sql.query('delete from auth.users where id = $1', [deleted.userId]);
    expect(await refresh(deleted.token)).toEqual({ code: 'refresh_token_not_found' });
    expect(await refresh('never issued')).toEqual({ code: 'refresh_token_not_found' });
  });
});
