import { createClient } from '@supabase/supabase-js';
import type { Sql } from '#base/server/database.ts';
import type { Handler } from '#base/server/http.ts';
import { DEMO_PASSWORD, type Seed, type Seeding } from '#base/server/seeding.ts';
import { clockNow } from '#base/shared/clock.ts';
import type { Database } from '#base/shared/database-types.ts';
import { seed as coupons } from '#features/commerce/coupons/seed.ts';
import { seed as orders } from '#features/commerce/orders/seed.ts';
import { seed as products } from '#features/commerce/products/seed.ts';
import { seed as docs } from '#features/content/docs/seed.ts';
import { seed as media } from '#features/content/media/seed.ts';
import { seed as pages } from '#features/content/pages/seed.ts';
import { seed as posts } from '#features/content/posts/seed.ts';
import { seed as redirects } from '#features/content/redirects/seed.ts';
import { seed as apiKeys } from '#features/developers/api-keys/seed.ts';
import { seed as webhooks } from '#features/developers/webhooks/seed.ts';
import { seed as groups } from '#features/engagement/groups/seed.ts';
import { seed as courses } from '#features/learning/courses/seed.ts';
import { seed as quizzes } from '#features/learning/quizzes/seed.ts';
import { seed as contacts } from '#features/marketing/contacts/seed.ts';
import { seed as forms } from '#features/marketing/forms/seed.ts';
import { seed as funnels } from '#features/marketing/funnels/seed.ts';
import { seed as accounts } from '#features/platform/accounts/seed.ts';
import { seed as administration } from '#features/platform/administration/seed.ts';
import { seed as billing } from '#features/platform/billing/seed.ts';
import { seed as domains } from '#features/platform/domains/seed.ts';
import { seed as members } from '#features/platform/members/seed.ts';
import { seed as notifications } from '#features/platform/notifications/seed.ts';
import { seed as options } from '#features/platform/options/seed.ts';
import { seed as plans } from '#features/platform/plans/seed.ts';
import { seed as reportLetters } from '#features/platform/reports/letters/seed.ts';
import { seed as visits } from '#features/platform/reports/visits/seed.ts';
import { seed as tickets } from '#features/platform/tickets/seed.ts';
import type { Keys } from '../database/open-database.ts';

/** Every feature's part of the demo world, in the order of the list. */
// biome-ignore format: one a line, so that two branches can add theirs
const seeds: Seed[] = [
  accounts,
  plans,
  domains,
  billing,
  members,
  options,
  notifications,
  groups,
  redirects,
  posts,
  docs,
  courses,
  quizzes,
  products,
  coupons,
  orders,
  funnels,
  contacts,
  forms,
  visits,
  reportLetters,
  tickets,
  webhooks,
  apiKeys,
  pages,
  administration,
  // Last: it sorts the files of the others into folders.
  media,
];

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
  for (const seed of seeds) await seed(seeding);
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
