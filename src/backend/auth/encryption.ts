import { createHash } from 'node:crypto';
import type { EncryptedColumn } from '#base/server/encrypted-columns.ts';
import { type Encryption, encryptionBy } from '#base/server/encryption.ts';

/** Encryption of what must be readable again; former keys still decrypt what they encrypted. */
export function authEncryption(encryptionKey: string, formerKeys: readonly string[] = []): Encryption {
  return encryptionBy(keyOf(encryptionKey), formerKeys.map(keyOf));
}

function keyOf(encryptionKey: string): Buffer {
  return createHash('sha256').update(`auth sealing ${encryptionKey}`).digest();
}

/** Data encrypted for longer than minutes: authenticator app keys. Provider tokens are collected within five. */
export function encryptedFactorColumn(sealing: Encryption): EncryptedColumn {
  return {
    name: 'keys of authenticator apps',
    encryption: sealing,
    rows: `select id::text as key, id::text as owner, secret as sealed from auth.mfa_factors
            where secret is not null and ($1::text is null or id > $1::uuid) order by id limit $2`,
    replace: 'update auth.mfa_factors set secret = $3 where id = $1::uuid and secret = $2 returning id',
  };
}
