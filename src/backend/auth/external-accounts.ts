import type { Sql } from '#base/server/database.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { findIdentity, insertIdentity, updateProviders } from './identities.ts';
import { countMail, mailLink, mailRegistered, redirectTarget } from './mailed-links.ts';
import { removeUnprovenCredentials } from './proofs.ts';
import type { ExternalPerson } from './providers.ts';
import { mergeMetadata } from './request-input.ts';
import { confirmEmail } from './user-changes.ts';
import { findUserByEmail, findUserById, insertUser, isBanned, isReachable, lockUser, type User } from './users.ts';

export type ExternalSignIn = { provider: string; person: ExternalPerson; emailOptional?: boolean; referrer?: string };

/**
 * Resolves the user for an external identity by the published linking rules: the user who has that identity; else the
 * one user with the same **verified** address, who gets the identity and loses everything unproven; else a new user. An
 * address the provider did not verify never leads to an existing user.
 *
 * Some errors are returned as values: what was written before them (a user waiting for confirmation) must be committed.
 */
export async function userForIdentity(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  externalSignIn: ExternalSignIn,
): Promise<User | AuthError> {
  const { provider, person } = externalSignIn;
  const identity = await findIdentity(tx, provider, person.subject);
  const user = identity
    ? await knownUser(tx, identity.user_id, externalSignIn)
    : await linkedUser(auth, tx, externalSignIn);
  if (user && isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (user) return confirmed(auth, tx, request, user, externalSignIn);
  return newUser(auth, tx, request, externalSignIn);
}

async function knownUser(tx: Sql, userId: string, { provider, person }: ExternalSignIn): Promise<User> {
  const user = await lockUser(tx, userId);
  if (!user || user.deleted_at) throw authErrors.userNotFound();
  await tx.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2`,
    [provider, person.subject, JSON.stringify(person.data)],
  );
  await adoptMetadata(tx, user, person);
  return user;
}

/** The single user with an address the provider verified, if any. @throws {AuthError} 409 conflict for several. */
async function linkedUser(auth: AuthContext, tx: Sql, externalSignIn: ExternalSignIn): Promise<User | undefined> {
  const addresses = externalSignIn.person.emails.filter((entry) => entry.isVerified).map((entry) => entry.email);
  if (addresses.length === 0) return undefined;
  const rows = await tx.query<{ id: string }>(
    `select u.id from auth.users u where u.email = any($1) and not u.is_sso_user and u.deleted_at is null
     union select i.user_id from auth.identities i join auth.users u on u.id = i.user_id
       where i.email = any($1) and (i.identity_data ->> 'email_verified')::boolean and not u.is_sso_user
         and u.deleted_at is null`,
    [addresses],
  );
  if (rows.length > 1) {
    throw new AuthError(409, 'conflict', 'Multiple accounts with the same email address in the same linking domain');
  }
  const user = rows[0] ? await lockUser(tx, rows[0].id) : undefined;
  if (!user || isBanned(user)) return user;
  await removeIfUnproven(auth, tx, user, addresses);
  const { provider, person } = externalSignIn;
  await insertIdentity(tx, { userId: user.id, provider, providerId: person.subject, data: person.data });
  await updateProviders(tx, user.id);
  await adoptMetadata(tx, user, person);
  return findUserById(tx, user.id);
}

/**
 * Removes password, number, identities, factors, passkeys and sessions before the owner of an address is let in: whoever
 * signed up with it without proving it may be somebody else waiting for the owner.
 */
async function removeIfUnproven(auth: AuthContext, tx: Sql, user: User, addresses: readonly string[]): Promise<void> {
  const isOwnProved = auth.guardAddresses && user.email_proved_at !== null && addresses.includes(user.email ?? '');
  const isProven =
    isOwnProved ||
    user.identities.some(
      (identity) =>
        (!auth.guardAddresses || identity.provider !== 'email') &&
        identity.identity_data.email_verified === true &&
        addresses.includes(identity.email ?? ''),
    );
  if (!isProven) await removeUnprovenCredentials(tx, user);
}

/** Merges the provider's data into user_metadata; the user's own keys stay. */
async function adoptMetadata(tx: Sql, user: User, person: ExternalPerson): Promise<void> {
  const merged = mergeMetadata(user.raw_user_meta_data, person.data);
  await tx.query('update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1', [
    user.id,
    JSON.stringify(merged),
  ]);
}

async function newUser(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  externalSignIn: ExternalSignIn,
): Promise<User | AuthError> {
  const { provider, person } = externalSignIn;
  if (auth.disableSignup) throw authErrors.signupDisabled();
  const entry =
    person.emails.find((email) => email.isVerified && email.isPrimary) ??
    person.emails.find((email) => email.isVerified) ??
    person.emails.find((email) => email.isPrimary) ??
    person.emails[0];
  if (!entry && !externalSignIn.emailOptional) {
    throw new AuthError(422, 'email_address_not_provided', `Error getting user email from external provider`);
  }
  const existing = entry && !entry.isVerified ? await findUserByEmail(tx, entry.email) : undefined;
  if (existing && auth.guardAddresses) return waitingUser(auth, tx, request, existing, externalSignIn);
  if (existing) {
    throw new AuthError(
      422,
      'provider_email_needs_verification',
      `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    );
  }
  const user = await insertUser(tx, {
    email: entry?.email ?? null,
    encryptedPassword: null,
    isConfirmed: entry?.isVerified ?? false,
    isExternal: true,
    userMetadata: mergeMetadata({}, person.data),
    scope: await auth.scopeOf(request),
  });
  await insertIdentity(tx, { userId: user.id, provider, providerId: person.subject, data: person.data });
  await updateProviders(tx, user.id);
  if (entry?.isVerified || !entry) await recordAudit(tx, request, 'user_signedup', user, { provider });
  return confirmed(auth, tx, request, (await findUserById(tx, user.id)) ?? user, externalSignIn);
}

