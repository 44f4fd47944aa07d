import type { Sql } from '#base/server/database.ts';
import type { Encryption } from '#base/server/encryption.ts';
import type { Log } from '#base/server/log.ts';
import type { Claims, Tokens } from '#base/server/tokens.ts';
import { type AuthSettings, defaultSettings } from './auth-settings.ts';
import type { Deferral } from './deferred-requests.ts';
import { authSealing } from './encryption.ts';
import { createRateLimits, type Limits, type RateLimits } from './rate-limits.ts';
import { checkGlobs, isListedRedirect } from './redirect-globs.ts';

export type MailKind =
  | 'recovery'
  | 'confirmation'
  | 'magiclink'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  /** Only in the guarded service: the address of a sign-up has a login already. */
  | 'registered'
  /** Only with `mfaRecoveryCodesEnabled`: says how many are `left`, and carries neither link nor code. */
  | 'recovery_code_used';

/** What a mail must carry: `url` is the link that verifies (empty where only a code does), `token` the digits to type. */
export type AuthMail = {
  to: string;
  kind: MailKind;
  url: string;
  token: string;
  left?: number;
  scope: string | null;
  locale?: string;
};

export type SmsKind =
  | 'signup'
  | 'login'
  | 'phone_change'
  | 'reauthentication'
  | 'mfa'
  /** Only with `recovery`: the code is typed on the page where a new password is chosen. */
  | 'recovery'
  /** Only in the guarded service: the number of a sign-up has a login already. Carries no code. */
  | 'registered';

/** Why no text is sent: not to the country of the number, or as many as may be were sent today. */
export type TextRefusal = 'country' | 'number' | 'network' | 'account' | 'all';

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

/** Where a new password is chosen, away from the site whose scripts could read the link. */
export type RecoveryPlace = {
  /** The page a recovery mail leads to, with the token in its fragment: opening it spends nothing. */
  urlOf(request: Request, linkToken: string): Promise<string>;
  /** The same page without a token, for who was texted a code. */
  pageOf(request: Request): Promise<string>;
  /** Whether the request came to the host of that page: the token of a link lets nobody set a password elsewhere. */
  isHere(request: Request): Promise<boolean>;
};

/**
 * Sign-in at other providers where accounts bring their own credentials and all share one callback. Such a flow needs PKCE,
 * asks a provider for no more than who somebody is, and hands out none of its tokens.
 */
export type SharedCallback = {
  /** The providers of a scope. An object stays the same until its settings change. */
  settingsOf(scope: string | null): Promise<AuthSettings['external']>;
  /** Where every provider sends people back to. */
  url: string;
  /** Whether the request came to the host of `url`. */
  isHere(request: Request): Promise<boolean>;
  /** Whether a flow that begins with this request may end at `returnTo`. */
  isReturn(request: Request, returnTo: string): boolean;
  /** The callback as if it had come to the host where its flow began; null where that host is no longer of the scope. */
  requestAt(request: Request, flow: { scope: string | null; returnTo: string }): Promise<Request | null>;
  /** Where a browser is sent whose flow is unknown or over. */
  lostUrl: string;
};

/** In seconds: its whole life, and without a refresh. */
export type SessionLimits = { timebox: number; inactivity: number };

/** How far a session reaches among what is its person's. */
export type SessionReach = {
  /** The sessions it may end, its own among them. */
  sessions: readonly string[];
  /** The metadata it may write; absent: all of it. */
  metadata?: readonly string[];
};

