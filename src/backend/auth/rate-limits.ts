import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type AuthError, authErrors } from './auth-error.ts';
import type { AuthSettings } from './auth-settings.ts';

/** `points` in `seconds`; Infinity switches a limit off. */
export type Limit = { points: number; seconds: number };

export type Limits = {
  /** Wrong passwords for one e-mail or number from one address. */
  signInFailures: Limit;
  /** Wrong passwords from one address, whatever the e-mail: a school behind one address, not a list of passwords. */
  signInFailuresPerAddress: Limit;
  /** Wrong passwords for one e-mail, whatever the address. */
  signInFailuresPerEmail: Limit;
  /** Sign-in attempts from one address, right or wrong, new passwords included: bounds the cost of hashing. */
  signInsPerAddress: Limit;
  signUpsPerAddress: Limit;
  anonymousSignInsPerAddress: Limit;
  /** Requested mails: recovery, magic link, resent confirmation. */
  mailsPerEmail: Limit;
  mailsPerAddress: Limit;
  /** Minimum time between two mails to one address (`smtpMaxFrequency`). */
  mailPause: Limit;
  smsPerPhone: Limit;
  smsPerAddress: Limit;
  /** Minimum time between two texts to one number (`smsMaxFrequency`). */
  smsPause: Limit;
  /** The same for the texts of a second factor (`mfaPhoneMaxFrequency`). */
  factorSmsPause: Limit;
  /** Wrong codes for one e-mail or number from one address. */
  verifyFailures: Limit;
  /** Wrong codes and links. */
  verifyFailuresPerEmail: Limit;
  verifyFailuresPerAddress: Limit;
  /** Wrong proofs of presence of one user: passwords, mailed codes and app codes together. */
  proofFailuresPerPerson: Limit;
  /** Codes tried on one second factor, right or wrong: a million of them outlast a year. */
  factorAttempts: Limit;
  /** OAuth sign-ins started, ID tokens and passkeys from one address. */
  externalSignInsPerAddress: Limit;
  /** Audit entries for failed attempts. */
  failureRecordsPerAddress: Limit;
};

const unlimited: Limit = { points: Number.POSITIVE_INFINITY, seconds: 1 };

export const defaultLimits: Limits = {
  signInFailures: { points: 10, seconds: 300 },
  signInFailuresPerAddress: { points: 100, seconds: 300 },
  signInFailuresPerEmail: { points: 50, seconds: 300 },
  signInsPerAddress: { points: 600, seconds: 60 },
  signUpsPerAddress: { points: 30, seconds: 300 },
  anonymousSignInsPerAddress: { points: 30, seconds: 3_600 },
  mailsPerEmail: { points: 5, seconds: 900 },
  mailsPerAddress: { points: 60, seconds: 300 },
  mailPause: unlimited,
  smsPerPhone: { points: 5, seconds: 900 },
  smsPerAddress: { points: 30, seconds: 3_600 },
  smsPause: unlimited,
  factorSmsPause: unlimited,
  verifyFailures: unlimited,
  verifyFailuresPerEmail: { points: 20, seconds: 900 },
  verifyFailuresPerAddress: { points: 60, seconds: 300 },
  proofFailuresPerPerson: { points: 10, seconds: 300 },
  factorAttempts: { points: 10, seconds: 300 },
  externalSignInsPerAddress: { points: 300, seconds: 300 },
  failureRecordsPerAddress: { points: 30, seconds: 60 },
};

export type CounterKey = { limit: keyof Limits; key: string };

export type RateLimits = {
  /** Counts one on each. @throws {AuthError} 429 with Retry-After where one is exceeded. */
  consume(...counted: CounterKey[]): Promise<void>;
  /** Counts nothing. @throws {AuthError} 429 where one is exhausted. */
  requireCapacity(...counted: CounterKey[]): Promise<void>;
  /** Counts one and returns whether it was within the limit. */
  tryConsume(counted: CounterKey): Promise<boolean>;
};

type Pauses = Pick<AuthSettings, 'smtpMaxFrequency' | 'smsMaxFrequency' | 'mfaPhoneMaxFrequency'>;

/**
 * Counters in this process's memory. A pause counts an address whether it is registered or not, so that a rate limit
 * error reveals nothing.
 */
export function createRateLimits(settings: Pauses, overrides: Partial<Limits> = {}): RateLimits {
  const once = (seconds: number): Limit => (seconds > 0 ? { points: 1, seconds } : unlimited);
  const limits = {
    ...defaultLimits,
    mailPause: once(settings.smtpMaxFrequency),
    smsPause: once(settings.smsMaxFrequency),
    factorSmsPause: once(settings.mfaPhoneMaxFrequency),
    ...overrides,
  };
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
    tryConsume: async ({ limit, key }) => {
      try {
        await limiters.get(limit)?.consume(key);
        return true;
      } catch (result) {
        if (result instanceof Error) throw result;
        return false;
      }
    },
    requireCapacity: async (...counted) => {
      for (const { limit, key } of counted) {
        const result = await limiters.get(limit)?.get(key);
        if (result && (result.consumedPoints ?? 0) >= limits[limit].points) throw tooMany(limit, result);
      }
    },
  };
}

const errorOf: Partial<Record<keyof Limits, (seconds: number) => AuthError>> = {
  mailsPerEmail: authErrors.overEmailLimit,
  mailPause: authErrors.overEmailLimit,
  smsPerPhone: authErrors.overSmsLimit,
  smsPause: authErrors.overSmsLimit,
  factorSmsPause: authErrors.overSmsLimit,
};

function tooMany(limit: keyof Limits, result: RateLimiterRes): AuthError {
  const seconds = Math.max(1, Math.ceil((result.msBeforeNext ?? 0) / 1_000));
  return (errorOf[limit] ?? authErrors.overRequestLimit)(seconds);
}
