import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { issueAuthCode } from './flow-state.ts';
import { type LinkType, methodOf, redirectTarget } from './mailed-links.ts';
import { type OneTimeToken, PKCE_PREFIX, type TokenType, takeByLink, takeByOtp } from './one-time-tokens.ts';
import type { Counted } from './rate-limits.ts';
import { clientAddress, readInput } from './request-input.ts';
import { startSession, type TokenResponse } from './sessions.ts';
import { parseEmail } from './sign-up.ts';
import { confirmEmail, findUserById, isBanned, lockUser, setEmail, type User } from './users.ts';

/** Which mails a `type` may come from; `email` is the newer name for a sign-up's and a magic link's code. */
const slotsOf: Record<LinkType | 'email', readonly TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const shape = z.object({
  type: z.string().max(40).nullish(),
  token: z.string().max(512).nullish(),
  token_hash: z.string().max(512).nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

/** GET /verify follows a mail's link and redirects; POST /verify takes its token or code and answers a session. */
export function verifyRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/verify', async (c) => json(await verifyPosted(auth, c.req.raw)))
    .get('/verify', (c) => verifyLink(auth, c.req.raw));
}

function slotsFor(type: string | null | undefined): readonly TokenType[] {
  if (!type) throw authErrors.validation('Verify requires a verification type');
  const slots = Object.hasOwn(slotsOf, type) ? slotsOf[type as LinkType | 'email'] : undefined;
  if (!slots) throw authErrors.validation(`Unsupported verification type "${type}"`);
  return slots;
}

async function verifyPosted(auth: AuthContext, request: Request): Promise<TokenResponse | object> {
  const input = await readInput(request, shape);
  const slots = slotsFor(input.type);
  const { token, token_hash: linkToken } = input;
  if (!token && !linkToken) throw authErrors.validation('Verify requires a token or a token hash');
  if (token && linkToken) throw authErrors.validation('Verify requires either a token or a token hash');
  if (linkToken) {
    if (input.email || input.phone) {
      throw authErrors.validation('Only the token_hash and type should be provided');
    }
    return redeem(auth, request, [], authErrors.linkExpired, (tx) => takeByLink(tx, linkToken, slots, auth.otpSeconds));
  }
  if (!input.email || input.phone) {
    throw authErrors.validation('Only an email address or phone number should be provided on verify');
  }
  const email = parseEmail(input.email);
  const otp = (token ?? '').replace(/[\s-]/g, '');
  const perEmail: Counted[] = [{ limit: 'verifyFailuresPerEmail', key: email }];
  return redeem(auth, request, perEmail, authErrors.otpExpired, (tx) =>
    takeByOtp(tx, email, otp, slots, auth.otpSeconds),
  );
}

/** Takes the token and starts the session in one transaction; failures are counted, also in the database. */
async function redeem(
  auth: AuthContext,
  request: Request,
  perEmail: Counted[],
  refused: () => AuthError,
  take: (tx: Sql) => Promise<OneTimeToken | undefined>,
): Promise<TokenResponse | object> {
  const failures: Counted[] = [{ limit: 'verifyFailuresPerAddress', key: clientAddress(request) }, ...perEmail];
  await auth.rateLimits.refuseIfFull(...failures);
  const outcome = await auth.sql.transaction(async (tx) => {
    const taken = await take(tx);
    if (!taken) return undefined;
    const user = await accept(tx, request, taken);
    return user === 'half' ? { msg: HALF_CONFIRMED, code: '200' } : startSession(auth, tx, request, user, 'otp');
  });
  if (outcome) return outcome;
  await auth.rateLimits.consume(...failures);
  throw refused();
}

/**
 * What the token proves becomes true of the person. `half`: an e-mail change still waits for the other mailbox.
 * @throws {AuthError} 403 user_banned, 422 email_exists.
 */
async function accept(tx: Sql, request: Request, taken: OneTimeToken): Promise<User | 'half'> {
  const user = await lockUser(tx, taken.user_id);
  if (!user || user.deleted_at) throw authErrors.linkExpired();
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (taken.token_type === 'email_change_token_current' || taken.token_type === 'email_change_token_new') {
    return acceptEmailChange(tx, request, user, taken.token_type);
  }
  if (!user.email_confirmed_at) {
    await confirmEmail(tx, user.id);
    await recordAudit(tx, request, user.invited_at ? 'invite_accepted' : 'user_signedup', user);
  } else {
    await recordAudit(tx, request, 'login', user);
  }
  return (await findUserById(tx, user.id)) ?? user;
}

async function acceptEmailChange(
  tx: Sql,
  request: Request,
  user: User,
  slot: 'email_change_token_current' | 'email_change_token_new',
): Promise<User | 'half'> {
  if (!user.email_change) throw authErrors.linkExpired();
  // 1: the present mailbox has agreed, 2: the new one has. The same side twice is still one side.
  const side = slot === 'email_change_token_current' ? 1 : 2;
  const other = 3 - side;
  if (user.email && user.email_change_confirm_status !== other) {
    await tx.query('update auth.users set email_change_confirm_status = $2, updated_at = now() where id = $1', [
      user.id,
      side,
    ]);
    return 'half';
  }
  await setEmail(tx, user.id, user.email_change);
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
  await recordAudit(tx, request, 'user_modified', user);
  return (await findUserById(tx, user.id)) ?? user;
}

async function verifyLink(auth: AuthContext, request: Request): Promise<Response> {
  // Mail scanners look at links with HEAD before a person does: that must not use them up.
  if (request.method === 'HEAD') return new Response(null, { status: 204 });
  const query = new URL(request.url).searchParams;
  const target = redirectTarget(auth, request);
  const linkToken = (query.get('token') ?? query.get('token_hash') ?? '').slice(0, 512);
  const isPkce = linkToken.startsWith(PKCE_PREFIX);
  try {
    if (!linkToken) throw authErrors.validation('Verify requires a token');
    const type = query.get('type');
    const slots = slotsFor(type);
    const failures: Counted[] = [{ limit: 'verifyFailuresPerAddress', key: clientAddress(request) }];
    await auth.rateLimits.refuseIfFull(...failures);
    const location = await auth.sql.transaction(async (tx) => {
      const taken = await takeByLink(tx, linkToken, slots, auth.otpSeconds);
      if (!taken) return undefined;
      const user = await accept(tx, request, taken);
      if (user === 'half') return withParameters(target, { message: HALF_CONFIRMED }, isPkce);
      if (isPkce) {
        const methods = type === 'email' ? Object.values(methodOf) : [methodOf[type as LinkType]];
        return withQuery(target, { code: await issueAuthCode(tx, user.id, methods) });
      }
      const session = await startSession(auth, tx, request, user, 'otp');
      return withFragment(target, {
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        token_type: session.token_type,
        type: type ?? '',
      });
    });
    if (location) return redirect(location);
    await auth.rateLimits.consume(...failures);
    throw authErrors.linkExpired();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const told = {
      error: error.status === 403 || error.status === 401 ? 'access_denied' : 'invalid_request',
      error_code: error.code,
      error_description: error.message,
    };
    return redirect(withParameters(target, told, isPkce));
  }
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

function withFragment(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(parameters).toString();
  return url.toString();
}

function withQuery(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.toString();
}

/** A message goes into the fragment, and for PKCE, whose page is rendered on a server, into the query too. */
function withParameters(target: string, parameters: Record<string, string>, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, parameters) : target, parameters);
}
