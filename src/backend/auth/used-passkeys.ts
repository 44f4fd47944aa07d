import type { Sql } from '#base/server/database.ts';
import type { AuthContext } from './auth-options.ts';
import { type Assertion, verifiedAssertion } from './webauthn.ts';

/**
 * Looks at what a passkey answered and notes that it was used; `owner`: it has to be theirs. undefined where the passkey
 * is unknown or its answer wrong: the two are not told apart.
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
  // The authenticator says whose key it is: a key moved to another person's row opens nothing.
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
  const used = await verifiedAssertion(auth, request, challenge, assertion, credential, 'passkey');
  if (!used) return undefined;
  await tx.query(
    `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now()
     where id = $1`,
    [row.id, used.sign_count, used.backed_up],
  );
  return { id: row.id, user_id: row.user_id };
}
