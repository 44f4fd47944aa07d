import dns from 'node:dns';
import pg from 'pg';
import { inject } from 'vitest';
import { type Caller, createDatabase, type Database, type Sql } from '#base/server/database.ts';

// Browsers and curl know that *.localhost is this machine; Node's resolver does not.
const lookup = dns.lookup;
dns.lookup = ((name: string, ...rest: unknown[]) =>
  (lookup as (...args: unknown[]) => void)(
    name.endsWith('.localhost') ? '127.0.0.1' : name,
    ...rest,
  )) as typeof dns.lookup;

/** Who appears in a matrix of rights: one of each standing towards the account `demo`. */
export type Person =
  | 'visitor'
  | 'owner'
  | 'instructor'
  | 'student'
  | 'parent'
  | 'member'
  | 'atelierOwner'
  | 'atelierStudent'
  | 'both'
  | 'blocked'
  | 'removed'
  | 'fresh'
  | 'stolen'
  | 'unbound';

export type Outcome = { rows: Record<string, unknown>[] } | { refused: string; message: string };

export type World = {
  database: Database;
  /** The owner's door, for arranging and inspecting. */
  sql: Sql;
  ownerUrl: string;
  clientUrl: string;
  demo: string;
  atelier: string;
  platform: string;
  caller(person: Person): Caller;
  /** Runs one statement as a person in a transaction that is always rolled back. */
  attempt(person: Person | Caller, text: string, values?: unknown[], request?: Caller['request']): Promise<Outcome>;
  close(): Promise<void>;
};

class Undone extends Error {
  readonly rows: Record<string, unknown>[];
  constructor(rows: Record<string, unknown>[]) {
    super('rolled back');
    this.rows = rows;
  }
}

/** A database of its own for one test file: a copy of the seeded template. */
export async function openWorld(): Promise<World> {
  const postgres = inject('postgres');
  const name = `stoa_test_${process.pid}_${Math.floor(Math.random() * 1e9)}`;
  await asMaintainer(postgres.ownerUrl, (client) =>
    client.query(`create database ${name} template ${postgres.template}`),
  );
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const [ownerUrl, clientUrl] = [at(postgres.ownerUrl), at(postgres.clientUrl)];
  const database = createDatabase({ ownerUrl, clientUrl, poolSize: 4 });
  const sql = database.asService();
  const ids = await accountIds(sql);
  const callers = await arrangePeople(sql, ids);
  const caller = (person: Person) => callers[person];
  return {
    database,
    sql,
    ownerUrl,
    clientUrl,
    ...ids,
    caller,
    attempt: async (person, text, values = [], request) => {
      try {
        const asked = typeof person === 'string' ? caller(person) : person;
        await database.as({ ...asked, request }).transaction(async (tx) => {
          throw new Undone(await tx.query(text, values));
        });
      } catch (error) {
        if (error instanceof Undone) return { rows: error.rows };
        const { code, detail, message } = error as { code?: string; detail?: string; message: string };
        return { refused: code === 'P0001' ? (detail ?? code) : (code ?? 'error'), message };
      }
      throw new Error('A transaction that must be rolled back was committed.');
    },
    close: async () => {
      await database.close();
      await asMaintainer(postgres.ownerUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

async function asMaintainer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function accountIds(sql: Sql) {
  const rows = await sql.query<{ slug: string; account_id: string }>('select slug, account_id from public.accounts');
  const id = (slug: string) => {
    const row = rows.find((account) => account.slug === slug);
    if (!row) throw new Error(`The seeded world has no account ${slug}.`);
    return row.account_id;
  };
  return { demo: id('demo'), atelier: id('atelier'), platform: id('platform') };
}

async function arrangePeople(sql: Sql, ids: { demo: string; atelier: string }): Promise<Record<Person, Caller>> {
  const user = async (email: string) => {
    const row = (await sql.query<{ id: string }>('select id from auth.users where email = $1', [email]))[0];
    if (!row) throw new Error(`The seeded world has no ${email}.`);
    return row.id;
  };
  const extra = async (email: string, accounts: string[]) => {
    const row = (
      await sql.query<{ id: string }>(
        `insert into auth.users (id, email, aud, role, email_confirmed_at, email_proved_at)
         values (gen_random_uuid(), $1, 'authenticated', 'authenticated', now(), now()) returning id`,
        [email],
      )
    )[0];
    for (const account of accounts)
      await sql.query("select private.make_member($1, $2, 'student')", [account, row?.id]);
    return row?.id ?? '';
  };
  const session = async (userId: string, account: string | null): Promise<Caller> => {
    const id = crypto.randomUUID();
    await sql.query('insert into auth.sessions (id, user_id) values ($1, $2)', [id, userId]);
    if (account) await sql.query('insert into private.session_accounts values ($1, $2, $3)', [id, account, userId]);
    return { role: 'authenticated', claims: { sub: userId, role: 'authenticated', session_id: id } };
  };
  const both = await extra('both@world.test', [ids.demo, ids.atelier]);
  const blocked = await extra('blocked@world.test', [ids.demo]);
  await sql.query('update public.members set blocked_at = now() where user_id = $1', [blocked]);
  const removed = await extra('removed@world.test', [ids.demo]);
  await sql.query('delete from public.members where user_id = $1', [removed]);
  const fresh = await extra('fresh@world.test', []);
  const owner = await user('owner@demo.test');
  return {
    visitor: { role: 'anon', claims: { role: 'anon' } },
    owner: await session(owner, ids.demo),
    instructor: await session(await user('instructor@demo.test'), ids.demo),
    student: await session(await user('student@demo.test'), ids.demo),
    parent: await session(await user('parent@demo.test'), ids.demo),
    member: await session(await user('member@demo.test'), ids.demo),
    atelierOwner: await session(await user('owner@atelier.test'), ids.atelier),
    atelierStudent: await session(await user('student@atelier.test'), ids.atelier),
    /** A member of both accounts, on atelier. */
    both: await session(both, ids.atelier),
    blocked: await session(blocked, ids.demo),
    removed: await session(removed, ids.demo),
    /** Signed in on demo, a member of nothing. */
    fresh: await session(fresh, ids.demo),
    /** A token of demo's owner that was taken on atelier. */
    stolen: await session(owner, ids.atelier),
    /** A token of demo's owner whose session belongs to no account. */
    unbound: await session(owner, null),
  };
}
