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

/** What a mail carries (a text: the code alone); neither is stored as it is. */
export type MailSecrets = { linkToken: string; otp: string };

export type OneTimeToken = {
  id: string;
  user_id: string;
  token_type: TokenType;
  relates_to: string;
  /** It was sent to the mailbox: using it proves the address. */
  is_mailed: boolean;
  /** The identity that a sign-up by another provider was made with, where this confirms one. */
  identity_id: string | null;
};

const WRONG_CODES_ALLOWED = 10;

/** The scope of what only the page where a new password is chosen takes, whichever site it was asked on. */
const RECOVERY_SCOPE = 'recovery';

/** What bounds the tokens a request may take: undefined where they hold everywhere, as published. */
export type TokenScope = string | null | undefined;

/** For taking: the scope a token must have been made in. `isRecovery`: the request is for a new password, on its page. */
export async function scopeToTake(
  auth: AuthContext,
  request: Request,
  { isRecovery = false } = {},
): Promise<TokenScope> {
  if (!auth.bindsOneTimeTokens) return undefined;
  return isRecovery ? RECOVERY_SCOPE : auth.scopeOf(request);
}

/** For making: `isRecovery` as above. */
export async function scopeToMake(
  auth: AuthContext,
  request: Request,
  { isRecovery = false } = {},
): Promise<string | null> {
  return isRecovery && auth.recovery ? RECOVERY_SCOPE : auth.scopeOf(request);
}

/** Marks a link whose click ends in a code to exchange instead of a session. */
export const PKCE_PREFIX = 'pkce_';

/**
 * Makes link and code for `type`, in place of those sent before. `relatesTo` is the address or number they are sent to;
 * `otp` is given where a number under test has a fixed code.
 */
export async function issueOneTimeToken(
  tx: Sql,
  wanted: {
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
  const linkToken = `${wanted.isPkce ? PKCE_PREFIX : ''}${randomToken()}`;
  const otp = wanted.otp ?? randomOtp(wanted.otpLength);
  const tokenHash = hashOf(linkToken);
  await tx.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, otp_hash, relates_to, is_mailed, scope,
       identity_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, otp_hash = excluded.otp_hash,
       relates_to = excluded.relates_to, is_mailed = excluded.is_mailed, scope = excluded.scope,
       identity_id = excluded.identity_id, failed_attempts = 0, created_at = now(), updated_at = now()`,
    [
      wanted.userId,
      wanted.type,
      tokenHash,
      otpHashOf(otp, tokenHash),
      wanted.relatesTo,
      wanted.isMailed ?? false,
      wanted.scope,
      wanted.identityId ?? null,
    ],
  );
  return { linkToken, otp };
}

/** Seconds for which the digits of a mail hold. */
export function mailedCodeSeconds(auth: Pick<AuthSettings, 'mailerCodeExp' | 'mailerOtpExp'>): number {
  return Math.min(auth.mailerCodeExp || auth.mailerOtpExp, auth.mailerOtpExp);
}

/** Which tokens may be taken: of these types, no older than `seconds`, made in `scope`. */
export type Takeable = { types: readonly TokenType[]; seconds: number; scope: TokenScope };

const OF_A_LINK = `token_hash = $1 and token_type::text = any($2)
  and created_at > now() - make_interval(secs => $3) and ($4 or scope is not distinct from $5)`;

function ofLink(linkToken: string, { types, seconds, scope }: Takeable): unknown[] {
  return [hashOf(linkToken), types, seconds, scope === undefined, scope ?? null];
}

/** Whether the token of a link could be taken; it stays as it is. */
export async function isTakeableByLink(sql: Sql, linkToken: string, takeable: Takeable): Promise<boolean> {
  const rows = await sql.query(`select from auth.one_time_tokens where ${OF_A_LINK}`, ofLink(linkToken, takeable));
  return rows.length > 0;
}

/** Takes the token of a link: gone with this call, undefined where it is unknown, used, too old or of another scope. */
export async function takeByLink(tx: Sql, linkToken: string, takeable: Takeable): Promise<OneTimeToken | undefined> {
  const [row] = await tx.query<OneTimeToken>(
    `delete from auth.one_time_tokens where ${OF_A_LINK} returning id, user_id, token_type, relates_to, is_mailed, identity_id`,
    ofLink(linkToken, takeable),
  );
  return row;
}

/**
 * Takes the token whose code was sent to `address`, of one person where `userId` is given. A wrong code is counted on each candidate, and past ten only the
 * link works: a million codes can't be tried from many addresses either. The count must survive, so the caller commits
 * also where this answers undefined.
 */
export async function takeByOtp(
  tx: Sql,
  { address, otp, userId }: { address: string; otp: string; userId?: string },
  { types, seconds, scope }: Takeable,
): Promise<OneTimeToken | undefined> {
  const candidates = await tx.query<OneTimeToken & { token_hash: string; otp_hash: string }>(
    `select id, user_id, token_type, relates_to, is_mailed, identity_id, token_hash, otp_hash from auth.one_time_tokens
     where relates_to = $1 and token_type::text = any($2) and otp_hash is not null and failed_attempts < $4
       and created_at > now() - make_interval(secs => $3) and ($5::uuid is null or user_id = $5)
       and ($6 or scope is not distinct from $7)
     order by created_at desc for update`,
    [address, types, seconds, WRONG_CODES_ALLOWED, userId ?? null, scope === undefined, scope ?? null],
  );
  const right = candidates.find((candidate) => isSame(candidate.otp_hash, otpHashOf(otp, candidate.token_hash)));
  if (right) {
    await tx.query('delete from auth.one_time_tokens where id = $1', [right.id]);
    return right;
  }
  await tx.query('update auth.one_time_tokens set failed_attempts = failed_attempts + 1 where id = any($1)', [
    candidates.map((candidate) => candidate.id),
  ]);
  return undefined;
}
