import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type AuthError, authErrors } from './auth-error.ts';

/** `points` in `seconds`; Infinity switches one off. */
export type Limit = { points: number; seconds: number };

export type Limits = {
  /** Wrong passwords for one e-mail from one address. */
  signInFailures: Limit;
  /** Wrong passwords from one address, whatever the e-mail: a school behind one address, not a list of passwords. */
  signInFailuresPerAddress: Limit;
  /** Wrong passwords for one e-mail, whatever the address. */
  signInFailuresPerEmail: Limit;
  /** Right or wrong, from one address, new passwords included: what the hashing may cost. */
  signInsPerAddress: Limit;
  signUpsPerAddress: Limit;
  /** Mails asked for: recovery, magic link, confirmation sent anew. */
  mailsPerEmail: Limit;
  mailsPerAddress: Limit;
  /** Wrong codes and links. */
  verifyFailuresPerEmail: Limit;
  verifyFailuresPerAddress: Limit;
};

export const defaultLimits: Limits = {
  signInFailures: { points: 10, seconds: 300 },
  signInFailuresPerAddress: { points: 100, seconds: 300 },
  signInFailuresPerEmail: { points: 50, seconds: 300 },
  signInsPerAddress: { points: 600, seconds: 60 },
  signUpsPerAddress: { points: 30, seconds: 300 },
  mailsPerEmail: { points: 5, seconds: 900 },
  mailsPerAddress: { points: 60, seconds: 300 },
  verifyFailuresPerEmail: { points: 20, seconds: 900 },
  verifyFailuresPerAddress: { points: 60, seconds: 300 },
};

export type Counted = { limit: keyof Limits; key: string };

export type RateLimits = {
  /** Counts one on each. @throws {AuthError} 429 with Retry-After where one is full. */
  consume(...counted: Counted[]): Promise<void>;
  /** Counts nothing. @throws {AuthError} 429 where one is full. */
  refuseIfFull(...counted: Counted[]): Promise<void>;
};

/** Counters in this process's memory. */
export function createRateLimits(overrides: Partial<Limits> = {}): RateLimits {
  const limits = { ...defaultLimits, ...overrides };
  const limiters = new Map(
    Object.entries(limits)
      .filter(([, limit]) => Number.isFinite(limit.points))
      .map(([name, { points, seconds }]) => [
        name,
        new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
      ]),
  );
  return {
    consume: async (...counted) => {
      for (const { limit, key } of counted) {
        try {
          await limiters.get(limit)?.consume(key);
        } catch (result) {
          if (result instanceof Error) throw result;
          throw tooMany(limit, result as RateLimiterRes);
        }
      }
    },
    refuseIfFull: async (...counted) => {
      for (const { limit, key } of counted) {
        const result = await limiters.get(limit)?.get(key);
        if (result && (result.consumedPoints ?? 0) >= limits[limit].points) throw tooMany(limit, result);
      }
    },
  };
}

function tooMany(limit: keyof Limits, result: RateLimiterRes): AuthError {
  const seconds = Math.max(1, Math.ceil((result.msBeforeNext ?? 0) / 1_000));
  return limit === 'mailsPerEmail' ? authErrors.overEmailLimit(seconds) : authErrors.overRequestLimit(seconds);
}
