import dns from 'node:dns';
import { type Caller, createDatabase, type Database, type Sql } from '#base/server/database.ts';
import { type Person, readAccounts, readPeople } from './people.ts';
import { copySeeded } from './postgres.ts';

export type { Person } from './people.ts';

// Browsers and curl know that *.localhost is this machine; Node's resolver does not.
const lookup = dns.lookup;
dns.lookup = ((name: string, ...rest: unknown[]) =>
  (lookup as (...args: unknown[]) => void)(
    name.endsWith('.localhost') ? '127.0.0.1' : name,
    ...rest,
  )) as typeof dns.lookup;

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
  const { ownerUrl, clientUrl, drop } = await copySeeded();
  const database = createDatabase({ ownerUrl, clientUrl, poolSize: 4 });
  const sql = database.asService();
  const ids = await readAccounts(sql);
  const callers = await readPeople(sql);
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
      await drop();
    },
  };
}
