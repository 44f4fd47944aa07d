import { Hono } from 'hono';
import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { isFullyProven, requireSession } from './caller-session.ts';
import { requirePasskeys, storeChallenge, takeChallenge } from './passkey-challenges.ts';
import { requirePresence } from './presence-proof.ts';
import { clientNetwork, readInput, uuidIn } from './request-input.ts';
import { lockUser } from './users.ts';
import { creationOptions, registrationShape, verifiedRegistration } from './webauthn.ts';

export type PasskeyJson = { id: string; friendly_name?: string; created_at: string; last_used_at?: string };

const selectPasskey = `select jsonb_strip_nulls(jsonb_build_object('id', id, 'friendly_name', nullif(friendly_name, ''),
  'created_at', created_at, 'last_used_at', last_used_at)) as passkey from auth.webauthn_credentials`;

const verifyShape = z.object({ challenge_id: z.string().max(64).nullish(), credential: z.unknown().optional() });
const nameShape = z.object({ friendly_name: z.string().nullish() });

/** /passkeys of the signed-in user: registration in two steps, list, rename, delete. */
export function passkeyRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/passkeys/registration/options', async (c) => json(await beginRegistration(auth, c.req.raw)))
    .post('/passkeys/registration/verify', async (c) => json(await finishRegistration(auth, c.req.raw)))
    .get('/passkeys', async (c) => json(await ownPasskeys(auth, c.req.raw)))
    .get('/passkeys/', async (c) => json(await ownPasskeys(auth, c.req.raw)))
    .patch('/passkeys/:id', async (c) => json(await renamePasskey(auth, c.req.raw, c.req.param('id'))))
    .delete('/passkeys/:id', async (c) => {
      await removePasskey(auth, c.req.raw, c.req.param('id'));
      return new Response(null, { status: 204 });
    });
}

async function requireOwner(auth: AuthContext, request: Request) {
  requirePasskeys(auth);
  return requireSession(auth, request);
}

/** A passkey signs in by itself, so adding or removing one requires the user's second factor. */
async function requireProvenOwner(auth: AuthContext, request: Request) {
  const owner = await requireOwner(auth, request);
  if (!isFullyProven(owner)) throw authErrors.insufficientAal(403, 'AAL2 session is required to manage passkeys');
  await requirePresence(auth, request, owner);
  return owner;
}

async function beginRegistration(auth: AuthContext, request: Request): Promise<object> {
  const { user } = await requireProvenOwner(auth, request);
  await auth.rateLimits.consume({ limit: 'externalSignInsPerAddress', key: clientNetwork(request) });
  if (user.is_anonymous) throw authErrors.validation('Anonymous users cannot register passkeys', 422);
  const rows = await auth.sql.query<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from auth.webauthn_credentials where user_id = $1',
    [user.id],
  );
  requirePasskeyCapacity(auth, rows.length);
  const existing = rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }));
  const seconds = auth.webauthnChallengeExpiryDuration;
  const options = await creationOptions(auth, request, { user, existing, use: 'passkey', seconds });
  const { challenge } = options;
  const challengeId = await storeChallenge(auth.sql, { type: 'registration', challenge, seconds, userId: user.id });
  return { challenge_id: challengeId, options, expires_at: Math.floor(Date.now() / 1_000) + seconds };
}

function requirePasskeyCapacity(auth: AuthContext, count: number): void {
  if (count < auth.passkeyMaxPasskeysPerUser) return;
  throw new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');
}

async function finishRegistration(auth: AuthContext, request: Request): Promise<object> {
  const { user } = await requireProvenOwner(auth, request);
  const input = await readInput(request, verifyShape);
  if (!input.credential) throw authErrors.validation('credential is required');
  const challenge = await takeChallenge(auth, 'registration', input.challenge_id, user.id);
  const registration = registrationShape.safeParse(input.credential);
  if (!registration.success) {
    throw new AuthError(400, 'webauthn_verification_failed', 'Invalid credential response');
  }
  const credential = await verifiedRegistration(auth, request, challenge, registration.data, 'passkey');
  if (!credential) throw new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed');
  return auth.sql.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const [count] = await tx.query<{ count: number }>(
      'select count(*)::int as count from auth.webauthn_credentials where user_id = $1',
      [user.id],
    );
    requirePasskeyCapacity(auth, count?.count ?? 0);
    const [row] = await tx.query<{ id: string }>(
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
         transports, backup_eligible, backed_up) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (credential_id) do nothing returning id`,
      [
        user.id,
        Buffer.from(credential.id, 'base64url'),
        Buffer.from(credential.public_key, 'base64url'),
        credential.attestation_type,
        credential.aaguid,
        credential.sign_count,
        JSON.stringify(credential.transports),
        credential.backup_eligible,
        credential.backed_up,
      ],
    );
    if (!row) throw new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered');
    await recordAudit(tx, request, 'passkey_created', user, { passkey_id: row.id });
    return (await passkeysWhere(tx, 'id = $1', [row.id]))[0] ?? {};
  });
}

async function passkeysWhere(sql: Sql, condition: string, values: unknown[]): Promise<PasskeyJson[]> {
  const rows = await sql.query<{ passkey: PasskeyJson }>(
    `${selectPasskey} where ${condition} order by created_at, id`,
    values,
  );
  return rows.map((row) => row.passkey);
}

/** A user's passkeys as the API returns them, oldest first. */
export function passkeysOf(sql: Sql, userId: string): Promise<PasskeyJson[]> {
  return passkeysWhere(sql, 'user_id = $1', [userId]);
}

async function ownPasskeys(auth: AuthContext, request: Request): Promise<PasskeyJson[]> {
  const { user } = await requireOwner(auth, request);
  return passkeysOf(auth.sql, user.id);
}

async function renamePasskey(auth: AuthContext, request: Request, id: string): Promise<object> {
  const owner = await requireOwner(auth, request);
  await requirePresence(auth, request, owner);
  const { user } = owner;
  const passkeyId = uuidIn(id, 'passkey_id');
  const { friendly_name: name } = await readInput(request, nameShape);
  if (!name) throw authErrors.validation('friendly_name is required');
  if (name.length > 120) throw authErrors.validation('friendly_name must be 120 characters or less');
  return auth.sql.transaction(async (tx) => {
    await tx.query(
      'update auth.webauthn_credentials set friendly_name = $3, updated_at = now() where id = $1 and user_id = $2',
      [passkeyId, user.id, name],
    );
    const [passkey] = await passkeysWhere(tx, 'id = $1 and user_id = $2', [passkeyId, user.id]);
    if (!passkey) throw passkeyNotFound();
    await recordAudit(tx, request, 'passkey_updated', user, { passkey_id: passkeyId });
    return passkey;
  });
}

export function passkeyNotFound(): AuthError {
  return new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found');
}

async function removePasskey(auth: AuthContext, request: Request, id: string): Promise<void> {
  const owner = await requireProvenOwner(auth, request);
  const passkeyId = uuidIn(id, 'passkey_id');
  await auth.sql.transaction(async (tx) => {
    const [deleted] = await tx.query(
      'delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id',
      [passkeyId, owner.user.id],
    );
    if (!deleted) throw passkeyNotFound();
    await recordAudit(tx, request, 'passkey_deleted', owner.user, { passkey_id: passkeyId });
  });
}
