import { importPKCS8, SignJWT } from 'jose';
import type { ProviderSettings } from './auth-settings.ts';

const LIFETIME = '5m';

/**
 * Creates Apple's client secret: a JWT signed with the key of a developer's team.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export async function appleSecret(
  { teamId, keyId, privateKey }: NonNullable<ProviderSettings['signingKey']>,
  clientId: string,
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(await importPKCS8(privateKey, 'ES256'));
}
