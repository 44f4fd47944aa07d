import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requireAdmin } from './caller-session.ts';
import { type LinkRequest, mailLink, makeLink, redirectTarget } from './mailed-links.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { parsePhone, phoneField } from './phones.ts';
import { mergeMetadata, metadata, optionalText, parseEmail, readInput } from './request-input.ts';
import { findUserByEmail, findUserById, findUserByPhone, insertUser, type User, userJson } from './users.ts';

const linkShape = z.object({
  type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new']),
  email: z.string().nullish(),
  phone: phoneField,
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: metadata.nullish(),
  redirect_to: optionalText,
});
type LinkInput = z.output<typeof linkShape>;

const inviteShape = z.object({ email: z.string(), data: metadata.nullish() });

/** POST /invite mails an invitation; POST /admin/generate_link returns the link instead of mailing it. */
export function adminLinkRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/invite', async (c) => json(await invite(auth, c.req.raw)))
    .post('/admin/generate_link', async (c) => json(await generateLink(auth, c.req.raw)));
}

async function invite(auth: AuthContext, request: Request): Promise<object> {
  await requireAdmin(auth, request);
  const input = await readInput(request, inviteShape);
  const email = parseEmail(input.email);
  const newUser = { email, userMetadata: mergeMetadata({}, input.data ?? {}), scope: await auth.scopeOf(request) };
  return auth.sql.transaction(async (tx) => {
    const user = await inviteUser(tx, newUser);
    await recordAudit(tx, request, 'user_invited', user, { by: 'service_role' });
    const redirectTo = redirectTarget(auth, request);
    await mailLink(auth, tx, request, { user, to: email, type: 'invite', slot: 'confirmation_token', redirectTo });
    return userJson((await findUserById(tx, user.id)) ?? user);
  });
}

type NewInvite = { email: string; userMetadata: Record<string, unknown>; scope: string | null };

/** Finds or creates the user to invite. @throws {AuthError} 422 email_exists where they are confirmed. */
async function inviteUser(tx: Sql, newUser: NewInvite): Promise<User> {
  const existing = await findUserByEmail(tx, newUser.email);
  if (existing?.email_confirmed_at) throw authErrors.emailExists();
  if (!existing)
    return insertUser(tx, {
      ...newUser,
      encryptedPassword: null,
      isConfirmed: false,
      isInvited: true,
      isByAdmin: true,
    });
  await tx.query('update auth.users set invited_at = now(), updated_at = now() where id = $1', [existing.id]);
  return existing;
}

async function generateLink(auth: AuthContext, request: Request): Promise<object> {
  await requireAdmin(auth, request);
  const input = await readInput(request, linkShape);
  if (auth.guardAddresses && input.phone && !input.email) return linkByPhone(auth, request, input);
  const email = parseEmail(input.email ?? '');
  const newUser = { email, userMetadata: mergeMetadata({}, input.data ?? {}), scope: await auth.scopeOf(request) };
  const redirectTo = redirectTarget(auth, request, input.redirect_to);
  if (input.type === 'email_change_current' && !auth.mailerSecureEmailChangeEnabled) {
    throw authErrors.validation('Enable secure email change to generate link for current email', 422);
  }
  const encryptedPassword = await signUpPassword(auth, input);
  return auth.sql.transaction(async (tx) => {
    const order = { ...(await orderFor(tx, input, newUser, encryptedPassword)), redirectTo };
    const link = await makeLink(auth, tx, request, order);
    await recordAudit(tx, request, 'user_modified', order.user, { by: 'service_role', link: input.type });
    return {
      ...userJson((await findUserById(tx, order.user.id)) ?? order.user),
      action_link: link.url,
      email_otp: link.otp,
      hashed_token: link.linkToken,
      redirect_to: redirectTo,
      verification_type: input.type,
    };
  });
}

/** A sign-in link for a user with a number and no address; our addition, for the service key inside the product. */
async function linkByPhone(auth: AuthContext, request: Request, input: LinkInput): Promise<object> {
  if (input.type !== 'magiclink') throw authErrors.validation('A number has a link of the type magiclink alone');
  const phone = parsePhone(input.phone ?? '');
  const redirectTo = redirectTarget(auth, request, input.redirect_to);
  return auth.sql.transaction(async (tx) => {
    const user = await findUserByPhone(tx, phone);
    if (!user?.phone_confirmed_at) throw authErrors.userNotFound();
    const link = await makeLink(auth, tx, request, {
      user,
      to: phone,
      type: 'magiclink',
      slot: 'recovery_token',
      redirectTo,
    });
    await recordAudit(tx, request, 'user_modified', user, { by: 'service_role', link: input.type });
    return { ...userJson(user), action_link: link.url, hashed_token: link.linkToken, verification_type: input.type };
  });
}

async function signUpPassword(auth: AuthContext, input: LinkInput): Promise<string | null> {
  if (input.type !== 'signup') return null;
  if (!input.password) throw authErrors.validation('Signup requires a valid password');
  checkPassword(input.password, auth);
  return hashPassword(input.password);
}

async function orderFor(
  tx: Sql,
  input: LinkInput,
  newUser: NewInvite,
  encryptedPassword: string | null,
): Promise<Omit<LinkRequest, 'redirectTo'>> {
  const to = newUser.email;
  if (input.type === 'invite') {
    return { user: await inviteUser(tx, newUser), to, type: 'invite', slot: 'confirmation_token' };
  }
  const existing = await findUserByEmail(tx, to);
  if (input.type === 'signup') {
    if (existing?.email_confirmed_at) throw authErrors.emailExists();
    const user =
      existing ?? (await insertUser(tx, { ...newUser, encryptedPassword, isConfirmed: false, isByAdmin: true }));
    return { user, to, type: 'signup', slot: 'confirmation_token' };
  }
  if (input.type === 'magiclink') {
    const user =
      existing ?? (await insertUser(tx, { ...newUser, encryptedPassword: null, isConfirmed: false, isByAdmin: true }));
    return { user, to, type: 'magiclink', slot: 'recovery_token' };
  }
  if (!existing) throw authErrors.userNotFound();
  if (input.type === 'recovery') return { user: existing, to, type: 'recovery', slot: 'recovery_token' };
  if (!input.new_email) throw authErrors.validation('new_email is required for an e-mail change link');
  const newEmail = parseEmail(input.new_email);
  if (await findUserByEmail(tx, newEmail)) throw authErrors.emailExists();
  await tx.query(
    `update auth.users set email_change = $2::text, updated_at = now(),
       email_change_confirm_status = case when email_change = $2::text then email_change_confirm_status else 0 end
     where id = $1`,
    [existing.id, newEmail],
  );
  return input.type === 'email_change_current'
    ? { user: existing, to, type: 'email_change', slot: 'email_change_token_current' }
    : { user: existing, to: newEmail, type: 'email_change', slot: 'email_change_token_new' };
}
