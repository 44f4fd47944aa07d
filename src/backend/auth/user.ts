import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { requireUser, type SignedIn } from './caller-session.ts';
import { challengeIn } from './flow-state.ts';
import { mailLink, redirectTarget } from './mailed-links.ts';
import { checkPassword, hashPassword, isPassword } from './passwords.ts';
import { challengeShape, clientAddress, mergeMetadata, metadata, readInput } from './request-input.ts';
import { parseEmail } from './sign-up.ts';
import { findUserByEmail, findUserById, lockUser, setPassword, type User, userJson } from './users.ts';

const shape = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadata.nullish(),
  app_metadata: z.unknown().optional(),
  ...challengeShape,
});

/** GET and PUT /user: the signed-in person. */
export function userRoutes(auth: AuthContext): Hono {
  return new Hono()
    .get('/user', async (c) => json(userJson((await requireUser(auth, c.req.raw)).user)))
    .put('/user', async (c) => json(await updateUser(auth, c.req.raw)));
}

async function updateUser(auth: AuthContext, request: Request): Promise<object> {
  const signedIn = await requireUser(auth, request);
  const input = await readInput(request, shape);
  if (input.app_metadata !== undefined && input.app_metadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (input.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const newEmail = input.email ? parseEmail(input.email) : '';
  const isNewEmail = newEmail !== '' && newEmail !== signedIn.user.email;
  const challenge = challengeIn(input);
  if (input.password) await auth.rateLimits.consume({ limit: 'signInsPerAddress', key: clientAddress(request) });
  const hash = input.password ? await newPasswordHash(auth, signedIn.user, input.password) : undefined;
  if (isNewEmail) {
    if (await findUserByEmail(auth.sql, newEmail)) throw authErrors.emailExists();
    await auth.rateLimits.consume(
      { limit: 'mailsPerAddress', key: clientAddress(request) },
      { limit: 'mailsPerEmail', key: newEmail },
      { limit: 'mailsPerEmail', key: signedIn.user.email ?? newEmail },
    );
  }
  return auth.sql.transaction(async (tx) => {
    const user = await lockUser(tx, signedIn.user.id);
    if (!user) throw authErrors.sessionNotFound();
    if (hash) {
      await setPassword(tx, user.id, hash, signedIn.sessionId);
      await recordAudit(tx, request, 'user_updated_password', user);
    }
    if (input.data) await updateMetadata(tx, user, input.data);
    if (isNewEmail) await askForEmailChange(auth, tx, request, { signedIn, user, newEmail, challenge });
    await recordAudit(tx, request, 'user_modified', user);
    return userJson((await findUserById(tx, user.id)) ?? user);
  });
}

async function newPasswordHash(auth: AuthContext, user: User, password: string): Promise<string> {
  checkPassword(password, auth.passwordRules);
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

/** Both mailboxes have to agree: a session left open on a shared computer can't carry the login away. */
async function askForEmailChange(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  change: { signedIn: SignedIn; user: User; newEmail: string; challenge: ReturnType<typeof challengeIn> },
): Promise<void> {
  const { user, newEmail, challenge } = change;
  await tx.query(
    `update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1`,
    [user.id, newEmail],
  );
  const order = { user, type: 'email_change', redirectTo: redirectTarget(auth, request), challenge } as const;
  if (user.email) await mailLink(auth, tx, request, { ...order, to: user.email, slot: 'email_change_token_current' });
  await mailLink(auth, tx, request, { ...order, to: newEmail, slot: 'email_change_token_new' });
}
