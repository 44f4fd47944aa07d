import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#base/server/log.ts';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { schedules } from '#features/platform/accounts/jobs.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let open: Listening;
let text = '';
const clients: SupabaseClient[] = [];
beforeAll(async () => {
  world = await openWorld();
  const log = createLog('info', {
    write: (line) => {
      text += line;
    },
  });
  app = await openApp(world, {}, { log });
  open = await listening(app);
});
afterAll(async () => {
  for (const client of clients) await client.removeAllChannels();
  for (const client of clients) client.realtime.disconnect();
  await open.close();
  await app.close();
  await world.close();
});

/** A call of who runs the platform, who has just confirmed that it is them. */
async function asAdmin(path: string, body: object): Promise<Response> {
  const { access_token: token } = await app.signIn('localhost', 'admin@stoa.test');
  await app.confirm(token, 'platform');
  return app.call(path, {
    method: 'POST',
    host: 'localhost',
    token,
    headers: { apikey: app.runtime.keys.anon_key },
    body,
  });
}

/** The call succeeds, and stands in the log of security events. */
async function logged(event: string, act: () => Promise<Response>): Promise<void> {
  // The sockets refused meanwhile count as lines of this address, too.
  app.runtime.securityLog.flush();
  text = '';
  const response = await act();
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
  const events = text.split('\n').filter(Boolean);
  expect(events.map((line) => (JSON.parse(line) as { event?: string }).event)).toContain(event);
}

/** Signed in as the owner of demo by the published client, in the room of its members. */
async function inTheRoom() {
  const client = createClient(open.origin('demo'), app.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  clients.push(client);
  const { data, error } = await client.auth.signInWithPassword({ email: 'owner@demo.test', password: DEMO_PASSWORD });
  if (error) throw error;
  const { access_token: token, user } = data.session;
  const session = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id as string;
  await client.realtime.setAuth(token);
  const channel: RealtimeChannel = client.channel('onlineUsers', { config: { private: true } });
  const closed = new Promise<void>((resolve, reject) => {
    channel.subscribe((status, problem) => {
      if (status === 'CLOSED') resolve();
      if (status === 'CHANNEL_ERROR' && !problem) resolve();
      if (status === 'TIMED_OUT') reject(new Error('The room did not answer.'));
    });
  });
  await expect.poll(() => channel.state).toBe('joined');
  return { client, token, session, user: user.id, channel, closed };
}
type InTheRoom = Awaited<ReturnType<typeof inTheRoom>>;

const rest = (token: string, path: string, body?: object) =>
  app.call(path, {
    method: body ? 'POST' : 'GET',
    token,
    headers: { apikey: app.runtime.keys.anon_key },
    body,
  });

/** What the owner's token does while its session lives, and what is left of it. */
async function rightsOf(token: string) {
  const members = await rest(token, '/rest/v1/members?select=email');
  const key = await rest(token, '/rest/v1/rpc/create_api_key', {
    account_id: world.demo,
    name: 'mine',
    scopes: ['orders:read'],
  });
  const email = await app.call('/api/users/getUserEmailById', { method: 'POST', token, body: { user_id: world.demo } });
  const sessions = await rest(token, '/rest/v1/rpc/own_sessions', {});
  const bound = await rest(token, '/rest/v1/rpc/bind_session', { account_id: world.demo });
  return {
    members: ((await members.json()) as unknown[]).length > 0,
    key: key.ok,
    api: email.status !== 401,
    sessions: ((await sessions.json()) as unknown[]).length > 0,
    bound: bound.ok && (await bound.json()) === true,
  };
}

const all = { members: true, key: true, api: true, sessions: true, bound: true };
const none = { members: false, key: false, api: false, sessions: false, bound: false };

describe('a session that is over is a visitor at once, in policies, in /api and in joined rooms', () => {
  test.each<[string, (item: InTheRoom) => Promise<unknown>]>([
    ['signed out everywhere', ({ client }) => client.auth.signOut({ scope: 'global' })],
    [
      'ended on another device',
      async ({ session }) => world.sql.query('delete from auth.sessions where id = $1', [session]),
    ],
    [
      'its end has come',
      async ({ session }) =>
        world.sql.query(`update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [session]),
    ],
    [
      'the person is banned',
      async ({ user }) =>
        world.sql.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [user]),
    ],
    [
      'ended by who runs the platform',
      async ({ user }) =>
        logged('sessions_ended', () => asAdmin('/rest/v1/rpc/end_sessions_of_person', { person: user })),
    ],
    [
      'ended with everybody’s by who runs the platform',
      async () => logged('sessions_ended', () => asAdmin('/rest/v1/rpc/end_all_sessions', {})),
    ],
    [
      'ended with the second step that was taken away',
      async ({ user }) =>
        logged('factors_changed', () =>
          asAdmin('/rest/v1/rpc/take_second_steps', { person: user, reason: 'They have lost their telephone.' }),
        ),
    ],
    [
      'ended by the owner on this site',
      async ({ token, user }) => {
        const [member] = await world.sql.query<{ id: string }>(
          'select id from public.members where account_id = $1 and user_id = $2',
          [world.demo, user],
        );
        await logged('sessions_ended', () =>
          rest(token, '/rest/v1/rpc/end_member_sessions', { account_id: world.demo, member_id: member?.id }),
        );
      },
    ],
  ])('%s', async (_, end) => {
    await world.sql.query(`update auth.users set banned_until = null where email = 'owner@demo.test'`);
    const item = await inTheRoom();
    expect(await rightsOf(item.token)).toEqual(all);
    await end(item);
    expect(await rightsOf(item.token)).toEqual(none);
    await item.closed;
    // Nor is it let in again.
    const again = item.client.channel('onlineUsers', { config: { private: true } });
    await item.client.realtime.setAuth(item.token);
    const rejected = await new Promise<string>((resolve) => {
      again.subscribe((status, problem) => {
        if (status === 'SUBSCRIBED') resolve(status);
        if (status === 'CHANNEL_ERROR') resolve(String(problem?.message));
      });
    });
    expect(rejected).toContain('Unauthorized');
  });

  test('a member who is blocked leaves the room', async () => {
    await world.sql.query(`update auth.users set banned_until = null where email = 'owner@demo.test'`);
    const item = await inTheRoom();
    const { session } = item;
    await world.sql.query('update private.session_accounts set role_id = null where session_id = $1', [session]);
    // The role is found by way of the member: nothing is lost, and the room goes on.
    expect((await rightsOf(item.token)).members).toBe(true);
    expect(item.channel.state).toBe('joined');
    await world.sql.query('update private.session_accounts set account_id = $2 where session_id = $1', [
      session,
      world.atelier,
    ]);
    await world.sql.query(`update private.session_accounts set expires_at = now() where session_id = $1`, [session]);
    await item.closed;
  });
});

test('bindings of sessions that are over are pruned, those of living ones stay', async () => {
  const { session } = await inTheRoom();
  const missing = crypto.randomUUID();
  await world.sql.query(
    `insert into private.session_accounts (session_id, account_id, user_id, created_at)
     select $1, account_id, user_id, now() - interval '2 hours' from private.session_accounts where session_id = $2`,
    [missing, session],
  );
  const prune = schedules.find(({ name }) => name === 'prune-accounts');
  await prune?.run({ sql: world.sql } as Parameters<typeof prune.run>[0]);
  const left = await world.sql.query<{ session_id: string }>(
    'select session_id from private.session_accounts where session_id = any ($1)',
    [[missing, session]],
  );
  expect(left).toEqual([{ session_id: session }]);
});
