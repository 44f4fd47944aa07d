import type { Db } from '#base/shared/db-client.ts';

export type SecondFactor = { id: string; name: string; type: 'totp' | 'webauthn' };

/** What a person proves themselves with besides the password; only what was finished counts. */
export async function secondFactors(db: Db): Promise<SecondFactor[]> {
  const { data, error } = await db.auth.mfa.listFactors();
  if (error) throw error;
  return data.all
    .filter(
      ({ status, factor_type }) => status === 'verified' && (factor_type === 'totp' || factor_type === 'webauthn'),
    )
    .map(({ id, friendly_name, factor_type }) => ({ id, name: friendly_name ?? '', type: factor_type as 'totp' }));
}

/** Whether this session is worth nothing until a second step was shown: the database holds to the same rule. */
export async function needsSecondStep(db: Db): Promise<boolean> {
  // Who has nothing to show a second time owes nothing; that much stands in the session itself.
  const { data: current } = await db.auth.getSession();
  if (!current.session?.user.factors?.some(({ status }) => status === 'verified')) return false;
  const { data } = await db.auth.mfa.getAuthenticatorAssuranceLevel();
  if (data?.nextLevel !== 'aal2' || data.currentLevel === 'aal2') return false;
  // A passkey is possession and a fingerprint in one; who has signed in as somebody else could not show their factor.
  const isPasskey = data.currentAuthenticationMethods.some(
    (entry) => (typeof entry === 'string' ? entry : entry.method) === 'passkey',
  );
  return !isPasskey && !document.cookie.includes('stoa-acting=');
}
