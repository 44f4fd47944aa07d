import { createHash } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type AppWorld, openApp } from './app-world.ts';
import { type Listening, listening } from './listening.ts';
import { openWorld, type World } from './world.ts';

export const strangers = [
  'signed in on atelier',
  'of atelier, signed in on demo',
  'with a token of demo’s owner taken on atelier',
] as const;
export type Stranger = (typeof strangers)[number];
export type Row = Record<string, unknown>;

/** A file of demo that is locked, and one that is open to everyone. */
export const LOCKED = 'lessons/locked.txt';
export const OPEN = 'public/open.txt';

/** Demo as it stands before its strangers: clients on its host over a socket, and what there is to be kept from. */
export type StrangersScene = {
  world: World;
  app: AppWorld;
  visitor: SupabaseClient;
  student: SupabaseClient;
  clients: Map<Stranger, SupabaseClient>;
  tokens: Map<Stranger, string>;
  rowsOfDemo: Map<string, Row[]>;
  functions: { name: string; parameters: string[] }[];
  /** A picture of every row of demo; what anybody's visit leaves is left out. */
  picture(): Promise<Record<string, string>>;
  close(): Promise<void>;
};

export async function openStrangers(): Promise<StrangersScene> {
  const world = await openWorld();
  const app = await openApp(world);
  const socket = await listening(app);
  const { anon_key, service_role_key } = app.runtime.keys;
  const signIn = async (host: string, email: string) => (await app.signIn(host, email)).access_token;
  const visitor = clientWith(socket, anon_key);
  const service = clientWith(socket, service_role_key);
  const student = clientWith(socket, anon_key, await signIn('demo', 'student@demo.test'));
  const clients = new Map<Stranger, SupabaseClient>();
  const tokens = new Map<Stranger, string>();
  for (const [stranger, host, email] of [
    ['signed in on atelier', 'atelier', 'student@atelier.test'],
    ['of atelier, signed in on demo', 'demo', 'student@atelier.test'],
    ['with a token of demo’s owner taken on atelier', 'atelier', 'owner@demo.test'],
  ] as const) {
    const token = await signIn(host, email);
    tokens.set(stranger, token);
    clients.set(stranger, clientWith(socket, anon_key, token));
  }
  await arrangeFiles(world, service);
  await shareEveryTable(world, app);
  const { rowsOfDemo, functions } = await readTheHouse(world, app, service);
  return {
    world,
    app,
    visitor,
    student,
    clients,
    tokens,
    rowsOfDemo,
    functions,
    picture: () => picture(world),
    close: async () => {
      await Promise.all([...clients.values(), student, visitor].map((client) => client.removeAllChannels()));
      await socket.close();
      await app.close();
      await world.close();
    },
  };
}

/** The official client on demo's host. */
function clientWith(socket: Listening, key: string, token?: string): SupabaseClient {
  return createClient(socket.origin('demo'), key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(token ? { accessToken: async () => token } : {}),
  });
}

/** Every table is told of, so that only rights keep a change from a listener. */
async function shareEveryTable(world: World, app: AppWorld): Promise<void> {
  const shared = await world.sql.query<{ name: string }>(
    `select format('public.%I', c.relname) as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.oid not in
        (select r.prrelid from pg_publication_rel r join pg_publication p on p.oid = r.prpubid where p.pubname = 'supabase_realtime')`,
  );
  await world.sql.query(`alter publication supabase_realtime add table ${shared.map((row) => row.name).join(', ')}`);
  await app.runtime.backend?.realtime.watchTables();
}

async function arrangeFiles(world: World, service: SupabaseClient): Promise<void> {
  for (const [bucket, name] of [
    [`${world.demo}-private`, LOCKED],
    [world.demo, OPEN],
  ] as const) {
    const { error } = await service.storage
      .from(bucket)
      .upload(name, 'light', { contentType: 'text/plain', upsert: true });
    if (error) throw error;
  }
}

/** Every table with rows of demo, and every function, as the service knows them. */
async function readTheHouse(
  world: World,
  app: AppWorld,
  service: SupabaseClient,
): Promise<Pick<StrangersScene, 'rowsOfDemo' | 'functions'>> {
  const rowsOfDemo = new Map<string, Row[]>();
  const functions: StrangersScene['functions'] = [];
  const key = app.runtime.keys.service_role_key;
  const answer = await app.call('/rest/v1/', { headers: { apikey: key, authorization: `Bearer ${key}` } });
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, { parameters?: unknown }>> };
  for (const path of Object.keys(paths)) {
    const name = path.slice(1);
    if (name === '') continue;
    if (name.startsWith('rpc/')) {
      const known = await world.sql.query<{ names: string[] | null }>(
        `select p.proargnames as names from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = $1`,
        [name.slice(4)],
      );
      for (const { names } of known) functions.push({ name: name.slice(4), parameters: (names ?? []).filter(Boolean) });
      continue;
    }
    const { data } = await service.from(name).select('*').eq('account_id', world.demo);
    if (data && data.length > 0) rowsOfDemo.set(name, data as Row[]);
  }
  return { rowsOfDemo, functions };
}

/** A picture of every row of demo, in every schema; what anybody's visit leaves is left out. */
async function picture(world: World): Promise<Record<string, string>> {
  const tables = await world.sql.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any('{public,storage}') and c.relname not in ('discarded', 'funnel_sessions') order by 1`,
  );
  const told: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await world.sql.query<{ row: string }>(
      `select (to_jsonb(t) - 'last_accessed_at')::text as row from ${name} t
        where to_jsonb(t) ->> 'account_id' = $1 or to_jsonb(t) ->> 'bucket_id' like $1 || '%' or to_jsonb(t) ->> 'id' like $1 || '%' order by 1`,
      [world.demo],
    );
    told[name] = createHash('sha256')
      .update(rows.map((row) => row.row).join('\n'))
      .digest('hex');
  }
  return told;
}
