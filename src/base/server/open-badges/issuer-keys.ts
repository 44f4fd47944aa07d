import type { Database } from '../database.ts';
import type { EncryptedColumn } from '../encrypted-columns.ts';
import { createEncryption, type Encryption } from '../encryption.ts';
import { generateSigningKeys, type KeyPair } from './proof.ts';

/** How this installation encrypts the keys that accounts sign Open Badges with. */
export function badgeKeyEncryption(secret: string, formerSecrets: readonly string[] = []): Encryption {
  return createEncryption(secret, 'keys of open badges', formerSecrets);
}

export function encryptedBadgeKeys(encryption: Encryption): EncryptedColumn {
  return {
    name: 'keys of open badges',
    encryption,
    rows: `select account_id || ' ' || public_key as key, account_id || ' ' || public_key as owner, sealed_key as sealed
             from private.badge_keys
            where $1::text is null or account_id || ' ' || public_key > $1 order by key limit $2`,
    replace: `update private.badge_keys set sealed_key = $3
               where account_id || ' ' || public_key = $1 and sealed_key = $2 returning public_key`,
  };
}

type Row = { public_key: string; sealed_key: string };

/**
 * The pair an account signs with: its newest that can be decrypted. Where it has none, one is generated; what older pairs
 * have signed stays valid, since their public keys are kept.
 */
export async function issuerKeysOf(database: Database, encryption: Encryption, accountId: string): Promise<KeyPair> {
  const sql = database.asService();
  const owner = (publicKey: string) => `${accountId} ${publicKey}`;
  const load = async (): Promise<KeyPair | null> => {
    const [row] = await sql.query<Row>(
      'select public_key, sealed_key from private.badge_keys where account_id = $1 order by created_at desc, public_key limit 1',
      [accountId],
    );
    if (!row) return null;
    try {
      return {
        publicKey: row.public_key,
        privateKey: encryption.decrypt(owner(row.public_key), row.sealed_key),
      };
    } catch {
      // Sealed by a secret that this installation has no more.
      return null;
    }
  };
  const stored = await load();
  if (stored) return stored;
  const made = generateSigningKeys();
  await sql.query('insert into private.badge_keys (account_id, public_key, sealed_key) values ($1, $2, $3)', [
    accountId,
    made.publicKey,
    encryption.encrypt(owner(made.publicKey), made.privateKey),
  ]);
  return (await load()) ?? made;
}
