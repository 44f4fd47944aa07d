import type { Sql } from '#base/server/database.ts';
import type { AuthContext } from './auth-options.ts';
import { type Assertion, verifiedAssertion } from './webauthn.ts';

/**
 * Verifies a passkey's assertion and records its use; `owner`: the user it must belong to. undefined where the passkey is
 * unknown or the assertion invalid: the two must not be told apart.
 */
export async function checkPasskey(
  auth: AuthContext,
  tx: Sql,
  request: Request,
  challenge: string,
  assertion: Assertion,
  owner?: string,
): Promise<{ id: string; user_id: string } | undefined> {
  const [row] = await tx.query<{
    id: string;
    user_id: string;
    public_key: Buffer;
    sign_count: string;
    transports: string[];
    attestation_type: string;
    backup_eligible: boolean;
    backed_up: boolean;
  }>('select * from auth.webauthn_credentials where credential_id = $1 for update', [
    Buffer.from(assertion.id, 'base64url'),
  ]);
  if (!row || (owner !== undefined && owner !== row.user_id)) return undefined;
  // The authenticator names the key's user: a key copied to another user's row must not work.
  const handle = Buffer.from(assertion.response.userHandle ?? '', 'base64url').toString();
  if (handle !== row.user_id) return undefined;
  const credential = {
    id: assertion.id,
    public_key: row.public_key.toString('base64url'),
    sign_count: Number(row.sign_count),
    transports: row.transports,
    attestation_type: row.attestation_type,
    backup_eligible: row.backup_eligible,
    backed_up: row.backed_up,
  };
  const state = await verifiedAssertion(auth, request, challenge, assertion, credential, 'passkey');
  if (!state) return undefined;
  await tx.query(
    `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now()
     where id = $1`,
    [row.id, state.sign_count, state.backed_up],
  );
  return { id: row.id, user_id: row.user_id };
}
