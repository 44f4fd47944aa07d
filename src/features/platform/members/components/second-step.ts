import type { Db } from '#base/shared/db-client.ts';

export type SecondFactor = { id: string; name: string; type: 'totp' | 'webauthn' };

/** The user's verified second factors. */
export async function secondFactors(db: Db): Promise<SecondFactor[]> {
  const { data, error } = await db.auth.mfa.listFactors();
  if (error) throw error;
  return data.all
    .filter(
      ({ status, factor_type }) => status === 'verified' && (factor_type === 'totp' || factor_type === 'webauthn'),
    )
    .map(({ id, friendly_name, factor_type }) => ({ id, name: friendly_name ?? '', type: factor_type as 'totp' }));
}

/** Whether this session has no access until the second step; the database applies the same rule. */
export async function needsSecondStep(db: Db): Promise<boolean> {
  // Users without a second factor owe none; the session itself says so.
  const { data: current } = await db.auth.getSession();
  if (!current.session?.user.factors?.some(({ status }) => status === 'verified')) return false;
  const { data } = await db.auth.mfa.getAuthenticatorAssuranceLevel();
  if (data?.nextLevel !== 'aal2' || data.currentLevel === 'aal2') return false;
  // A passkey counts as two factors; an impersonation can't present the other user's factor.
  const isPasskey = data.currentAuthenticationMethods.some(
    (entry) => (typeof entry === 'string' ? entry : entry.method) === 'passkey',
  );
  return !isPasskey && !document.cookie.includes('stoa-acting=');
}
