import webPush from 'web-push';
import type { Sql } from './database.ts';
import type { EncryptedColumn } from './encrypted-columns.ts';
import { createEncryption, type Encryption } from './encryption.ts';

/** The VAPID key pair of an installation (RFC 8292), base64url: 65 and 32 bytes. */
export type PushKeys = { publicKey: string; privateKey: string };

type Row = { public_key: string; sealed_private_key: string };

/**
 * One key pair for all processes of an installation: the first one stored, encrypted with the installation's secret.
 * Where the secret has changed, a new pair is generated; browsers subscribe again when their page is opened next.
 */
export async function pushKeysOf(sql: Sql, secret: string, formerSecrets: readonly string[] = []): Promise<PushKeys> {
  const encryption = pushEncryption(secret, formerSecrets);
  const load = async (): Promise<PushKeys | null> => {
    const [row] = await sql.query<Row>('select public_key, sealed_private_key from private.push_keys');
    if (!row) return null;
    try {
      return { publicKey: row.public_key, privateKey: encryption.decrypt(row.public_key, row.sealed_private_key) };
    } catch {
      await sql.query('delete from private.push_keys where public_key = $1', [row.public_key]);
      return null;
    }
  };
  const stored = await load();
  if (stored) return stored;
  const generated = webPush.generateVAPIDKeys();
  await sql.query(
    'insert into private.push_keys (public_key, sealed_private_key) values ($1, $2) on conflict do nothing',
    [generated.publicKey, encryption.encrypt(generated.publicKey, generated.privateKey)],
  );
  return (await load()) ?? generated;
}

function pushEncryption(secret: string, formerSecrets: readonly string[]): Encryption {
  return createEncryption(secret, 'keys of push', formerSecrets);
}

export function encryptedPushKeys(secret: string, formerSecrets: readonly string[]): EncryptedColumn {
  return {
    name: 'keys of push',
    encryption: pushEncryption(secret, formerSecrets),
    rows: `select public_key as key, public_key as owner, sealed_private_key as sealed from private.push_keys
            where $1::text is null or public_key > $1 order by public_key limit $2`,
    replace: `update private.push_keys set sealed_private_key = $3
               where public_key = $1 and sealed_private_key = $2 returning public_key`,
  };
}
