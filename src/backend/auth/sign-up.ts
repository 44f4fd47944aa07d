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
import { obfuscatedUser } from './obfuscated-user.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { byPhone, byPhoneAtOnce } from './phone-sign-up.ts';
import { channelField, channelOf, parsePhone, phoneField } from './phones.ts';
import { removeUnprovenCredentials } from './proofs.ts';
import { challengeShape, clientNetwork, mergeMetadata, metadata, parseEmail, readInput } from './request-input.ts';
import { startSession } from './sessions.ts';
import { countSms, requireSms } from './texted-codes.ts';
import { findUserByEmail, insertUser, isReachable, type User, userJson } from './users.ts';

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

/** POST /signup: with e-mail or phone and a password, or anonymously. */
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
    // Hashed also for a registered address: timing must not reveal it.
    const encryptedPassword = await hashPassword(input.password);
    const common = { encryptedPassword, userMetadata, scope: await auth.scopeOf(request) };
    if (email) {
      const signUp = { ...common, email, challenge };
      if (auth.mailerAutoconfirm) return json(await byMailAtOnce(auth, request, signUp));
      if (!auth.defer) return json(await byMail(auth, request, signUp));
      await auth.defer('signup', request, signUp);
      return json(obfuscatedUser(userMetadata, 'email', email, true));
    }
    const signUp = { ...common, phone, channel };
    if (auth.smsAutoconfirm) return json(await byPhoneAtOnce(auth, request, signUp));
    if (!auth.defer) return json(await byPhone(auth, request, signUp));
    await auth.defer('text-sign-up', request, signUp);
    return json(obfuscatedUser(userMetadata, 'phone', phone, true));
  });
}

async function byMailAtOnce(auth: AuthContext, request: Request, signUp: MailSignUp): Promise<object> {
  // An unconfirmed row counts as taken too: an invitation must not be claimed by anyone who knows the address.
  if (await findUserByEmail(auth.sql, signUp.email)) throw authErrors.userAlreadyExists();
  return auth.sql.transaction(async (tx) => {
    const user = await insertUser(tx, { ...signUp, isConfirmed: true, isProven: false });
    await recordAudit(tx, request, 'user_signedup', user, { provider: 'email' });
    return startSession(auth, tx, request, user, 'password');
  });
}

/** Responds alike for a new and a registered address, as GoTrue does: only the mail reveals which it is. */
async function byMail(auth: AuthContext, request: Request, signUp: MailSignUp): Promise<object> {
  return auth.sql.transaction(async (tx) => {
    const existing = await findUserByEmail(tx, signUp.email);
    if (existing?.email_confirmed_at) {
      await recordAudit(tx, request, 'user_repeated_signup', existing);
      return obfuscatedUser(signUp.userMetadata, 'email', signUp.email);
    }
    const user = existing ?? (await insertUser(tx, { ...signUp, isConfirmed: false }));
    await recordAudit(tx, request, 'user_confirmation_requested', user);
    await mailLink(auth, tx, request, {
      user,
      to: signUp.email,
      type: 'signup',
      slot: 'confirmation_token',
      redirectTo: redirectTarget(auth, request),
      challenge: signUp.challenge,
    });
    return userJson((await findUserByEmail(tx, signUp.email)) ?? user);
  });
}

/**
 * The guarded service's sign-up, after its response. A registered address is told so by mail. An unconfirmed one takes
 * the newest input, which invalidates every earlier link and code: whoever confirms gets exactly what their mail was
 * sent for.
 */
export async function addSignUp(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const signUp = input as MailSignUp;
  const existing = await findUserByEmail(tx, signUp.email);
  if (existing && !isReachable(existing)) return;
  if (existing?.email_confirmed_at) {
    await recordAudit(tx, request, 'user_repeated_signup', existing);
    return mailRegistered(auth, tx, request, existing);
  }
  const user = existing
    ? await replaceSignUp(tx, existing, signUp)
    : await insertUser(tx, { ...signUp, isConfirmed: false });
  await recordAudit(tx, request, 'user_confirmation_requested', user);
  await mailLink(auth, tx, request, {
    user,
    to: signUp.email,
    type: 'signup',
    slot: 'confirmation_token',
    redirectTo: redirectTarget(auth, request),
    challenge: signUp.challenge,
  });
}

async function replaceSignUp(tx: Sql, user: User, signUp: MailSignUp): Promise<User> {
  const { email, encryptedPassword, userMetadata } = signUp;
  const claims = { sub: user.id, email, email_verified: false, phone_verified: false };
  await removeUnprovenCredentials(tx, user);
  await tx.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, invited_at = null, updated_at = now()
     where id = $1`,
    [user.id, encryptedPassword, JSON.stringify({ ...userMetadata, ...claims })],
  );
  await saveOwnIdentity(tx, user.id, 'email', { ...userMetadata, ...claims });
  return user;
}
