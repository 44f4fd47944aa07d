import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Claims, Tokens } from '#base/server/tokens.ts';
import { type AuthSettings, defaultSettings } from './auth-settings.ts';
import { createRateLimits, type Limits, type RateLimits } from './rate-limits.ts';
import { checkGlobs, isListedRedirect } from './redirect-globs.ts';

export type MailKind = 'recovery' | 'confirmation' | 'magiclink' | 'invite' | 'email_change' | 'reauthentication';

/** What a mail must carry: `url` is the link that verifies (empty where only a code does), `token` the digits to type. */
export type AuthMail = {
  to: string;
  kind: MailKind;
  url: string;
  token: string;
  scope: string | null;
  locale?: string;
};

export type SmsKind = 'signup' | 'login' | 'phone_change' | 'reauthentication' | 'mfa';

/** A text to send: `to` in digits without the plus, `message` whole, with the code in it. */
export type AuthSms = {
  to: string;
  kind: SmsKind;
  otp: string;
  message: string;
  channel: 'sms' | 'whatsapp';
  scope: string | null;
  locale?: string;
};

/** What the service needs from above. `Sql` arguments stand in the transaction the call belongs to. */
export type AuthParts = {
  /** The owner's door: the service reads and writes schema `auth` past row-level security. */
  sql: Sql;
  tokens: Tokens;
  log: Log;
  /** Seals what must be readable again (keys of authenticator apps, tokens of other providers). Any long secret text. */
  encryptionKey: string;
  /** What a session of the asked host belongs to (opaque here), or null where there is none. */
  scopeOf(request: Request): Promise<string | null>;
  bindSession(tx: Sql, sessionId: string, scope: string): Promise<void>;
  /**
   * What a renewed token of the session says besides the usual (published: the custom access token hook). With `exp` the
   * token ends then at the latest.
   */
  sessionClaims(sql: Sql, sessionId: string): Promise<Record<string, unknown>>;
  /** Whether a token is of a session that somebody else uses: it then changes nothing here. Absent: no token is. */
  isActing?: (claims: Claims) => boolean;
  /** Queues the mail in `tx`: no lost mail, no mail for a rollback. */
  sendMail(tx: Sql, mail: AuthMail): Promise<void>;
  /** Queues the text in `tx`; absent where there is nobody to send one. */
  sendSms?: (tx: Sql, sms: AuthSms) => Promise<void>;
  /** Origin of the site that was asked, without a trailing slash; default `siteUrl`. */
  siteUrlOf(request: Request): string;
  /** Where this service is reached, `/auth/v1` included; default `apiExternalUrl`, else `{site}/auth/v1`. */
  apiUrlOf(request: Request): string;
  /** Whether people may be sent to `url`; default: the site itself and `uriAllowList`. */
  isAllowedRedirect(request: Request, url: string): boolean;
};

type Defaulted = 'scopeOf' | 'bindSession' | 'sessionClaims' | 'siteUrlOf' | 'apiUrlOf' | 'isAllowedRedirect';

export type AuthOptions = Omit<AuthParts, Defaulted> &
  Partial<Pick<AuthParts, Defaulted>> &
  Partial<AuthSettings> & { limits?: Partial<Limits> };

/** The options with their defaults filled in, as every endpoint group gets them. */
export type AuthContext = AuthParts & AuthSettings & { rateLimits: RateLimits };

export function contextOf(options: AuthOptions): AuthContext {
  const { limits, ...rest } = options;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as typeof rest;
  const settings = { ...defaultSettings, ...given };
  const siteUrl = settings.siteUrl.replace(/\/+$/, '');
  checkGlobs(settings.uriAllowList);
  const siteUrlOf = options.siteUrlOf ?? (() => siteUrl);
  return {
    scopeOf: async () => null,
    bindSession: async () => {},
    sessionClaims: async () => ({}),
    isAllowedRedirect: (request, url) => isListedRedirect(url, siteUrlOf(request), settings.uriAllowList),
    ...settings,
    siteUrlOf,
    apiUrlOf:
      options.apiUrlOf ?? ((request) => settings.apiExternalUrl.replace(/\/+$/, '') || `${siteUrlOf(request)}/auth/v1`),
    rateLimits: createRateLimits(settings, limits),
  };
}
