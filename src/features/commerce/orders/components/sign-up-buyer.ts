import type { TFunction } from 'i18next';
import { call } from '#base/shared/call.ts';
import type { Db } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import type { CheckoutValues } from './checkout-fields.ts';

type Tokens = { access_token: string; refresh_token: string };

/** What is wrong with the fields stands in `errors`. */
type SignUpResult = { is: 'in' | 'exists' | 'unconfirmed' } | { is: 'failed'; errors: Partial<CheckoutValues> };

/**
 * Creates the account of a new buyer; the accepted terms are those of the account they buy from. Without a password they
 * buy at once, and a link that sets one is mailed.
 */
export async function signUpBuyer(
  db: Db,
  values: CheckoutValues,
  site: { accountId: string; locale: string },
): Promise<SignUpResult> {
  if (!values.password) return signUpGuest(db, values, site.locale);
  const { data, error } = await db.auth.signUp({
    email: values.email.trim(),
    password: values.password,
    options: {
      data: { display_name: values.name.trim(), ...(values.accepts ? { accepts: site.accountId } : {}) },
      emailRedirectTo: location.href,
    },
  });
  if (error)
    return error.code === 'user_already_exists' || error.code === 'email_exists'
      ? { is: 'exists' }
      : { is: 'failed', errors: { password: error.message } };
  if (data.session) return { is: 'in' };
  // If addresses must be confirmed, an existing one gets the same response as a new one, but without an identity.
  return { is: data.user?.identities?.length === 0 ? 'exists' : 'unconfirmed' };
}

async function signUpGuest(db: Db, { email, name }: CheckoutValues, locale: string): Promise<SignUpResult> {
  const response = await call(paths.guestBuyer(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: email.trim(), name: name.trim(), locale }),
  });
  if (response.status === 409) return { is: 'exists' };
  const { session, error } = (await response.json()) as { session?: Tokens; error?: { message: string } };
  if (!session) return { is: 'failed', errors: { email: error?.message ?? '' } };
  const begun = await db.auth.setSession(session);
  if (begun.error) throw begun.error;
  return { is: 'in' };
}

/** Confirms the address with the code that was mailed to it. */
export async function confirmBuyer(
  db: Db,
  t: TFunction<'orders'>,
  email: string,
  { code }: CheckoutValues,
): Promise<SignUpResult> {
  const { error } = await db.auth.verifyOtp({ email, token: code.trim(), type: 'signup' });
  if (!error) return { is: 'in' };
  return { is: 'failed', errors: { code: error.code === 'otp_expired' ? t('checkout.errors.code') : error.message } };
}
