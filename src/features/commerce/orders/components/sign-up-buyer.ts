import type { TFunction } from 'i18next';
import type { Db } from '#base/shared/db-client.ts';
import type { CheckoutValues } from './checkout-fields.ts';

/** What is wrong with the fields stands in `errors`. */
type SignUpResult = { is: 'in' | 'exists' | 'unconfirmed' } | { is: 'failed'; errors: Partial<CheckoutValues> };

/** Creates the account of a new buyer; the accepted terms are those of the account they buy from. */
export async function signUpBuyer(db: Db, values: CheckoutValues, accountId: string): Promise<SignUpResult> {
  const { data, error } = await db.auth.signUp({
    email: values.email.trim(),
    password: values.password,
    options: {
      data: { display_name: values.name.trim(), ...(values.accepts ? { accepts: accountId } : {}) },
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
