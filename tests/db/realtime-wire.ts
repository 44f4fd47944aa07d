import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RealtimeChannel, type RealtimeChannelOptions, RealtimeClient } from '@supabase/realtime-js';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { WebSocket } from 'ws';
import type { RealtimeLimits } from '#backend/realtime/limits.ts';
import { createRealtime, type RealtimeOptions } from '#backend/realtime/realtime.ts';
import { createDatabase } from '#base/server/database.ts';
import { silentLog } from '#base/server/log.ts';
import { createTokens } from '#base/server/tokens.ts';
import { addressesOf, copyOfService } from './postgres.ts';

export const accountA = '018f0000-0000-7000-8000-00000000000a';
export const accountB = '018f0000-0000-7000-8000-00000000000b';
export const ada = '018f0000-0000-7000-8000-0000000000ad';
export const bob = '018f0000-0000-7000-8000-0000000000b0';

const CLAIM = (name: string) => `(current_setting('request.jwt.claims')::jsonb ->> '${name}')`;

/** Rooms of an account for its members, who may be present there but not speak; notes for their owners alone. */
const PRODUCT = `
  create policy "members listen to their account's rooms" on realtime.messages for select to authenticated
    using (realtime.topic() like '%:' || ${CLAIM('account')});
  create policy "members are present in their account's rooms" on realtime.messages for insert to authenticated
    with check (extension = 'presence' and realtime.topic() = 'onlineUsers:' || ${CLAIM('account')});
  create policy "members speak in chats" on realtime.messages for insert to authenticated
    with check (extension = 'broadcast' and realtime.topic() = 'chat:' || ${CLAIM('account')});
  create policy "members keep what they say in chats" on realtime.messages for insert to authenticated
    with check (extension = 'persistence' and realtime.topic() = 'chat:' || ${CLAIM('account')});
  create policy "a policy that fails" on realtime.messages for select to authenticated
    using (case when realtime.topic() like 'broken:%' then realtime.topic()::uuid is null else false end);
  create table public.notes (
    account_id uuid not null, id int not null, owner uuid, body text, secret text default 'hidden', price numeric,
    written_at timestamptz not null default now(), primary key (account_id, id));
  alter table public.notes enable row level security;
  alter table public.notes force row level security;
  grant select (account_id, id, owner, body, price, written_at) on public.notes to authenticated;
  create policy "owners read their notes" on public.notes for select to authenticated
    using (owner::text = ${CLAIM('sub')});
  create table public.keyless (a int);
  create table public.closed (id int primary key);
  create table public.quiet (id int primary key);
  create table public.r (r int primary key, t text);
  grant select on public.keyless, public.quiet, public.r to anon, authenticated;
  alter publication supabase_realtime add table public.notes, public.keyless, public.closed, public.r;`;

/** The ways row changes can come by on this server: its log is read only where `wal_level` is `logical`. */
export const changeModes = await modesOf(inject('postgres').ownerUrl);

async function modesOf(url: string): Promise<('triggers' | 'decoding')[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ wal_level: string }>('show wal_level').finally(() => client.end());
  return rows[0]?.wal_level === 'logical' ? ['triggers', 'decoding'] : ['triggers'];
}

export type Scene = Awaited<ReturnType<typeof openScene>>;
export type Vsn = '1.0.0' | '2.0.0';

