import type pg from 'pg';

/** The settings a caller is known by in SQL. */
const SETTINGS = [
  'role',
  'request.jwt.claims',
  'request.method',
  'request.path',
  'request.headers',
  'request.query',
] as const;

/** Their values, in that order. */
export type CallerValues = readonly [string, string, string, string, string, string];

export type Statement = { name: string; text: string; values: readonly string[] };

function setter(which: readonly number[], isLocal: boolean): string {
  return `select ${which.map((index, place) => `set_config('${SETTINGS[index]}', $${place + 1}, ${isLocal})`).join(', ')}`;
}

const SET_CALLER_LOCALLY = setter([0, 1, 2, 3, 4, 5], true);
const SET_CALLER_AND_MORE = `${SET_CALLER_LOCALLY},
  (select count(set_config(key, value, true)) from json_each_text($7))`;

/** Other settings of one transaction, by name. */
export type MoreSettings = Readonly<Record<string, string>>;

/** Says who calls, and what more there is to say, for the length of one transaction. */
export function localSettings(wanted: CallerValues, more: MoreSettings | undefined): Statement {
  if (!more) return { name: 's_caller', text: SET_CALLER_LOCALLY, values: wanted };
  return { name: 's_caller_more', text: SET_CALLER_AND_MORE, values: [...wanted, JSON.stringify(more)] };
}

type Known = { isDirect: boolean; held: CallerValues | null };

/** Per connection: whether the server's process is our own, and which values it holds between two reads. */
const known = new WeakMap<pg.ClientBase, Known>();

/** Asks, once a connection, whether it leads to a process of its own or to a pooler's. */
export function meet(client: pg.ClientBase): Promise<void> | undefined {
  return known.has(client) ? undefined : ask(client);
}

async function ask(client: pg.ClientBase): Promise<void> {
  const { processID } = client as unknown as { processID?: number | null };
  const { rows } = await client.query<{ pid: number }>('select pg_catalog.pg_backend_pid() as pid');
  known.set(client, { isDirect: rows[0]?.pid === processID, held: null });
}

/**
 * What has to be said before the next statement: all six settings for this transaction alone, or, where the statement
 * is known to change no setting, only those that differ from what this connection holds already. Nothing where none
 * does: two reads of one person in a row say it once.
 *
 * Only on a connection whose process is ours: behind a pooler the next statement may run in another process, where
 * somebody else was said. There, and until it is known, everything is said every time.
 *
 * @returns `done`, to be called when the statement has succeeded: a failure takes the settings back with it.
 */
export function settingsFor(
  client: pg.ClientBase,
  wanted: CallerValues,
  keepsSettings: boolean,
  more?: MoreSettings,
): { first: Statement | null; done(): void } {
  const one = known.get(client);
  if (!one?.isDirect || !keepsSettings || more) {
    forgetSettings(client);
    return { first: localSettings(wanted, more), done: () => {} };
  }
  const { held } = one;
  one.held = null;
  const which: number[] = [];
  for (let index = 0; index < SETTINGS.length; index++) if (held?.[index] !== wanted[index]) which.push(index);
  return {
    first:
      which.length === 0
        ? null
        : {
            name: `s_caller_${which.join('')}`,
            text: setter(which, false),
            values: which.map((index) => wanted[index] ?? ''),
          },
    done: () => {
      one.held = wanted;
    },
  };
}

/** From here on the connection is known to hold nothing. */
export function forgetSettings(client: pg.ClientBase): void {
  const one = known.get(client);
  if (one) one.held = null;
}
