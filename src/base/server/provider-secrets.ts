import type { EncryptedColumn } from './encrypted-columns.ts';
import { createEncryption, type Encryption } from './encryption.ts';

/** How this installation encrypts the client secrets of accounts' identity providers. */
export function providerEncryption(secret: string, formerSecrets: readonly string[] = []): Encryption {
  return createEncryption(secret, 'secrets of sign-in providers', formerSecrets);
}

/** The owner a secret is bound to: for another account or provider it can't be decrypted. */
export function secretOwner(accountId: string, provider: string): string {
  return `${accountId} ${provider}`;
}

export function encryptedProviderSecrets(sealing: Encryption): EncryptedColumn {
  return {
    name: 'secrets of sign-in providers',
    encryption: sealing,
    rows: `select account_id || ' ' || provider as key, account_id || ' ' || provider as owner, sealed_secret as sealed
             from public.sign_in_providers
            where sealed_secret is not null and ($1::text is null or account_id || ' ' || provider > $1) order by key limit $2`,
    replace: `update public.sign_in_providers set sealed_secret = $3
               where account_id || ' ' || provider = $1 and sealed_secret = $2 returning provider`,
  };
}
