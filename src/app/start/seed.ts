import { createClient } from '@supabase/supabase-js';
import type { Sql } from '#base/server/database.ts';
import type { Handler } from '#base/server/http.ts';
import { DEMO_PASSWORD, type Seed, type Seeding } from '#base/server/seeding.ts';
import { clockNow } from '#base/shared/clock.ts';
import type { Database } from '#base/shared/database-types.ts';
import { seeds } from '#features/server-parts.ts';
import type { Keys } from '../database/open-database.ts';

/** Sites are opened under a plan before anybody joins them; the files of all others are sorted into folders at last. */
const FIRST = ['platform/accounts', 'platform/plans', 'platform/domains', 'platform/billing'];
const LAST = ['content/media'];

/** Every feature's part of the demo world, in the order of `contents.ts` but for those. */
const named = (folders: readonly string[]) => folders.flatMap((folder) => seeds[folder] ?? []);
const rest = Object.keys(seeds).filter((folder) => !FIRST.includes(folder) && !LAST.includes(folder));
const inOrder: readonly Seed[] = [...named(FIRST), ...named(rest), ...named(LAST)];

const ids = {
  platform: '00000000-0000-7000-8000-000000000001',
  demo: '00000000-0000-7000-8000-00000000000a',
  atelier: '00000000-0000-7000-8000-00000000000b',
};

/**
 * Seeds the demo world once. An interrupted seed is undone and repeated: only a finished one is recorded.
 */
export async function seedDemo(options: {
  sql: Sql;
  keys: Keys;
  fetch: Handler;
  origin: string;
  now?: Date;
}): Promise<boolean> {
  const { sql } = options;
  if ((await sql.query('select from private.seeds where name = $1', ['demo'])).length > 0) return false;
  await sql.query('delete from public.accounts where account_id = any($1::uuid[])', [[ids.demo, ids.atelier]]);
  const seeding = createSeeding(options);
  for (const seed of inOrder) await seed(seeding);
  // Notifications of the demo are in the past: nobody is mailed about them.
  await sql.query('delete from private.notification_sends');
  await sql.query('delete from private.event_deliveries');
  await sql.query('insert into private.seeds (name) values ($1)', ['demo']);
  return true;
}

function createSeeding(options: { sql: Sql; keys: Keys; fetch: Handler; origin: string; now?: Date }): Seeding {
  const { sql } = options;
  const db = createClient<Database>(options.origin, options.keys.service_role_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => options.fetch(new Request(input, init)) },
  });
  const people = new Map<string, string>();
  return {
    sql,
    db,
    accounts: ids,
    now: options.now ?? new Date(clockNow()),
    person: async (email, name) => {
      const existing =
        people.get(email) ??
        (await sql.query<{ id: string }>('select id from auth.users where email = $1', [email]))[0]?.id;
      if (existing) return existing;
      const { data, error } = await db.auth.admin.createUser({
        email,
        password: DEMO_PASSWORD,
        email_confirm: true,
        user_metadata: { display_name: name },
      });
      if (error) throw new Error(`The demo person ${email} could not be made: ${error.message}`);
      people.set(email, data.user.id);
      return data.user.id;
    },
    member: async (accountId, email) => {
      const row = (
        await sql.query<{ id: string }>('select id from public.members where account_id = $1 and email = $2', [
          accountId,
          email,
        ])
      )[0];
      if (!row) throw new Error(`The demo has no member ${email} there.`);
      return row.id;
    },
    upload: async (accountId, path, body, contentType) => {
      const { error } = await db.storage.from(accountId).upload(path, body, { contentType, upsert: true });
      if (error) throw new Error(`The demo file ${path} could not be stored: ${error.message}`);
      return `/storage/v1/object/public/${accountId}/${path}`;
    },
  };
}
