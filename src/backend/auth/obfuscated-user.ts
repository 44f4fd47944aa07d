import { randomUUID } from 'node:crypto';
import { type User, userJson } from './users.ts';

/**
 * A made-up user in the shape of one who has just signed up, for an address that is registered; as published without
 * an identity, unless the response for a new user (`isNew`) must look the same.
 */
export function obfuscatedUser(
  userMetadata: Record<string, unknown>,
  provider: 'email' | 'phone',
  address: string,
  isNew = false,
): object {
  const now = new Date();
  const id = randomUUID();
  const claims = { ...userMetadata, sub: id, email: address, email_verified: false, phone_verified: false };
  const at = now.toISOString();
  const user: User = {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: provider === 'email' ? address : null,
    phone: provider === 'phone' ? address : null,
    encrypted_password: null,
    email_confirmed_at: null,
    email_proved_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: isNew ? claims : userMetadata,
    created_at: now,
    updated_at: now,
    phone_confirmed_at: null,
    phone_change: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    confirmed_at: null,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    identities: isNew
      ? [
          {
            id: randomUUID(),
            provider_id: id,
            user_id: id,
            identity_data: claims,
            provider,
            last_sign_in_at: at,
            created_at: at,
            updated_at: at,
            email: address,
          },
        ]
      : [],
    factors: [],
  };
  return userJson(user);
}
