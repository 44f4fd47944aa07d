import type { Db } from '#base/shared/db-client.ts';

type SignUpResult = 'in' | 'exists' | 'unconfirmed' | { message: string };

/** Creates the account of a new buyer; `accepts` is the account whose terms were accepted. */
export async function signUpBuyer(
  db: Db,
  email: string,
  password: string,
  metadata: { display_name: string; accepts?: string },
): Promise<SignUpResult> {
  const { data, error } = await db.auth.signUp({
    email,
    password,
    options: { data: metadata, emailRedirectTo: location.href },
  });
  if (error)
    return error.code === 'user_already_exists' || error.code === 'email_exists'
      ? 'exists'
      : { message: error.message };
  if (data.session) return 'in';
  // If addresses must be confirmed, an existing one gets the same response as a new one, but without an identity.
  return data.user?.identities?.length === 0 ? 'exists' : 'unconfirmed';
}
