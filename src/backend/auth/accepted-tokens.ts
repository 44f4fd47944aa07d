import type { Sql } from '#base/server/database.ts';
import { recordChange } from '#base/server/security-events.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import type { OneTimeToken } from './one-time-tokens.ts';
import { confirmByMail } from './proofs.ts';
import { confirmPhone, setEmail, setPhone } from './user-changes.ts';
import { findUserById, isBanned, lockUser, type User } from './users.ts';

export const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Applies what a taken one-time token proves to its user. `half`: an e-mail change still waits for the other mailbox.
 * @throws {AuthError} 403 user_banned, 422 email_exists, phone_exists.
 */
export async function acceptToken(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  token: OneTimeToken,
): Promise<User | 'half'> {
  const user = await lockUser(tx, token.user_id);
  if (!user || user.deleted_at) throw authErrors.linkExpired();
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (token.token_type === 'email_change_token_current' || token.token_type === 'email_change_token_new') {
    return acceptEmailChange(auth, tx, request, user, token);
  }
  if (token.token_type === 'phone_change_token') {
    if (!user.phone_change || user.phone_change !== token.relates_to) throw authErrors.otpExpired();
    await setPhone(tx, user.id, user.phone_change);
    await recordAudit(tx, request, 'user_modified', user, { provider: 'phone' });
    recordChange(request, 'phone_changed', user.id);
    return (await findUserById(tx, user.id)) ?? user;
  }
  if (token.relates_to === user.phone && token.relates_to !== user.email) {
    // Confirming by text joins the requested site, as confirming by mail does.
    await tx.query(`select set_config('auth.scope', $1, true)`, [(await auth.scopeOf(request)) ?? '']);
    if (!user.phone_confirmed_at) await confirmPhone(tx, user.id);
    const action = user.phone_confirmed_at ? 'login' : 'user_signedup';
    await recordAudit(tx, request, action, user, { provider: 'phone' });
    return (await findUserById(tx, user.id)) ?? user;
  }
  // The token was sent to an address that is no longer the user's.
  if (token.relates_to !== user.email) throw authErrors.linkExpired();
  // Also for an address that was confirmed before: now it is proven, and the identity records it.
  await confirmByMail(auth, tx, request, user, {
    isMailed: token.is_mailed,
    identityId: token.identity_id,
    isConfirmation: token.token_type === 'confirmation_token',
    isSignUp: token.token_type === 'confirmation_token' && !user.invited_at && !user.email_confirmed_at,
  });
  const action = user.invited_at ? 'invite_accepted' : 'user_signedup';
  await recordAudit(tx, request, user.email_confirmed_at ? 'login' : action, user);
  return (await findUserById(tx, user.id)) ?? user;
}

async function acceptEmailChange(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  token: OneTimeToken,
): Promise<User | 'half'> {
  if (!user.email_change) throw authErrors.linkExpired();
  // 1: the current mailbox has confirmed, 2: the new one has. The same side twice is still one side.
  const side = token.token_type === 'email_change_token_current' ? 1 : 2;
  const otherSide = 3 - side;
  if (auth.mailerSecureEmailChangeEnabled && user.email && user.email_change_confirm_status !== otherSide) {
    await tx.query('update auth.users set email_change_confirm_status = $2, updated_at = now() where id = $1', [
      user.id,
      side,
    ]);
    return 'half';
  }
  // Following a mailed link does not prove the session that requested the change: the mailbox owner may have been tricked.
  await setEmail(tx, user.id, user.email_change, !auth.guardAddresses);
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
  await recordAudit(tx, request, 'user_modified', user);
  recordChange(request, 'email_changed', user.id);
  return (await findUserById(tx, user.id)) ?? user;
}
