import type { EncryptedColumn } from '../encrypted-columns.ts';
import { createEncryption, type Encryption } from '../encryption.ts';
import type { Environment } from '../environment.ts';
import { secretOwner } from '../provider-secrets.ts';
import { createPaypalProvider } from './paypal-provider.ts';
import type { ProviderAdapter, ProviderKeys, ProviderName } from './provider-adapter.ts';
import { createRazorpayProvider } from './razorpay-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

/** The payment providers of shops, by the keys of their owners. */
export type ShopProviders = {
  open(provider: ProviderName, keys: ProviderKeys): ProviderAdapter;
  /** With keys as they stand in the database. */
  openStored(accountId: string, provider: ProviderName, encrypted: string): ProviderAdapter;
  encrypt(accountId: string, provider: ProviderName, keys: ProviderKeys): string;
  decrypt(accountId: string, provider: ProviderName, encrypted: string): ProviderKeys;
};

/** How this installation encrypts the keys that owners enter for their payment providers. */
export function paymentKeyEncryption(secret: string, formerSecrets: readonly string[] = []): Encryption {
  return createEncryption(secret, 'keys of payment providers', formerSecrets);
}

export function encryptedPaymentKeys(encryption: Encryption): EncryptedColumn {
  return {
    name: 'keys of payment providers',
    encryption,
    rows: `select account_id || ' ' || provider as key, account_id || ' ' || provider as owner, sealed_keys as sealed
             from public.payment_providers
            where sealed_keys is not null and ($1::text is null or account_id || ' ' || provider > $1) order by key limit $2`,
    replace: `update public.payment_providers set sealed_keys = $3
               where account_id || ' ' || provider = $1 and sealed_keys = $2 returning provider`,
  };
}

export function createShopProviders(
  environment: Pick<Environment, 'STRIPE_API_BASE' | 'PAYPAL_API_BASE' | 'RAZORPAY_API_BASE'>,
  encryption: Encryption,
): ShopProviders {
  const open = (provider: ProviderName, keys: ProviderKeys): ProviderAdapter => {
    if (provider === 'stripe') return createStripeProvider(keys, environment.STRIPE_API_BASE);
    if (provider === 'paypal') return createPaypalProvider(keys, environment.PAYPAL_API_BASE);
    return createRazorpayProvider(keys, environment.RAZORPAY_API_BASE);
  };
  const decrypt = (accountId: string, provider: ProviderName, encrypted: string) =>
    JSON.parse(encryption.decrypt(secretOwner(accountId, provider), encrypted)) as ProviderKeys;
  return {
    open,
    openStored: (accountId, provider, encrypted) => open(provider, decrypt(accountId, provider, encrypted)),
    encrypt: (accountId, provider, keys) => encryption.encrypt(secretOwner(accountId, provider), JSON.stringify(keys)),
    decrypt,
  };
}
