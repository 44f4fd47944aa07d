import { type DestinationStream, pino } from 'pino';

export type Log = {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};

const SECRETS = ['password', 'token', 'authorization', 'apikey', 'refresh_token', 'access_token', 'cookie', 'secret'];
/** Secrets are masked at the top of a log line and up to three levels down. */
const PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

/** An error as it is logged. PostgreSQL's `detail` and `where` are left out: they quote values of the row. */
function errorFacts(error: unknown): object {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  // Libraries copy an error's fields to its wrapper, too.
  if (!('message' in error)) return error;
  const { name, message, stack, code } = error as Error & { code?: unknown };
  return { name, message, stack, ...(code === undefined ? {} : { code }) };
}

/** JSON lines on standard error, one object per line; secrets in fields are masked. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  return pino({ level, redact: PATHS, base: null, serializers: { err: errorFacts, error: errorFacts } }, destination);
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
