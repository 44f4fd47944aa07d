import { randomUUID } from 'node:crypto';
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
import { checkPassword, hashPassword } from './passwords.ts';
import { channelField, channelOf, parsePhone, phoneField } from './phones.ts';
import { dropUnproved } from './proofs.ts';
import { challengeShape, clientNetwork, mergeMetadata, metadata, parseEmail, readInput } from './request-input.ts';
import { startSession } from './sessions.ts';
import { countSms, requireSms, textCode } from './texted-codes.ts';
import { findUserByEmail, findUserByPhone, insertUser, mayBeReached, type User, userJson } from './users.ts';

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
type PhoneSignUp = SignUp & { phone: string; channel: 'sms' | 'whatsapp' };

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
    if (!email) requireSms(auth, phone, 'Phone signups are disabled');
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
    return json(auth.smsAutoconfirm ? await byPhoneAtOnce(auth, request, order) : await byPhone(auth, request, order));
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

async function byPhoneAtOnce(auth: AuthContext, request: Request, wanted: PhoneSignUp): Promise<object> {
  if (await findUserByPhone(auth.sql, wanted.phone)) throw authErrors.userAlreadyExists();
  return auth.sql.transaction(async (tx) => {
    const user = await insertUser(tx, { ...wanted, isConfirmed: true, isProven: false });
    await recordAudit(tx, request, 'user_signedup', user, { provider: 'phone' });
    return startSession(auth, tx, request, user, 'password', 'phone');
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

async function byPhone(auth: AuthContext, request: Request, wanted: PhoneSignUp): Promise<object> {
  return auth.sql.transaction(async (tx) => {
    const existing = await findUserByPhone(tx, wanted.phone);
    if (existing?.phone_confirmed_at) {
      await recordAudit(tx, request, 'user_repeated_signup', existing);
      return obfuscated(wanted.userMetadata, 'phone', wanted.phone);
    }
    const user = existing ?? (await insertUser(tx, { ...wanted, isConfirmed: false }));
    await recordAudit(tx, request, 'user_confirmation_requested', user, { provider: 'phone' });
    await textCode(auth, tx, request, {
      user,
      to: wanted.phone,
      slot: 'confirmation_token',
      kind: 'signup',
      channel: wanted.channel,
    });
    return userJson((await findUserByPhone(tx, wanted.phone)) ?? user);
  });
}

/**
 * Somebody who is not there, in the shape of somebody who has just signed up; as published without an identity, unless
 * a new person is answered in the same words.
 */
function obfuscated(
  userMetadata: Record<string, unknown>,
  provider: 'email' | 'phone',
  address: string,
  isNew = false,
): object {
  const now = new Date();
  const id = randomUUID();
  const told = { ...userMetadata, sub: id, email: address, email_verified: false, phone_verified: false };
  const at = now.toISOString();
  const invented: User = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: provider === 'email' ? address : null,
    phone: provider === 'phone' ? address : null,
    encrypted_password: null,
    email_confirmed_at: null,
    email_proved_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: isNew ? told : userMetadata,
    created_at: now,
    updated_at: now,
    phone_confirmed_at: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    confirmed_at: null,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    identities: isNew
      ? [
          {
            id: randomUUID(),
            provider_id: id,
            user_id: id,
            identity_data: told,
            provider,
            last_sign_in_at: at,
            created_at: at,
            updated_at: at,
            email: address,
          },
        ]
      : [],
    factors: [],
  };
  return userJson(invented);
}
