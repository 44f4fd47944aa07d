import type { Sql } from '#base/server/database.ts';
import { isSame } from '#base/server/tokens.ts';
import type { AuthContext } from './auth-options.ts';
import type { AuthSettings } from './auth-settings.ts';
import { hashOf, otpHashOf, randomOtp, randomToken } from './secrets.ts';

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'phone_change_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** The secrets of a mail (of a text: the code only); only their hashes are stored. */
export type MailSecrets = { linkToken: string; otp: string };

export type OneTimeToken = {
  id: string;
  user_id: string;
  token_type: TokenType;
  relates_to: string;
  /** It was sent to the mailbox: using it proves the address. */
  is_mailed: boolean;
  /** The identity of a sign-up by another provider that this token confirms. */
  identity_id: string | null;
};

const MAX_WRONG_CODES = 10;

/** The scope of tokens that only the password page accepts, whichever site they were requested on. */
const RECOVERY_SCOPE = 'recovery';

/** The scope of acceptable tokens; undefined: any, as published. */
export type TokenScope = string | null | undefined;

/** The scope a token must have been created in to be taken. `isRecovery`: the request sets a new password on its page. */
export async function scopeToTake(
  auth: AuthContext,
  request: Request,
  { isRecovery = false } = {},
): Promise<TokenScope> {
  if (!auth.bindsOneTimeTokens) return undefined;
  return isRecovery ? RECOVERY_SCOPE : auth.scopeOf(request);
}

/** The scope of a new token; `isRecovery` as above. */
export async function scopeToMake(
  auth: AuthContext,
  request: Request,
  { isRecovery = false } = {},
): Promise<string | null> {
  return isRecovery && auth.recovery ? RECOVERY_SCOPE : auth.scopeOf(request);
}

/** Prefix of a link that ends in a PKCE code instead of a session. */
export const PKCE_PREFIX = 'pkce_';

/**
 * Creates link and code for `type`, replacing those sent before. `relatesTo` is the address or number they are sent to;
 * `otp` is a test number's fixed code.
 */
export async function issueOneTimeToken(
  tx: Sql,
  options: {
    userId: string;
    type: TokenType;
    relatesTo: string;
    isPkce?: boolean;
    otp?: string;
    otpLength?: number;
    isMailed?: boolean;
    identityId?: string | undefined;
    scope: string | null;
  },
): Promise<MailSecrets> {
  const linkToken = `${options.isPkce ? PKCE_PREFIX : ''}${randomToken()}`;
  const otp = options.otp ?? randomOtp(options.otpLength);
  const tokenHash = hashOf(linkToken);
  await tx.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, otp_hash, relates_to, is_mailed, scope,
       identity_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, otp_hash = excluded.otp_hash,
       relates_to = excluded.relates_to, is_mailed = excluded.is_mailed, scope = excluded.scope,
       identity_id = excluded.identity_id, failed_attempts = 0, created_at = now(), updated_at = now()`,
    [
      options.userId,
      options.type,
      tokenHash,
      otpHashOf(otp, tokenHash),
      options.relatesTo,
      options.isMailed ?? false,
      options.scope,
      options.identityId ?? null,
    ],
  );
  return { linkToken, otp };
}

/** Lifetime of a mailed code in seconds. */
export function mailedCodeSeconds(auth: Pick<AuthSettings, 'mailerCodeExp' | 'mailerOtpExp'>): number {
  return Math.min(auth.mailerCodeExp || auth.mailerOtpExp, auth.mailerOtpExp);
}

/** Filter for tokens: of these types, no older than `seconds`, created in `scope`. */
export type TokenFilter = { types: readonly TokenType[]; seconds: number; scope: TokenScope };

const LINK_CONDITION = `token_hash = $1 and token_type::text = any($2)
  and created_at > now() - make_interval(secs => $3) and ($4 or scope is not distinct from $5)`;

function linkParameters(linkToken: string, { types, seconds, scope }: TokenFilter): unknown[] {
  return [hashOf(linkToken), types, seconds, scope === undefined, scope ?? null];
}

/** Whether a link's token is valid, without using it up. */
export async function isValidLink(sql: Sql, linkToken: string, tokenFilter: TokenFilter): Promise<boolean> {
  const rows = await sql.query(
    `select from auth.one_time_tokens where ${LINK_CONDITION}`,
    linkParameters(linkToken, tokenFilter),
  );
  return rows.length > 0;
}

/** Takes a link's token: deletes it; undefined where it is unknown, used, expired or of another scope. */
export async function takeByLink(
  tx: Sql,
  linkToken: string,
  tokenFilter: TokenFilter,
): Promise<OneTimeToken | undefined> {
  const [row] = await tx.query<OneTimeToken>(
    `delete from auth.one_time_tokens where ${LINK_CONDITION} returning id, user_id, token_type, relates_to, is_mailed, identity_id`,
    linkParameters(linkToken, tokenFilter),
  );
  return row;
}

/**
 * Takes the token whose code was sent to `address`, optionally of one user. A wrong code is counted on each candidate;
 * after ten only the link works, so that a million codes can't be tried from many addresses either. The caller must
 * commit the count also where this returns undefined.
 */
export async function takeByOtp(
  tx: Sql,
  { address, otp, userId }: { address: string; otp: string; userId?: string },
  { types, seconds, scope }: TokenFilter,
): Promise<OneTimeToken | undefined> {
  const candidates = await tx.query<OneTimeToken & { token_hash: string; otp_hash: string }>(
    `select id, user_id, token_type, relates_to, is_mailed, identity_id, token_hash, otp_hash from auth.one_time_tokens
     where relates_to = $1 and token_type::text = any($2) and otp_hash is not null and failed_attempts < $4
       and created_at > now() - make_interval(secs => $3) and ($5::uuid is null or user_id = $5)
       and ($6 or scope is not distinct from $7)
     order by created_at desc for update`,
    [address, types, seconds, MAX_WRONG_CODES, userId ?? null, scope === undefined, scope ?? null],
  );
  const match = candidates.find((candidate) => isSame(candidate.otp_hash, otpHashOf(otp, candidate.token_hash)));
  if (match) {
    await tx.query('delete from auth.one_time_tokens where id = $1', [match.id]);
    return match;
  }
  await tx.query('update auth.one_time_tokens set failed_attempts = failed_attempts + 1 where id = any($1)', [
    candidates.map((candidate) => candidate.id),
  ]);
  return undefined;
}
