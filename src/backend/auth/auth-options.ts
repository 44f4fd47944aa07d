import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { PasswordRules } from './passwords.ts';
import type { Limits, RateLimits } from './rate-limits.ts';

export type MailKind = 'recovery' | 'confirmation' | 'magiclink' | 'invite' | 'email_change';

/** What a mail must carry: `url` is the link that verifies, `token` the six digits for those who type. */
export type AuthMail = {
  to: string;
  kind: MailKind;
  url: string;
  token: string;
  scope: string | null;
  locale?: string;
};

/** What the service needs from above. `Sql` arguments stand in the transaction the call belongs to. */
export type AuthOptions = {
  /** The owner's door: the service reads and writes schema `auth` past row-level security. */
  sql: Sql;
  tokens: Tokens;
  log: Log;
  /** What a session of the asked host belongs to (opaque here), or null where there is none. */
  scopeOf(request: Request): Promise<string | null>;
  bindSession(tx: Sql, sessionId: string, scope: string): Promise<void>;
  /** Queues the mail in `tx`: no lost mail, no mail for a rollback. */
  sendMail(tx: Sql, mail: AuthMail): Promise<void>;
  /** Origin of the host that was asked, without a trailing slash. */
  siteUrlOf(request: Request): string;
  isAllowedRedirect(request: Request, url: string): boolean;
  /** true (default): an address counts as confirmed at sign-up, which answers with a session. */
  autoconfirm?: boolean;
  /** true: nobody but an administrator makes a user. */
  disableSignup?: boolean;
  passwordRules?: Partial<PasswordRules>;
  /** Lifetime of an access token in seconds, default 900. */
  accessTokenSeconds?: number;
  /** How long a refresh token may be used again after its first use, in seconds, default 10. */
  refreshReuseSeconds?: number;
  /** How long a mailed link or code holds, in seconds, default 3600. */
  otpSeconds?: number;
  limits?: Partial<Limits>;
};

/** The options with their defaults filled in, as every endpoint group gets them. */
export type AuthContext = Omit<Required<AuthOptions>, 'passwordRules' | 'limits'> & {
  passwordRules: PasswordRules;
  rateLimits: RateLimits;
};
