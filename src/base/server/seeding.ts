import type { Db } from '#base/shared/db-client.ts';
import type { Sql } from './database.ts';

/** Dependencies of a feature's `seed.ts`, which creates its part of the demo data. */
export type Seeding = {
  /** The owner connection (RLS bypass): seeds run before any person exists. */
  sql: Sql;
  /** The db client with the service key: people are created through auth, files through storage. */
  db: Db;
  /** Fixed ids of the three accounts. */
  accounts: { platform: string; demo: string; atelier: string };
  /** A person's id in auth.users by e-mail; created with the demo password where missing. */
  person(email: string, name: string): Promise<string>;
  /** A member's id in an account by e-mail. */
  member(accountId: string, email: string): Promise<string>;
  /** Uploads a file to an account's bucket; resolves to its public address (a path on any of our hosts). */
  upload(accountId: string, path: string, body: Uint8Array | string, contentType: string): Promise<string>;
  /** The seed's current time; all dates are relative to it. */
  now: Date;
};

/** The shape of `seed.ts`. */
export type Seed = (seeding: Seeding) => Promise<void>;

export const DEMO_PASSWORD = 'stoa-demo-2026';
