import type { SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from './database.ts';

/** What a feature's `seed.ts` is given to make its part of the demo world. */
export type Seeding = {
  /** The owner's door: seeds stand before any person. */
  sql: Sql;
  /** The wire client with the service key: people are made through auth, files through storage. */
  db: SupabaseClient;
  /** Fixed ids of the three accounts. */
  accounts: { platform: string; demo: string; atelier: string };
  /** A person's id in auth.users by e-mail; made with the demo password where unknown. */
  person(email: string, name: string): Promise<string>;
  /** A member's id in an account by e-mail. */
  member(accountId: string, email: string): Promise<string>;
  /** Puts a file into an account's bucket and answers its public address (a path on any of our hosts). */
  upload(accountId: string, path: string, body: Uint8Array | string, contentType: string): Promise<string>;
  /** Now, as the seed sees it; everything dated hangs on this. */
  now: Date;
};

/** The form of `seed.ts`. */
export type Seed = (seeding: Seeding) => Promise<void>;

export const DEMO_PASSWORD = 'stoa-demo-2026';
