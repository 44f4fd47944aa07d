import type { Db } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { type AuthError, requestAuth } from '../profile/data.ts';
import type { SecondFactor } from './second-step.ts';

/** WebAuthn challenge for the passkey. */
type PasskeyChallenge = {
  challenge_id: string;
  options: Parameters<typeof import('@simplewebauthn/browser')['startAuthentication']>[0]['optionsJSON'];
};

export async function hasPasskeys(db: Db): Promise<boolean> {
  const { data } = await db.auth.passkey.list();
  return (data?.length ?? 0) > 0;
}

/** Confirms the user's identity with a security key. Returns null on success; devices report no reason for a failure. */
export async function confirmByKey(db: Db, { id }: SecondFactor): Promise<AuthError | null> {
  return (await db.auth.mfa.webauthn.authenticate({ factorId: id })).error;
}

/** Confirms the user's identity with a passkey; a hosted backend only supports signing in again. */
export async function confirmByPasskey(db: Db, site: Site): Promise<AuthError | null> {
  if (site.backend.url) return (await db.auth.signInWithPasskey()).error;
  const challenge = await requestAuth<PasskeyChallenge>(db, site, 'POST', '/reauthenticate/passkey');
  if (challenge.error) return challenge.error;
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const credential = await startAuthentication({ optionsJSON: challenge.data.options });
    const passkey = { challenge_id: challenge.data.challenge_id, credential };
    return (await requestAuth(db, site, 'POST', '/reauthenticate', { passkey })).error;
  } catch (error) {
    return error as Error;
  }
}
