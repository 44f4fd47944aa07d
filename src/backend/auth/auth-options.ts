import type { Sql } from '#base/server/database.ts';
import type { Encryption } from '#base/server/encryption.ts';
import type { Log } from '#base/server/log.ts';
import type { Claims, Tokens } from '#base/server/tokens.ts';
import { type AuthSettings, defaultSettings } from './auth-settings.ts';
import type { Deferral } from './deferred-requests.ts';
import { authEncryption } from './encryption.ts';
import { createRateLimits, type Limits, type RateLimits } from './rate-limits.ts';
import { checkGlobs, isListedRedirect } from './redirect-globs.ts';

export type MailKind =
  | 'recovery'
  | 'confirmation'
  | 'magiclink'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  /** Only in the guarded service: the address of a sign-up is registered already. */
  | 'registered'
  /** Only with `mfaRecoveryCodesEnabled`: reports how many are `left`, without link or code. */
  | 'recovery_code_used';

/** The content of a mail: `url` is the link that verifies (empty where there is only a code), `token` the code to type. */
export type AuthMail = {
  to: string;
  kind: MailKind;
  url: string;
  token: string;
  left?: number;
  /** There is no password yet that could be reset. */
  isFirstPassword?: boolean;
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
  /** Only in the guarded service: the number of a sign-up is registered already. Carries no code. */
  | 'registered';

/** Why no text is sent: the number's country is excluded, or a daily limit is reached. */
export type TextLimit = 'country' | 'number' | 'network' | 'account' | 'all';

/** A text to send: `to` in digits without the plus, `message` in full, including the code. */
export type AuthSms = {
  to: string;
  kind: SmsKind;
  otp: string;
  message: string;
  channel: 'sms' | 'whatsapp';
  scope: string | null;
  locale?: string;
};

/** The page where a new password is chosen, on another host than the site, whose scripts could read the link. */
export type RecoveryPage = {
  /** The URL of the page for a recovery mail, with the token in its fragment: opening it does not use up the token. */
  urlOf(request: Request, linkToken: string): Promise<string>;
  /** The same page without a token, for a code sent by text. */
  pageOf(request: Request): Promise<string>;
  /** Whether the request came to the page's host: nowhere else does a link's token set a password. */
  isHere(request: Request): Promise<boolean>;
};

/**
 * OAuth sign-in where accounts bring their own credentials and share one callback URL. Such a flow requires PKCE,
 * requests only the provider's identity scopes, and hands out no provider tokens.
 */
export type SharedCallback = {
  /** The providers of a scope. The same object is returned until its settings change. */
  settingsOf(scope: string | null): Promise<AuthSettings['external']>;
  /** The redirect URI registered at every provider. */
  url: string;
  /** Whether the request came to the host of `url`. */
  isHere(request: Request): Promise<boolean>;
  /** Whether a flow started by this request may redirect to `returnTo`. */
  isReturn(request: Request, returnTo: string): boolean;
  /** The callback rewritten to the host where its flow started; null where that host has left the scope. */
  requestAt(request: Request, flow: { scope: string | null; returnTo: string }): Promise<Request | null>;
  /** Redirect target for a flow that is unknown or over. */
  unknownFlowUrl: string;
};

/** In seconds: maximum lifetime, and maximum time without a refresh. */
export type SessionLimits = { timebox: number; inactivity: number };

/** What a session may change of its user. */
export type SessionReach = {
  /** The sessions it may end, including its own. */
  sessions: readonly string[];
  /** The metadata keys it may write; absent: all. */
  metadata?: readonly string[];
};

/** What the service needs from its host. `Sql` arguments are the transaction the call belongs to. */
export type AuthParts = {
  /** The owner's connection: the service reads and writes schema `auth` past row-level security. */
  sql: Sql;
  tokens: Tokens;
  log: Log;
  /** Encrypts what must be readable again (authenticator app keys, provider tokens). Any long secret text. */
  encryptionKey: string;
  /** Rotated keys, which still decrypt what they encrypted. */
  formerEncryptionKeys?: readonly string[];
  /** The scope of a session started on the requested host (opaque here), or null where there is none. */
  scopeOf(request: Request): Promise<string | null>;
  bindSession(tx: Sql, sessionId: string, scope: string): Promise<void>;
  /**
   * Whether the session may change its user's credentials on this host: one started elsewhere may not. Absent: every
   * session may everywhere, as published.
   */
  isSessionOf?(sql: Sql, sessionId: string, scope: string | null): Promise<boolean>;
  /**
   * Extra claims of a renewed access token (published: the custom access token hook). A claim `exp` caps the token's
   * lifetime.
   */
  sessionClaims(sql: Sql, sessionId: string): Promise<Record<string, unknown>>;
  /** Whether a token belongs to an impersonation session, which may change nothing here. Absent: none does. */
  isImpersonation?: (claims: Claims) => boolean;
  /** What a session may end and write; absent: all sessions and metadata of its user, as published. */
  reachOf?(sql: Sql, sessionId: string): Promise<SessionReach>;
  /**
   * Names of the sites a password chosen by this request is for, one group per site: a password must not consist of them
   * and the user's names. Absent: not checked.
   */
  passwordWordsOf?(request: Request, userId?: string): Promise<readonly (readonly string[])[]>;
  /** Lifetime of a session started by this request; absent: `sessionsTimebox` and `sessionsInactivityTimeout`. */
  sessionLimitsOf?(request: Request): Promise<SessionLimits>;
  /** Queues the mail in `tx`: no lost mail, no mail for a rollback. */
  sendMail(tx: Sql, mail: AuthMail): Promise<void>;
  /** Queues the text in `tx`; absent where no SMS provider is configured. */
  sendSms?: (tx: Sql, sms: AuthSms) => Promise<void>;
  /** Whether the requested site offers sign-in by phone; absent: wherever `externalPhoneEnabled`. */
  offersPhone?(request: Request): Promise<boolean>;
  /** Counts a requested text before the number is looked up; null: it may be sent. Absent: all may. */
  admitText?(request: Request, phone: string): Promise<TextLimit | null>;
  /** Origin of the requested site, without a trailing slash; default `siteUrl`. */
  siteUrlOf(request: Request): string;
  /** Base URL of this service, including `/auth/v1`; default `apiExternalUrl`, else `{site}/auth/v1`. */
  apiUrlOf(request: Request): string;
  /** Whether redirects to `url` are allowed; default: the site itself and `uriAllowList`. */
  isAllowedRedirect(request: Request, url: string): boolean;
  /** Absent: a recovery mail's link starts a session by itself, as published. */
  recovery?: RecoveryPage;
  /** Absent: the providers of `external`, each called back on the requested host, as published. */
  sharedCallback?: SharedCallback;
  /**
   * Stricter than the published service, which leaves it off: proving an address removes what an unproven holder had set,
   * requests for a mail get their response before the address is looked up, and no response reveals who is registered.
   */
  guardAddresses: boolean;
  /** true: failed passwords, codes and keys are audited too; the published service audits successes only. */
  recordFailures: boolean;
  /** false: mails are stored where others can read them, so following a link proves nothing. */
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

/** The options with defaults, as every route group receives them. */
export type AuthContext = AuthParts &
  AuthSettings & {
    rateLimits: RateLimits;
    encryption: Encryption;
    /** Set in the guarded service: queues the work of a request until after its response. */
    defer?: Deferral['defer'];
  };

export function contextOf(options: AuthOptions): AuthContext {
  const { limits, ...rest } = options;
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as typeof rest;
  const settings = { ...defaultSettings, ...defined };
  const siteUrl = settings.siteUrl.replace(/\/+$/, '');
  checkGlobs(settings.uriAllowList);
  const siteUrlOf = options.siteUrlOf ?? (() => siteUrl);
  return {
    encryption: authEncryption(options.encryptionKey, options.formerEncryptionKeys),
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
