import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordChange } from '#base/server/security-events.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { isFullyProven, requireUser, type SignedIn } from './caller-session.ts';
import { contextWords } from './context-words.ts';
import { challengeIn } from './flow-state.ts';
import { countMail, mailLink, redirectTarget } from './mailed-links.ts';
import { checkPassword, hashPassword, isPassword } from './passwords.ts';
import { channelField, channelOf, parsePhone, phoneField } from './phones.ts';
import { type Presence, proofShape, requirePresence } from './presence-proof.ts';
import { proveByCode } from './proofs.ts';
import { consumeNonce, needsNonce } from './reauthentication.ts';
import { challengeShape, clientNetwork, mergeMetadata, metadata, parseEmail, readInput } from './request-input.ts';
import { countSms, requireSms, textCode } from './texted-codes.ts';
import { setEmail, setPassword, setPhone } from './user-changes.ts';
import { findUserByEmail, findUserById, findUserByPhone, lockUser, type User, userJson } from './users.ts';

const shape = z.object({
  email: z.string().nullish(),
  phone: phoneField,
  channel: channelField,
  password: z.string().nullish(),
  ...proofShape,
  data: metadata.nullish(),
  app_metadata: z.unknown().optional(),
  ...challengeShape,
});
type Input = z.output<typeof shape>;

/** GET and PUT /user: the signed-in person. */
export function userRoutes(auth: AuthContext): Hono {
  return new Hono()
    .get('/user', async (c) => json(userJson((await requireUser(auth, c.req.raw)).user)))
    .put('/user', async (c) => json(await updateUser(auth, c.req.raw)));
}

/** The requested changes; '' for a field that is absent or already has that value. */
type Changes = { email: string; phone: string; password: string };

function changesIn(input: Input, user: User): Changes {
  const email = input.email ? parseEmail(input.email) : '';
  const phone = input.phone ? parsePhone(input.phone) : '';
  return {
    email: email === user.email ? '' : email,
    phone: phone === user.phone ? '' : phone,
    password: input.password ?? '',
  };
}

async function updateUser(auth: AuthContext, request: Request): Promise<object> {
  const signedIn = await requireUser(auth, request);
  const input = await readInput(request, shape);
  const changes = changesIn(input, signedIn.user);
  if (auth.guardAddresses && input.nonce && input.email && !changes.email && !signedIn.user.email_proved_at) {
    await proveByCode(auth, request, signedIn, input.nonce);
    return userJson((await findUserById(auth.sql, signedIn.user.id)) ?? signedIn.user);
  }
  const channel = channelOf(input.channel);
  const challenge = challengeIn(input);
  requireAllowed(input, signedIn, changes);
  if (input.data) await requireReach(auth, signedIn, input.data);
  if (changes.password) await auth.rateLimits.consume({ limit: 'signInsPerAddress', key: clientNetwork(request) });
  if (changes.password) {
    const person = { ...signedIn.user, email: changes.email || signedIn.user.email };
    checkPassword(changes.password, auth, await contextWords(auth, request, person));
  }
  const presence = await presenceFor(auth, request, signedIn, input, changes);
  const isPhoneTaken = await requireAvailable(auth, changes);
  const confirmsMail = !(signedIn.user.is_anonymous && auth.mailerAutoconfirm);
  if (changes.email && confirmsMail) {
    await countMail(auth, request, changes.email);
    const currentEmail = signedIn.user.email;
    if (currentEmail && auth.mailerSecureEmailChangeEnabled) await countMail(auth, request, currentEmail);
  }
  if (changes.phone && !auth.smsAutoconfirm) {
    await requireSms(auth, request, changes.phone, 'Phone signups are disabled');
    await countSms(auth, request, changes.phone);
  }
  if (changes.password && presence === 'not needed' && needsNonce(auth, signedIn.session))
    await consumeNonce(auth, request, signedIn.user, input.nonce);
  const hash = changes.password ? await newPasswordHash(signedIn.user, changes.password) : undefined;
  return auth.sql.transaction(async (tx) => {
    const user = await lockUser(tx, signedIn.user.id);
    if (!user) throw authErrors.sessionNotFound();
    if (hash) {
      // A user who came by a recovery link signs in with the new password: its session ends.
      await setPassword(tx, user.id, hash, presence === 'recovery' ? undefined : signedIn.session?.id);
      await recordAudit(tx, request, 'user_updated_password', user);
    }
    if (input.data) await updateMetadata(tx, user, input.data);
    if (changes.email && !confirmsMail) await setEmail(tx, user.id, changes.email, false);
    else if (changes.email) await requestEmailChange(auth, tx, request, { user, email: changes.email, challenge });
    if (changes.phone && auth.smsAutoconfirm) await setPhone(tx, user.id, changes.phone, false);
    else if (changes.phone) {
      await tx.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
        user.id,
        changes.phone,
      ]);
      const slot = 'phone_change_token' as const;
      if (!isPhoneTaken)
        await textCode(auth, tx, request, { user, to: changes.phone, slot, kind: 'phone_change', channel });
    }
    if (changes.email || changes.phone) recordChange(request, 'address_change_requested', user.id);
    await recordAudit(tx, request, 'user_modified', user);
    return userJson((await findUserById(tx, user.id)) ?? user);
  });
}