export async function openScene(
  limits: Partial<RealtimeLimits> = {},
  options: Partial<Pick<RealtimeOptions, 'changes' | 'clock' | 'times' | 'log' | 'redis'>> = {},
  /** Another process over the database of this one. */
  beside?: { name: string },
) {
  const own = beside ? undefined : await copyOfService('realtime', PRODUCT);
  const name = beside?.name ?? own?.name ?? '';
  const { ownerUrl, clientUrl } = addressesOf(name);
  const database = createDatabase({ ownerUrl, clientUrl, poolSize: 4 });
  const sql = database.asService();
  const tokens = createTokens('a secret for tests, long enough for HS256');
  const realtime = createRealtime({
    database,
    tokens,
    log: silentLog,
    limits,
    ...options,
    // The log is read past the pool, by a role that may.
    changes: { mode: 'triggers', url: ownerUrl, ...options.changes },
    // Hosts stand for accounts; here the query does, for one address is all there is.
    scopeOf: async (request) => new URL(request.url).searchParams.get('account'),
  });
  try {
    await realtime.ready;
  } catch (error) {
    await realtime.close();
    await database.close();
    await own?.drop();
    throw error;
  }
  const server = createServer();
  server.on('upgrade', realtime.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const anonKey = await tokens.sign({ role: 'anon' });
  const clients: RealtimeClient[] = [];

  const tokenOf = (sub: string, account: string, seconds = 900) =>
    tokens.sign({ role: 'authenticated', sub, account }, seconds);

  /** The official client on an account's host, with a person's token or as a visitor. */
  const connect = async (options: { vsn?: Vsn; account?: string; token?: string } = {}) => {
    const params: Record<string, string> = { apikey: anonKey };
    if (options.account) params.account = options.account;
    const client = new RealtimeClient(`ws://${host}/realtime/v1`, {
      params,
      vsn: options.vsn ?? '2.0.0',
      fetch: (input, init) => {
        const url = new URL(String(input));
        if (options.account) url.searchParams.set('account', options.account);
        return realtime.fetch(new Request(url, init));
      },
    });
    if (options.token) await client.setAuth(options.token);
    clients.push(client);
    return client;
  };

  return {
    name,
    sql,
    database,
    ownerUrl,
    tokens,
    realtime,
    host,
    anonKey,
    tokenOf,
    connect,
    /** A socket without the client, for what no client would send. */
    open: (query: string, path = '/realtime/v1/websocket') => {
      const socket = new WebSocket(`ws://${host}${path}?${query}`);
      // A refused or broken socket is what some tests want to see.
      socket.on('error', () => {});
      return socket;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.disconnect()));
      await realtime.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
      await own?.drop();
    },
    /** Nothing of it reaches the database any more, as if its machine were gone. */
    die: async () => {
      database.as = () => ({
        query: () => Promise.reject(new Error('dead')),
        transaction: () => Promise.reject(new Error('dead')),
      });
    },
  };
}

export type ReceivedFrame = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Anything;
};
// biome-ignore lint/suspicious/noExplicitAny: what a server says is looked into by name.
type Anything = any;

/** A socket that says what it is told to, frame by frame, and keeps every answer; for what the client would not say. */
export async function talker(scene: Scene, query = '', key = scene.anonKey) {
  const socket = scene.open(`apikey=${key}&vsn=2.0.0${query}`);
  const frames: ReceivedFrame[] = [];
  socket.on('message', (data, isBinary) => {
    if (isBinary) return;
    const [joinRef, ref, topic, event, payload] = JSON.parse(String(data));
    frames.push({ joinRef, ref, topic, event, payload });
  });
  await once(socket, 'open');
  let lastRef = 0;
  const send = (topic: string, event: string, payload: unknown, joinRef: string | null = null) => {
    const ref = `${++lastRef}`;
    socket.send(JSON.stringify([event === 'phx_join' ? ref : joinRef, ref, topic, event, payload]));
    return ref;
  };
  /** Says it and resolves to the answer. */
  const request = async (topic: string, event: string, payload: unknown, joinRef: string | null = null) => {
    const ref = send(topic, event, payload, joinRef);
    await expect.poll(() => frames.some((one) => one.ref === ref && one.event === 'phx_reply'), WAIT).toBe(true);
    return frames.find((one) => one.ref === ref)?.payload as { status: string; response: Anything };
  };
  return { socket, said: frames, say: send, ask: request };
}

/** The machine may be busy with something else. */
export const WAIT = { timeout: 10_000 };

/** Joins, and resolves to the first status with its reason. */
export function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve(error ? `${status}: ${error.message}` : status));
  });
}

type ReceivedBroadcast = { event: string; payload: unknown };

/** A joined channel that keeps every broadcast it hears. */
export async function listener(client: RealtimeClient, topic: string, config: RealtimeChannelOptions['config'] = {}) {
  const channel = client.channel(topic, { config });
  const received: ReceivedBroadcast[] = [];
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => received.push({ event, payload }));
  const status = await subscribed(channel);
  return { channel, heard: received, status };
}
