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

/** For whom credentials are: the domain they are bound to and the pages that may ask for them. */
type RelyingParty = { id: string; name: string; origins: string[] };

/** The library is big and seldom needed: it is read at the first use. */
const library = () => import('@simplewebauthn/server');

/** What the client says of itself is not asked: the operator's setting counts, else the host that was asked. */
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

/** What a browser answers, in the JSON form of WebAuthn Level 3; unknown members are dropped. */
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

/** What a credential stands for: a passkey for the whole sign-in, a factor for the second step after a password. */
export type CredentialUse = 'passkey' | 'factor';

const mustVerify = (auth: AuthContext, use: CredentialUse) => use === 'passkey' && auth.passkeyUserVerificationRequired;

/** Options for `navigator.credentials.create`. A passkey has to be found again without asking who signs in. */
export async function creationOptions(
  auth: AuthContext,
  request: Request,
  wanted: { user: User; known: readonly { id: string; transports?: string[] }[]; use: CredentialUse; seconds: number },
): Promise<CreationOptions> {
  const party = relyingPartyOf(auth, request);
  const { user, known, use, seconds } = wanted;
  const userVerification = mustVerify(auth, use) ? 'required' : 'preferred';
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
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
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
  known: readonly { id: string; transports?: string[] }[],
  seconds: number,
  use: CredentialUse,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(auth, request).id,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification: mustVerify(auth, use) ? 'required' : 'preferred',
    timeout: seconds * 1_000,
  });
}

/** The new credential, or undefined where anything about it does not hold. */
export async function verifiedRegistration(
  auth: AuthContext,
  request: Request,
  challenge: string,
  registration: Registration,
  use: CredentialUse,
): Promise<(StoredCredential & { aaguid: string }) | undefined> {
  const party = relyingPartyOf(auth, request);
  const { verifyRegistrationResponse } = await library();
  const checked = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: mustVerify(auth, use),
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  const { credential, fmt, aaguid, credentialDeviceType, credentialBackedUp } = checked.registrationInfo;
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

/** The signature counter and backup state after a right assertion; undefined for a wrong one. */
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
  const checked = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: mustVerify(auth, use),
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(Buffer.from(credential.public_key, 'base64url')),
      counter: credential.sign_count,
    },
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return { sign_count: newCounter, backed_up: credentialBackedUp };
}