/** What the service needs from above. `Sql` arguments stand in the transaction the call belongs to. */
export type AuthParts = {
  /** The owner's door: the service reads and writes schema `auth` past row-level security. */
  sql: Sql;
  tokens: Tokens;
  log: Log;
  /** Seals what must be readable again (keys of authenticator apps, tokens of other providers). Any long secret text. */
  encryptionKey: string;
  /** Keys from before, which open what they sealed. */
  formerEncryptionKeys?: readonly string[];
  /** What a session of the asked host belongs to (opaque here), or null where there is none. */
  scopeOf(request: Request): Promise<string | null>;
  bindSession(tx: Sql, sessionId: string, scope: string): Promise<void>;
  /**
   * Whether the session may change on this host how its person signs in: one that began elsewhere may not. Absent: every
   * session may everywhere, as published.
   */
  isSessionOf?(sql: Sql, sessionId: string, scope: string | null): Promise<boolean>;
  /**
   * What a renewed token of the session says besides the usual (published: the custom access token hook). With `exp` the
   * token ends then at the latest.
   */
  sessionClaims(sql: Sql, sessionId: string): Promise<Record<string, unknown>>;
  /** Whether a token is of a session that somebody else uses: it then changes nothing here. Absent: no token is. */
  isActing?: (claims: Claims) => boolean;
  /** Absent: a session ends every other of its person and writes all of their metadata, as published. */
  reachOf?(sql: Sql, sessionId: string): Promise<SessionReach>;
  /**
   * What sites are called that a password chosen by this request is for, one group a site: with what its person is
   * called they make no password. Absent: not looked at.
   */
  passwordWordsOf?(request: Request, userId?: string): Promise<readonly (readonly string[])[]>;
  /** How long a session begun by this request lives; absent: `sessionsTimebox` and `sessionsInactivityTimeout`. */
  sessionLimitsOf?(request: Request): Promise<SessionLimits>;
  /** Queues the mail in `tx`: no lost mail, no mail for a rollback. */
  sendMail(tx: Sql, mail: AuthMail): Promise<void>;
  /** Queues the text in `tx`; absent where there is nobody to send one. */
  sendSms?: (tx: Sql, sms: AuthSms) => Promise<void>;
  /** Whether the asked site offers the telephone; absent: wherever `externalPhoneEnabled`. */
  offersPhone?(request: Request): Promise<boolean>;
  /** Counts a text that is asked for, before anybody looks up whose number it is; null: it may be sent. Absent: all may. */
  admitText?(request: Request, phone: string): Promise<TextRefusal | null>;
  /** Origin of the site that was asked, without a trailing slash; default `siteUrl`. */
  siteUrlOf(request: Request): string;
  /** Where this service is reached, `/auth/v1` included; default `apiExternalUrl`, else `{site}/auth/v1`. */
  apiUrlOf(request: Request): string;
  /** Whether people may be sent to `url`; default: the site itself and `uriAllowList`. */
  isAllowedRedirect(request: Request, url: string): boolean;
  /** Absent: a recovery mail's link signs in by itself, as published. */
  recovery?: RecoveryPlace;
  /** Absent: the providers of `external`, each called back on the host that was asked, as published. */
  sharedCallback?: SharedCallback;
  /**
   * Goes further than the published service, which leaves it off: proving an address removes what an unproved holder had
   * set, requests for a mail are answered before anybody looks up who is registered, and no answer tells who is.
   */
  guardAddresses: boolean;
  /** true: wrong passwords, codes and keys stand in the audit log too; the published service has what succeeded alone. */
  recordFailures: boolean;
  /** false: mails stay where others read them too, so that following a link proves nothing. */
  mailIsSent: boolean;
};

type Defaulted =
  | 'scopeOf'
  | 'bindSession'
  | 'sessionClaims'
  | 'siteUrlOf'
  | 'apiUrlOf'
  | 'isAllowedRedirect'
  | 'guardAddresses'
  | 'recordFailures'
  | 'mailIsSent';

export type AuthOptions = Omit<AuthParts, Defaulted> &
  Partial<Pick<AuthParts, Defaulted>> &
  Partial<AuthSettings> & { limits?: Partial<Limits> };

/** The options with their defaults filled in, as every endpoint group gets them. */
export type AuthContext = AuthParts &
  AuthSettings & {
    rateLimits: RateLimits;
    sealing: Encryption;
    /** Set in the guarded service: takes a request for a mail to be worked on once it is answered. */
    defer?: Deferral['defer'];
  };

export function contextOf(options: AuthOptions): AuthContext {
  const { limits, ...rest } = options;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as typeof rest;
  const settings = { ...defaultSettings, ...given };
  const siteUrl = settings.siteUrl.replace(/\/+$/, '');
  checkGlobs(settings.uriAllowList);
  const siteUrlOf = options.siteUrlOf ?? (() => siteUrl);
  return {
    sealing: authSealing(options.encryptionKey, options.formerEncryptionKeys),
    scopeOf: async () => null,
    bindSession: async () => {},
    sessionClaims: async () => ({}),
    guardAddresses: false,
    recordFailures: false,
    mailIsSent: true,
    isAllowedRedirect: (request, url) => isListedRedirect(url, siteUrlOf(request), settings.uriAllowList),
    ...settings,
    siteUrlOf,
    apiUrlOf:
      options.apiUrlOf ?? ((request) => settings.apiExternalUrl.replace(/\/+$/, '') || `${siteUrlOf(request)}/auth/v1`),
    rateLimits: createRateLimits(settings, limits),
  };
}