/** A recovery link allows a new password only. @throws {AuthError} as `requirePresence`. */
function presenceFor(
  auth: AuthContext,
  request: Request,
  signedIn: SignedIn,
  input: Input,
  { email, phone, password }: Changes,
): Promise<Presence> {
  if (!email && !phone && !password) return Promise.resolve('not needed');
  return requirePresence(auth, request, signedIn, input, email || phone ? 'other' : 'password');
}

/** @throws {AuthError} 403 not_admin, 401 insufficient_aal, 422 validation_failed. */
function requireAllowed(input: Input, signedIn: SignedIn, changes: Changes): void {
  if (input.app_metadata !== undefined && input.app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if ((changes.password || changes.email || changes.phone) && !isFullyProven(signedIn)) {
    throw authErrors.insufficientAal(401, 'AAL2 session is required to update email or password when MFA is enabled.');
  }
  if (signedIn.user.is_anonymous && changes.password && !changes.email && !changes.phone) {
    throw authErrors.validation('Updating password of an anonymous user without an email or phone is not allowed', 422);
  }
}

/** @throws {AuthError} 403 forbidden where the session may not write a field of the metadata. */
async function requireReach(auth: AuthContext, { session }: SignedIn, data: object): Promise<void> {
  const { metadata: allowed } = (session && (await auth.reachOf?.(auth.sql, session.id))) ?? {};
  const field = allowed && Object.keys(data).find((name) => !allowed.includes(name));
  if (field === undefined) return;
  throw new AuthError(403, 'forbidden', 'What is the same on every site is changed on the platform alone.');
}

/** Returns whether the number is taken where that must stay secret. @throws {AuthError} 422 email_exists, phone_exists. */
async function requireAvailable(auth: AuthContext, changes: Changes): Promise<boolean> {
  if (changes.email && (await findUserByEmail(auth.sql, changes.email))) throw authErrors.emailExists();
  if (changes.phone && !auth.externalPhoneEnabled) throw authErrors.phoneDisabled('Phone signups are disabled');
  const isPhoneTaken = changes.phone !== '' && (await findUserByPhone(auth.sql, changes.phone)) !== undefined;
  if (isPhoneTaken && (!auth.guardAddresses || auth.smsAutoconfirm)) throw authErrors.phoneExists();
  return isPhoneTaken;
}

async function newPasswordHash(user: User, password: string): Promise<string> {
  if (await isPassword(user.encrypted_password, password)) throw authErrors.samePassword();
  return hashPassword(password);
}

async function updateMetadata(tx: Sql, user: User, changes: Record<string, unknown>): Promise<void> {
  const merged = mergeMetadata(user.raw_user_meta_data, changes);
  await tx.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
    user.id,
    JSON.stringify(merged),
  ]);
}

/** Both mailboxes must confirm: a session left open on a shared computer can't take over the login. */
async function requestEmailChange(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  input: { user: User; email: string; challenge: ReturnType<typeof challengeIn> },
): Promise<void> {
  const { user, email, challenge } = input;
  await tx.query(
    `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1`,
    [user.id, email],
  );
  const order = { user, type: 'email_change', redirectTo: redirectTarget(auth, request), challenge } as const;
  if (user.email && auth.mailerSecureEmailChangeEnabled) {
    await mailLink(auth, tx, request, { ...order, to: user.email, slot: 'email_change_token_current' });
  }
  await mailLink(auth, tx, request, { ...order, to: email, slot: 'email_change_token_new' });
}
