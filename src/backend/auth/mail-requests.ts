import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { type Challenge, challengeIn } from './flow-state.ts';
import { countMail, type LinkType, mailLink, redirectTarget } from './mailed-links.ts';
import { recoverByPhone, textRecovery } from './phone-recovery.ts';
import { otpDisabled, resendCode, resendText, sendOtpByPhone } from './phone-requests.ts';
import { channelField, phoneField } from './phones.ts';
import { challengeShape, mergeMetadata, metadata, parseEmail, readInput } from './request-input.ts';
import { findUserByEmail, insertUser, isReachable } from './users.ts';

const recoverShape = z.object({ email: z.string().nullish(), phone: phoneField, ...challengeShape });
const otpShape = z.object({
  email: z.string().nullish(),
  phone: phoneField,
  channel: channelField,
  create_user: z.boolean().nullish(),
  data: metadata.nullish(),
  ...challengeShape,
});
const resendShape = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: phoneField,
  channel: channelField,
  ...challengeShape,
});

type MailRequest = { email: string; challenge?: Challenge };
type MagicLinkRequest = MailRequest & {
  mayCreate: boolean;
  userMetadata: Record<string, unknown>;
  scope: string | null;
};

/** The work of a request for a mail or a text, by its name. */
export const mailHandlers = {
  recover: mailRecovery,
  otp: mailMagicLink,
  resend: resendMail,
  'text-recovery': textRecovery,
  'text-again': resendCode,
};

/** Runs the work at once, or in the guarded service after the response. */
async function deferOrRun(
  auth: AuthContext,
  request: Request,
  kind: keyof typeof mailHandlers,
  input: object,
): Promise<void> {
  if (auth.defer) return auth.defer(kind, request, input);
  await auth.sql.transaction((tx) => mailHandlers[kind](auth, tx, request, input));
}

/** POST /recover, /otp, /magiclink, /resend. The response is the same whether the address is registered or not. */
export function mailRequestRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/recover', async (c) => json(await recover(auth, c.req.raw)))
    .post('/otp', async (c) => json(await sendOtp(auth, c.req.raw)))
    .post('/magiclink', async (c) => json(await sendOtp(auth, c.req.raw)))
    .post('/resend', async (c) => json(await resend(auth, c.req.raw)));
}

async function recover(auth: AuthContext, request: Request): Promise<object> {
  const input = await readInput(request, recoverShape);
  if (!input.email && input.phone && auth.recovery) {
    const { phone, url } = await recoverByPhone(auth, request, input.phone);
    await deferOrRun(auth, request, 'text-recovery', { phone });
    return { url };
  }
  if (!input.email) throw authErrors.validation('Password recovery requires an email');
  const email = parseEmail(input.email);
  const challenge = challengeIn(input);
  await countMail(auth, request, email);
  await deferOrRun(auth, request, 'recover', { email, challenge });
  return {};
}

async function mailRecovery(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const { email, challenge } = input as MailRequest;
  const user = await findUserByEmail(tx, email);
  if (!isReachable(user)) return;
  await recordAudit(tx, request, 'user_recovery_requested', user);
  await mailLink(auth, tx, request, {
    user,
    to: email,
    type: 'recovery',
    slot: 'recovery_token',
    redirectTo: redirectTarget(auth, request),
    challenge,
  });
}

async function sendOtp(auth: AuthContext, request: Request): Promise<object> {
  const input = await readInput(request, otpShape);
  if (input.email && input.phone) {
    throw authErrors.validation('Only an email address or phone number should be provided');
  }
  const challenge = challengeIn(input);
  const userMetadata = mergeMetadata({}, input.data ?? {});
  const mayCreate = input.create_user !== false && !auth.disableSignup;
  if (input.phone) {
    if (auth.phoneNeedsPassword) throw authErrors.phoneDisabled('Nobody signs in by a texted code alone here');
    return sendOtpByPhone(auth, request, { phone: input.phone, channel: input.channel, mayCreate, userMetadata });
  }
  if (!input.email) throw authErrors.validation('One of email or phone must be set');
  const email = parseEmail(input.email);
  if (!auth.externalEmailEnabled) throw authErrors.emailDisabled('Email logins are disabled');
  await countMail(auth, request, email);
  const scope = await auth.scopeOf(request);
  await deferOrRun(auth, request, 'otp', { email, challenge, mayCreate, userMetadata, scope });
  return {};
}

async function mailMagicLink(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const { email, challenge, mayCreate, userMetadata, scope } = input as MagicLinkRequest;
  let user = await findUserByEmail(tx, email);
  if (!user) {
    if (!mayCreate && auth.defer) return;
    if (!mayCreate) throw otpDisabled();
    // Unconfirmed until the mail is opened, also where sign-up auto-confirms: there was no password.
    user = await insertUser(tx, { email, encryptedPassword: null, isConfirmed: false, userMetadata, scope });
  }
  if (!isReachable(user)) return;
  await recordAudit(tx, request, 'user_recovery_requested', user);
  await mailLink(auth, tx, request, {
    user,
    to: email,
    type: 'magiclink',
    slot: 'recovery_token',
    redirectTo: redirectTarget(auth, request),
    challenge,
  });
}

async function resend(auth: AuthContext, request: Request): Promise<object> {
  const input = await readInput(request, resendShape);
  if (input.type === 'sms' || input.type === 'phone_change') {
    const { order, response } = await resendText(auth, request, {
      type: input.type,
      phone: input.phone,
      channel: input.channel,
    });
    await deferOrRun(auth, request, 'text-again', order);
    return response;
  }
  if (input.type !== 'signup' && input.type !== 'email_change') {
    throw authErrors.validation('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!input.email || input.phone) throw authErrors.validation('Type provided requires an email address');
  const type: LinkType = input.type;
  const email = parseEmail(input.email);
  const challenge = challengeIn(input);
  await countMail(auth, request, email);
  await deferOrRun(auth, request, 'resend', { email, challenge, type });
  return {};
}

async function resendMail(auth: AuthContext, tx: Sql, request: Request, input: unknown): Promise<void> {
  const { email, challenge, type } = input as MailRequest & { type: LinkType };
  const user = await findUserByEmail(tx, email);
  if (!isReachable(user)) return;
  const order = { user, type, redirectTo: redirectTarget(auth, request), challenge };
  if (type === 'signup') {
    if (user.email_confirmed_at) return;
    await recordAudit(tx, request, 'user_confirmation_requested', user);
    await mailLink(auth, tx, request, { ...order, to: email, slot: 'confirmation_token' });
  } else if (user.email_change) {
    if (auth.mailerSecureEmailChangeEnabled) {
      await mailLink(auth, tx, request, { ...order, to: email, slot: 'email_change_token_current' });
    }
    await mailLink(auth, tx, request, { ...order, to: user.email_change, slot: 'email_change_token_new' });
  }
}
