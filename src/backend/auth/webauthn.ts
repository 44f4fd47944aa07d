import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { AuthContext } from './auth-options.ts';
import type { StoredCredential } from './factors.ts';
import type { User } from './users.ts';

/** The domain credentials are bound to and the origins that may use them. */
type RelyingParty = { id: string; name: string; origins: string[] };

/** A big and seldom needed library, loaded on first use. */
const library = () => import('@simplewebauthn/server');

/** Taken from the operator's setting, else from the requested host; the client's own values are ignored. */
export function relyingPartyOf(auth: AuthContext, request: Request): RelyingParty {
  const site = new URL(auth.siteUrlOf(request));
  const id = auth.webauthnRpId || site.hostname;
  return {
    id,
    name: auth.webauthnRpDisplayName || id,
    origins: auth.webauthnRpOrigins.length > 0 ? [...auth.webauthnRpOrigins] : [site.origin],
  };
}

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[A-Za-z0-9_-]*={0,2}$/, 'must be base64url');

/** A browser's response in the JSON form of WebAuthn Level 3; unknown members are dropped. */
export const registrationShape = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
export const assertionShape = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type Registration = z.output<typeof registrationShape>;
export type Assertion = z.output<typeof assertionShape>;

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** What a credential replaces: a passkey the whole sign-in, a factor the second step after a password. */
export type CredentialUse = 'passkey' | 'factor';

const requiresUserVerification = (auth: AuthContext, use: CredentialUse) =>
  use === 'passkey' && auth.passkeyUserVerificationRequired;

/** Options for `navigator.credentials.create`. A passkey must be discoverable without knowing the user. */
export async function creationOptions(
  auth: AuthContext,
  request: Request,
  input: {
    user: User;
    existing: readonly { id: string; transports?: string[] }[];
    use: CredentialUse;
    seconds: number;
  },
): Promise<CreationOptions> {
  const party = relyingPartyOf(auth, request);
  const { user, existing: credentials, use, seconds } = input;
  const userVerification = requiresUserVerification(auth, use) ? 'required' : 'preferred';
  const name = user.email || user.phone || user.id;
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: name,
    userDisplayName: typeof user.raw_user_meta_data.name === 'string' ? user.raw_user_meta_data.name : name,
    userID: new TextEncoder().encode(user.id),
    timeout: seconds * 1_000,
    attestationType: 'none',
    excludeCredentials: credentials.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection:
      use === 'passkey'
        ? { residentKey: 'required', requireResidentKey: true, userVerification }
        : { residentKey: 'discouraged', requireResidentKey: false, userVerification },
  });
}

/** Options for `navigator.credentials.get`; without credentials, any passkey of this domain. */
export async function requestOptions(
  auth: AuthContext,
  request: Request,
  credentials: readonly { id: string; transports?: string[] }[],
  seconds: number,
  use: CredentialUse,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(auth, request).id,
    allowCredentials: credentials.map(({ id, transports }) => ({ id, transports })),
    userVerification: requiresUserVerification(auth, use) ? 'required' : 'preferred',
    timeout: seconds * 1_000,
  });
}

/** The verified new credential, or undefined where it is invalid. */
export async function verifiedRegistration(
  auth: AuthContext,
  request: Request,
  challenge: string,
  registration: Registration,
  use: CredentialUse,
): Promise<(StoredCredential & { aaguid: string }) | undefined> {
  const party = relyingPartyOf(auth, request);
  const { verifyRegistrationResponse } = await library();
  const verification = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: requiresUserVerification(auth, use),
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  const { credential, fmt, aaguid, credentialDeviceType, credentialBackedUp } = verification.registrationInfo;
  return {
    id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
    transports: registration.response.transports ?? [],
    attestation_type: fmt,
    backup_eligible: credentialDeviceType === 'multiDevice',
    backed_up: credentialBackedUp,
    aaguid,
  };
}

/** The signature counter and backup state after a valid assertion; undefined for an invalid one. */

export async function verifiedAssertion(
  auth: AuthContext,
  request: Request,
  challenge: string,
  assertion: Assertion,
  credential: StoredCredential,
  use: CredentialUse,
): Promise<{ sign_count: number; backed_up: boolean } | undefined> {
  const party = relyingPartyOf(auth, request);
  const { verifyAuthenticationResponse } = await library();
  const verification = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: requiresUserVerification(auth, use),
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(Buffer.from(credential.public_key, 'base64url')),
      counter: credential.sign_count,
    },
  }).catch(() => undefined);
  if (!verification?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verification.authenticationInfo;
  return { sign_count: newCounter, backed_up: credentialBackedUp };
}
