import { pino } from 'pino';

export type Log = {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};

/** JSON lines on standard error; secrets that might travel in facts are masked. */
export function createLog(level: string): Log {
  return pino(
    { level, redact: ['*.password', '*.token', '*.authorization', '*.apikey', '*.refresh_token'], base: null },
    pino.destination({ fd: 2, sync: true }),
  );
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
