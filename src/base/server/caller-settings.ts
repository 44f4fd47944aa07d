import type pg from 'pg';

/** The PostgreSQL settings that identify a caller. */
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

/** Their values, in the same order. */
export type CallerValues = readonly [string, string, string, string, string, string, string, string];

export type Statement = { name: string; text: string; values: readonly string[] };

function setter(which: readonly number[], isLocal: boolean): string {
  return `select ${which.map((index, position) => `set_config('${SETTINGS[index]}', $${position + 1}, ${isLocal})`).join(', ')}`;
}

const SET_CALLER_LOCALLY = setter([...SETTINGS.keys()], true);
const SET_CALLER_AND_MORE = `${SET_CALLER_LOCALLY},
  (select count(set_config(key, value, true)) from json_each_text($${SETTINGS.length + 1}))`;

/** Further settings of one transaction, by name. */
export type MoreSettings = Readonly<Record<string, string>>;

/** Sets the caller and further settings for the length of one transaction. */
export function localSettings(values: CallerValues, more: MoreSettings | undefined): Statement {
  if (!more) return { name: 's_caller', text: SET_CALLER_LOCALLY, values };
  return { name: 's_caller_more', text: SET_CALLER_AND_MORE, values: [...values, JSON.stringify(more)] };
}

type Connection = { isDirect: boolean; current: CallerValues | null };

/** Per connection: whether it has a server process of its own, and the settings it currently holds. */
const connections = new WeakMap<pg.ClientBase, Connection>();

/** Detects, once per connection, whether it has its own server process or goes through a pooler. */
export function sameSettings(client: pg.ClientBase): Promise<void> | undefined {
  return connections.has(client) ? undefined : detectPooler(client);
}

/** The server process id of a connection; undefined behind a pooler, where the number is meaningless. */
export function processOf(client: pg.ClientBase): number | undefined {
  return connections.get(client)?.isDirect ? processIdOf(client) : undefined;
}

/** What the server said at the start of the connection; the types of pg leave it out. */
function processIdOf(client: pg.ClientBase): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;
}

async function detectPooler(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_catalog.pg_backend_pid() as pid');
  connections.set(client, { isDirect: rows[0]?.pid === processIdOf(client), current: null });
}

/**
 * The settings to apply before the next statement: all of them for this transaction only, or, where the statement is
 * known to change no setting, only those that differ from the connection's current values. Null where none does: two
 * consecutive reads of one caller set them once.
 * Only for direct connections: behind a pooler the next statement may run in another process with another caller's
 * settings. There, and until it is detected, everything is set every time.
 * @returns `done`, to be called when the statement has succeeded: a failure rolls the settings back.
 */
export function settingsFor(
  client: pg.ClientBase,
  values: CallerValues,
  keepsSettings: boolean,
  more?: MoreSettings,
): { first: Statement | null; done(): void } {
  const connection = connections.get(client);
  if (!connection?.isDirect || !keepsSettings || more) {
    forgetSettings(client);
    return { first: localSettings(values, more), done: () => {} };
  }
  const { current } = connection;
  connection.current = null;
  return {
    first: statementSetting(changedSettings(current, values), values, false),
    done: () => {
      connection.current = values;
    },
  };
}

/**
 * The same for several pipelined statements on one connection, where it is unknown whether earlier ones failed and
 * rolled their settings back. So the connection's settings stay unchanged: each statement sets the difference for its
 * own transaction only. Where all have one caller, `before` sets it in a round trip of its own, after which `done` is
 * to be called, and the statements need no settings.
 */
export function settingsForEach(
  client: pg.ClientBase,
  callers: readonly CallerValues[],
): { before: Statement | null; firsts: (Statement | null)[]; done(): void } {
  const connection = connections.get(client);
  const [first] = callers;
  if (!connection?.isDirect || !first) {
    return { before: null, firsts: callers.map((caller) => localSettings(caller, undefined)), done: () => {} };
  }
  const areSame = callers.every((caller) => SETTINGS.every((_, index) => caller[index] === first[index]));
  if (areSame) {
    const { first: before, done } = settingsFor(client, first, true);
    // Nothing has to be set again: the settings stay in force.
    if (!before) done();
    return { before, firsts: [], done };
  }
  const { current } = connection;
  return {
    before: null,
    firsts: callers.map((caller) => statementSetting(changedSettings(current, caller), caller, true)),
    done: () => {},
  };
}

function changedSettings(current: CallerValues | null, next: CallerValues): number[] {
  const which: number[] = [];
  for (let index = 0; index < SETTINGS.length; index++) if (current?.[index] !== next[index]) which.push(index);
  return which;
}

/** The statement that applies some of the settings; null for none. */
function statementSetting(which: readonly number[], values: CallerValues, isLocal: boolean): Statement | null {
  if (which.length === 0) return null;
  return {
    name: `s_caller_${which.join('')}${isLocal ? '_locally' : ''}`,
    text: setter(which, isLocal),
    values: which.map((index) => values[index] ?? ''),
  };
}

/** Marks the connection's settings as unknown. */
export function forgetSettings(client: pg.ClientBase): void {
  const connection = connections.get(client);
  if (connection) connection.current = null;
}
