import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { signInAnonymously } from './anonymous.ts';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { contextWords } from './context-words.ts';
import { type Challenge, challengeIn } from './flow-state.ts';
import { saveOwnIdentity } from './identities.ts';
import { countMail, mailLink, mailRegistered, redirectTarget } from './mailed-links.ts';
import { obfuscated } from './obfuscated-user.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { byPhone, byPhoneAtOnce } from './phone-sign-up.ts';
import { channelField, channelOf, parsePhone, phoneField } from './phones.ts';
import { dropUnproved } from './proofs.ts';
import { challengeShape, clientNetwork, mergeMetadata, metadata, parseEmail, readInput } from './request-input.ts';
import { startSession } from './sessions.ts';
import { countSms, requireSms } from './texted-codes.ts';
import { findUserByEmail, insertUser, mayBeReached, type User, userJson } from './users.ts';

const shape = z.object({
  email: z.string().nullish(),
  phone: phoneField,
  channel: channelField,
  password: z.string().nullish(),
  data: metadata.nullish(),
  ...challengeShape,
});

type SignUp = {
  encryptedPassword: string;
  userMetadata: Record<string, unknown>;
  scope: string | null;
};
type MailSignUp = SignUp & { email: string; challenge: Challenge | undefined };

/** POST /signup: with e-mail or phone and a password, or as nobody. */
export function signUpRoutes(auth: AuthContext): Hono {
  return new Hono().post('/signup', async (c) => {
    const request = c.req.raw;
    const input = await readInput(request, shape);
    if (auth.disableSignup) throw authErrors.signupDisabled();
    const userMetadata = mergeMetadata({}, input.data ?? {});
    if (!input.email && !input.phone) {
      if (input.password) throw authErrors.validation('Signup requires an email or phone');
      return json(await signInAnonymously(auth, request, userMetadata));
    }
    if (input.email && input.phone) {
      throw authErrors.validation('Only an email address or phone number should be provided on signup.');
    }
    if (!input.password) throw authErrors.validation('Signup requires a valid password');
    const email = input.email ? parseEmail(input.email) : undefined;
    const phone = input.phone ? parsePhone(input.phone) : '';
    if (email && !auth.externalEmailEnabled) throw authErrors.emailDisabled('Email signups are disabled');
    if (!email) await requireSms(auth, request, phone, 'Phone signups are disabled');
    const channel = channelOf(input.channel);
    const challenge = challengeIn(input);
    const person = { raw_user_meta_data: userMetadata, email: email ?? null };
    checkPassword(input.password, auth, await contextWords(auth, request, person));
    await auth.rateLimits.consume({ limit: 'signUpsPerAddress', key: clientNetwork(request) });
    if (email && !auth.mailerAutoconfirm) await countMail(auth, request, email);
    if (!email && !auth.smsAutoconfirm) await countSms(auth, request, phone);
    // Hashed also for an address that is taken: the time must not tell.
    const encryptedPassword = await hashPassword(input.password);
    const wanted = { encryptedPassword, userMetadata, scope: await auth.scopeOf(request) };
    if (email) {
      const order = { ...wanted, email, challenge };
      if (auth.mailerAutoconfirm) return json(await byMailAtOnce(auth, request, order));
      if (!auth.defer) return json(await byMail(auth, request, order));
      await auth.defer('signup', request, order);
      return json(obfuscated(userMetadata, 'email', email, true));
    }
    const order = { ...wanted, phone, channel };
    if (auth.smsAutoconfirm) return json(await byPhoneAtOnce(auth, request, order));
    if (!auth.defer) return json(await byPhone(auth, request, order));
    await auth.defer('text-sign-up', request, order);
    return json(obfuscated(userMetadata, 'phone', phone, true));
  });
}

async function byMailAtOnce(auth: AuthContext, request: Request, wanted: MailSignUp): Promise<object> {
  // An unconfirmed row counts as taken too: an invitation must not be claimed by whoever knows the address.
  if (await findUserByEmail(auth.sql, wanted.email)) throw authErrors.userAlreadyExists();
  return auth.sql.transaction(async (tx) => {
    const user = await insertUser(tx, { ...wanted, isConfirmed: true, isProven: false });
    await recordAudit(tx, request, 'user_signedup', user, { provider: 'email' });
    return startSession(auth, tx, request, user, 'password');
  });
}

/** Answers alike for a new and a known address, as GoTrue does: who is registered is told by mail alone. */
async function byMail(auth: AuthContext, request: Request, wanted: MailSignUp): Promise<object> {
  return auth.sql.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, wanted.email);
    if (existing?.email_confirmed_at) {
      await recordAudit(tx, request, 'user_repeated_signup', existing);
      return obfuscated(wanted.userMetadata, 'email', wanted.email);
    }
    const user = existing ?? (await insertUser(tx, { ...wanted, isConfirmed: false }));
    await recordAudit(tx, request, 'user_confirmation_requested', user);
    await mailLink(auth, tx, request, {
      user,
      to: wanted.email,
      type: 'signup',
      slot: 'confirmation_token',
      redirectTo: redirectTarget(auth, request),
      challenge: wanted.challenge,
    });
    return userJson((await findUserByEmail(tx, wanted.email)) ?? user);
  });
}

/**
 * The sign-up of the guarded service, after its answer. Who may sign in already is told so by mail. An address that
 * waits to be confirmed takes what was typed last, and every link and code before it opens nothing: whoever confirms
 * gets exactly what the mail they hold was sent for.
 */
export async function addSignUp(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const wanted = input as MailSignUp;
  const existing = await findUserByEmail(tx, wanted.email);
  if (existing && !mayBeReached(existing)) return;
  if (existing?.email_confirmed_at) {
    await recordAudit(tx, request, 'user_repeated_signup', existing);
    return mailRegistered(auth, tx, request, existing);
  }
  const user = existing
    ? await replaceSignUp(tx, existing, wanted)
    : await insertUser(tx, { ...wanted, isConfirmed: false });
  await recordAudit(tx, request, 'user_confirmation_requested', user);
  await mailLink(auth, tx, request, {
    user,
    to: wanted.email,
    type: 'signup',
    slot: 'confirmation_token',
    redirectTo: redirectTarget(auth, request),
    challenge: wanted.challenge,
  });
}

async function replaceSignUp(tx: Sql, user: User, wanted: MailSignUp): Promise<User> {
  const { email, encryptedPassword, userMetadata } = wanted;
  const told = { sub: user.id, email, email_verified: false, phone_verified: false };
  await dropUnproved(tx, user);
  await tx.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, invited_at = null, updated_at = now()
     where id = $1`,
    [user.id, encryptedPassword, JSON.stringify({ ...userMetadata, ...told })],
  );
  await saveOwnIdentity(tx, user.id, 'email', { ...userMetadata, ...told });
  return user;
}
