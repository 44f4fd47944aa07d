import { Hono } from 'hono';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordChange } from '#base/server/security-events.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requireUser } from './caller-session.ts';
import type { ExternalSignIn } from './external-accounts.ts';
import { findIdentity, insertIdentity, updateProviders } from './identities.ts';
import { mailLink, redirectTarget } from './mailed-links.ts';
import { requirePresence } from './presence-proof.ts';
import { uuidIn } from './request-input.ts';
import { confirmEmail } from './user-changes.ts';
import { findUserByEmail, findUserById, isBanned, lockUser, type User } from './users.ts';

/** DELETE /user/identities/{id}: removes a sign-in method, except the last. */
export function identityRoutes(auth: AuthContext): Hono {
  return new Hono().delete('/user/identities/:id', async (c) => json(await unlink(auth, c.req.raw, c.req.param('id'))));
}

/**
 * Adds an identity to a signed-in user; an anonymous user becomes a regular one.
 * @throws {AuthError} 422 identity_already_exists, 422 email_exists.
 */
export async function linkIdentity(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  userId: string,
  { provider, person, referrer }: ExternalSignIn,
): Promise<User | AuthError> {
  const user = await lockUser(tx, userId);
  if (!user || user.deleted_at || isBanned(user)) throw authErrors.sessionNotFound();
  const existing = await findIdentity(tx, provider, person.subject);
  if (existing) {
    const message =
      existing.user_id === user.id ? 'Identity is already linked' : 'Identity is already linked to another user';
    throw new AuthError(422, 'identity_already_exists', message);
  }
  await insertIdentity(tx, { userId: user.id, provider, providerId: person.subject, data: person.data });
  const entry = person.emails.find((email) => email.isPrimary) ?? person.emails[0];
  if (!user.email && entry) {
    if (await findUserByEmail(tx, entry.email)) throw authErrors.emailExists();
    await tx.query('update auth.users set email = $2, updated_at = now() where id = $1', [user.id, entry.email]);
    await updateProviders(tx, user.id);
    if (!entry.isVerified && !auth.mailerAutoconfirm) {
      await mailLink(auth, tx, request, {
        user: (await findUserById(tx, user.id)) ?? user,
        to: entry.email,
        type: 'signup',
        slot: 'confirmation_token',
        redirectTo: referrer ?? redirectTarget(auth, request),
      });
      return new AuthError(
        422,
        'email_not_confirmed',
        `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
      );
    }
    await confirmEmail(tx, user.id, entry.isVerified || !auth.guardAddresses);
  }
  await tx.query('update auth.users set is_anonymous = false, updated_at = now() where id = $1', [user.id]);
  await updateProviders(tx, user.id);
  await recordAudit(tx, request, 'user_modified', user, { provider, linked: true });
  recordChange(request, 'identities_changed', user.id);
  return (await findUserById(tx, user.id)) ?? user;
}

async function unlink(auth: AuthContext, request: Request, id: string): Promise<object> {
  const caller = await requireUser(auth, request);
  if (!auth.securityManualLinkingEnabled) throw authErrors.manualLinkingDisabled();
  const identityId = uuidIn(id, 'identity_id');
  await requirePresence(auth, request, caller);
  const { user } = caller;
  await auth.sql.transaction(async (tx) => {
    const current = await lockUser(tx, user.id);
    if (!current || current.identities.length <= 1) {
      throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
    }
    const identity = current.identities.find((entry) => entry.id === identityId);
    if (!identity) throw new AuthError(422, 'identity_not_found', `Identity doesn't exist`);
    await tx.query('delete from auth.identities where id = $1', [identity.id]);
    const { provider, provider_id } = identity;
    await recordAudit(tx, request, 'identity_unlinked', current, { identity_id: identity.id, provider, provider_id });
    if (provider === 'phone') {
      await tx.query(
        'update auth.users set phone = null, phone_confirmed_at = null, updated_at = now() where id = $1',
        [user.id],
      );
    } else await followIdentities(tx, user.id);
    await dropPassword(tx, user.id);
    await updateProviders(tx, user.id);
  });
  return {};
}

/** Sets the user's address to one their identities still have. @throws {AuthError} 422 email_conflict_identity_not_deletable. */
async function followIdentities(tx: Sql, userId: string): Promise<void> {
  const rows = await tx.query<{ email: string | null; verified: boolean }>(
    `select email, coalesce((identity_data ->> 'email_verified')::boolean, false) as verified from auth.identities
     where user_id = $1 and email is not null order by provider = 'email' desc, 2 desc, created_at`,
    [userId],
  );
  const [user] = await tx.query<{ email: string | null }>('select email from auth.users where id = $1', [userId]);
  if (user?.email && rows.some((row) => row.email === user.email)) return;
  const next = rows[0];
  await tx
    .query(
      `update auth.users set email = $2, updated_at = now(),
         email_confirmed_at = case when $3 then coalesce(email_confirmed_at, now()) end,
         email_proved_at = case when $3 then now() end where id = $1`,
      [userId, next?.email ?? null, next?.verified ?? false],
    )
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      throw new AuthError(
        422,
        'email_conflict_identity_not_deletable',
        'Unable to unlink identity due to email conflict',
      );
    });
}

/** Removes the password of a user without an e-mail or phone identity: it could sign nobody in. */
async function dropPassword(tx: Sql, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set encrypted_password = null where id = $1 and not exists (
       select from auth.identities where user_id = $1 and provider in ('email', 'phone'))`,
    [userId],
  );
}