/**
 * Handles an unverified address that belongs to a user already: the response is that for a new user, and only the mailbox
 * learns of the existing login. An unconfirmed sign-up is replaced by this one, as with a password.
 */
async function waitingUser(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  existing: User,
  externalSignIn: ExternalSignIn,
): Promise<User | AuthError> {
  const { provider, person } = externalSignIn;
  if (existing.email_confirmed_at || !isReachable(existing)) {
    await countMail(auth, request, existing.email ?? '');
    if (isReachable(existing)) await mailRegistered(auth, tx, request, existing);
    return confirmationSent(provider);
  }
  await removeUnprovenCredentials(tx, existing);
  await tx.query('update auth.users set raw_user_meta_data = $2, invited_at = null where id = $1', [
    existing.id,
    JSON.stringify(mergeMetadata({}, person.data)),
  ]);
  await insertIdentity(tx, { userId: existing.id, provider, providerId: person.subject, data: person.data });
  await updateProviders(tx, existing.id);
  return confirmed(auth, tx, request, (await findUserById(tx, existing.id)) ?? existing, externalSignIn);
}

/** Returns a confirmed user, confirms one the provider verified, and mails a confirmation link to all others. */
async function confirmed(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  user: User,
  { provider, person, referrer }: ExternalSignIn,
): Promise<User | AuthError> {
  const entry = person.emails.find((email) => email.email === user.email);
  if (auth.guardAddresses && entry?.isVerified && !user.email_proved_at) {
    const identity = { provider, providerId: person.subject };
    await tx.query(`select set_config('auth.scope', $1, true)`, [(await auth.scopeOf(request)) ?? '']);
    await removeUnprovenCredentials(tx, user, { identity });
    await confirmEmail(tx, user.id);
    await updateProviders(tx, user.id);
    return (await findUserById(tx, user.id)) ?? user;
  }
  if (user.email_confirmed_at || user.phone_confirmed_at || !user.email) return user;
  if (entry?.isVerified || auth.mailerAutoconfirm) {
    await confirmEmail(tx, user.id, entry?.isVerified || !auth.guardAddresses);
    return (await findUserById(tx, user.id)) ?? user;
  }
  if (auth.guardAddresses) await countMail(auth, request, user.email);
  await recordAudit(tx, request, 'user_confirmation_requested', user, { provider });
  await mailLink(auth, tx, request, {
    user,
    to: user.email,
    type: 'signup',
    slot: 'confirmation_token',
    redirectTo: referrer ?? redirectTarget(auth, request),
    identityId: (await findIdentity(tx, provider, person.subject))?.id,
  });
  return confirmationSent(provider);
}

function confirmationSent(provider: string): AuthError {
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`,
  );
}
