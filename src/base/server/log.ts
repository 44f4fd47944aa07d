import { type DestinationStream, pino } from 'pino';

export type Log = {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};

const SECRETS = ['password', 'token', 'authorization', 'apikey', 'refresh_token', 'access_token', 'cookie', 'secret'];
/** A secret is masked at the top of a line and up to three levels down. */
const PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

/**
 * An error as a line shows it. PostgreSQL's `detail` and `where` stay away: they quote the values of a row.
 */
function errorFacts(error: unknown): object {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  // Libraries hand on copies of an error’s fields, too.
  if (!('message' in error)) return error;
  const { name, message, stack, code } = error as Error & { code?: unknown };
  return { name, message, stack, ...(code === undefined ? {} : { code }) };
}

/** JSON lines on standard error, one object a line; secrets that might travel in facts are masked. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  return pino({ level, redact: PATHS, base: null, serializers: { err: errorFacts, error: errorFacts } }, destination);
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
