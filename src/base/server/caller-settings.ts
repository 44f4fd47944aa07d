import type pg from 'pg';

/** The settings a caller is known by in SQL. */
const SETTINGS = [
  'role',
  'request.jwt.claims',
  'request.method',
  'request.path',
  'request.headers',
  'request.query',
  'request.jwt.claim.sub',
  'request.jwt.claim.session_id',
] as const;

/** Their values, in that order. */
export type CallerValues = readonly [string, string, string, string, string, string, string, string];

export type Statement = { name: string; text: string; values: readonly string[] };

function setter(which: readonly number[], isLocal: boolean): string {
  return `select ${which.map((index, place) => `set_config('${SETTINGS[index]}', $${place + 1}, ${isLocal})`).join(', ')}`;
}

const SET_CALLER_LOCALLY = setter([...SETTINGS.keys()], true);
const SET_CALLER_AND_MORE = `${SET_CALLER_LOCALLY},
  (select count(set_config(key, value, true)) from json_each_text($${SETTINGS.length + 1}))`;

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
export function sameSettings(client: pg.ClientBase): Promise<void> | undefined {
  return known.has(client) ? undefined : ask(client);
}

/** The server process behind a connection; undefined behind a pooler, where the number means somebody else's. */
export function processOf(client: pg.ClientBase): number | undefined {
  const { processID } = client as unknown as { processID?: number | null };
  return known.get(client)?.isDirect ? (processID ?? undefined) : undefined;
}

async function ask(client: pg.ClientBase): Promise<void> {
  const { processID } = client as unknown as { processID?: number | null };
  const { rows } = await client.query<{ pid: number }>('select pg_catalog.pg_backend_pid() as pid');
  known.set(client, { isDirect: rows[0]?.pid === processID, held: null });
}

/**
 * What has to be said before the next statement: all settings for this transaction alone, or, where the statement
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
  return {
    first: saying(differing(held, wanted), wanted, false),
    done: () => {
      one.held = wanted;
    },
  };
}

/**
 * The same for several statements that follow each other on one connection without waiting, where nobody can know
 * whether those before have failed and taken their settings back. So what the connection holds stays as it is: each
 * says what differs from that for its own transaction alone. Where all are one caller's, who is said `before` them,
 * in a round trip of its own after which `done` is to be called, they need say nothing.
 */
export function settingsForEach(
  client: pg.ClientBase,
  wanted: readonly CallerValues[],
): { before: Statement | null; firsts: (Statement | null)[]; done(): void } {
  const one = known.get(client);
  const [caller] = wanted;
  if (!one?.isDirect || !caller) {
    return { before: null, firsts: wanted.map((each) => localSettings(each, undefined)), done: () => {} };
  }
  const areSame = wanted.every((each) => SETTINGS.every((_, index) => each[index] === caller[index]));
  if (areSame) {
    const { first: before, done } = settingsFor(client, caller, true);
    // With nothing to say it stays said.
    if (!before) done();
    return { before, firsts: [], done };
  }
  const { held } = one;
  return { before: null, firsts: wanted.map((each) => saying(differing(held, each), each, true)), done: () => {} };
}

function differing(held: CallerValues | null, wanted: CallerValues): number[] {
  const which: number[] = [];
  for (let index = 0; index < SETTINGS.length; index++) if (held?.[index] !== wanted[index]) which.push(index);
  return which;
}

/** The statement that says some of the settings; null for none. */
function saying(which: readonly number[], wanted: CallerValues, isLocal: boolean): Statement | null {
  if (which.length === 0) return null;
  return {
    name: `s_caller_${which.join('')}${isLocal ? '_locally' : ''}`,
    text: setter(which, isLocal),
    values: which.map((index) => wanted[index] ?? ''),
  };
}

/** From here on the connection is known to hold nothing. */
export function forgetSettings(client: pg.ClientBase): void {
  const one = known.get(client);
  if (one) one.held = null;
}
