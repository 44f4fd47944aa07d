import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Caller, CallerRole } from '#base/server/database.ts';
import { timingSafeHash } from '#base/server/tokens.ts';
import { storageErrors } from './storage-error.ts';

/** `signer`: whose rights the link has, if it carries one. */
export type UploadGrant = { upsert: boolean; ownerId: string | null; signer: Caller | null };
export type ReadGrant = { transform: string | null; signer: Caller | null };

/** Signs and verifies the tokens of signed links. Their key is derived, so that a link is never an access token. */
export type Links = {
  /** `transform`: the link is only valid for the picture rendered with these options. */
  signRead(path: string, seconds: number, signer: Caller, transform?: string): Promise<string>;
  /**
   * Returns the transformation the link was made for; null if it is for the file itself.
   * @throws {StorageError} if the token is not for reading `path` or has expired.
   */
  checkRead(path: string, token: string | null): Promise<ReadGrant>;
  signUpload(path: string, grant: Omit<UploadGrant, 'signer'>, signer: Caller): Promise<string>;
  checkUpload(path: string, token: string | null): Promise<UploadGrant>;
};

/** An upload link is valid for two hours, as on the hosted service. */
const UPLOAD_LINK_SECONDS = 2 * 60 * 60;

/** The claims policies need; others would only make links longer. */
const SIGNER_CLAIMS = ['role', 'sub', 'session_id', 'aal', 'amr', 'act'];

/**
 * @param isPersonal links carry their signer, and a link without one is invalid.
 * @param formerSecrets former secrets, whose links are valid until they expire.
 */
export function createLinks(secret: string, isPersonal: boolean, formerSecrets: readonly string[] = []): Links {
  const keyOf = (secretText: string) => new TextEncoder().encode(timingSafeHash(secretText, 'storage links'));
  const key = keyOf(secret);
  const keys = [key, ...formerSecrets.map(keyOf)];

  function sign(claims: Record<string, unknown>, seconds: number): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(key);
  }

  async function check(path: string, token: string | null, use: 'read' | 'upload'): Promise<Record<string, unknown>> {
    if (!token || token.length > 8192) throw storageErrors.invalidLink();
    try {
      const payload = await payloadOf(token, keys);
      if (payload.url !== path || payload.use !== use) throw storageErrors.invalidLink();
      return payload;
    } catch (error) {
      throw error instanceof errors.JWTExpired ? storageErrors.expiredLink() : storageErrors.invalidLink();
    }
  }

  const signed = (signer: Caller) => (isPersonal ? signerClaims(signer) : {});

  return {
    signRead: (path, seconds, signer, transform) =>
      sign({ url: path, use: 'read', transformations: transform, ...signed(signer) }, seconds),
    checkRead: async (path, token) => {
      const payload = await check(path, token, 'read');
      const { transformations } = payload;
      return {
        transform: typeof transformations === 'string' ? transformations : null,
        signer: isPersonal ? signerOf(payload) : null,
      };
    },
    signUpload: (path, grant, signer) =>
      sign(
        {
          url: path,
          use: 'upload',
          upsert: grant.upsert,
          owner: grant.ownerId,
          ...signed(signer),
        },
        UPLOAD_LINK_SECONDS,
      ),
    checkUpload: async (path, token) => {
      const payload = await check(path, token, 'upload');
      return {
        upsert: payload.upsert === true,
        ownerId: typeof payload.owner === 'string' ? payload.owner : null,
        signer: isPersonal ? signerOf(payload) : null,
      };
    },
  };
}

function signerClaims({ role, claims }: Caller) {
  const entries = SIGNER_CLAIMS.filter((name) => claims[name] !== undefined).map((name) => [name, claims[name]]);
  return { signer: { ...Object.fromEntries(entries), role } };
}

function signerOf({ signer }: Record<string, unknown>): Caller {
  const claims = signer as Record<string, unknown> | undefined;
  if (typeof claims?.role !== 'string') throw storageErrors.invalidLink();
  return { role: claims.role as CallerRole, claims };
}

async function payloadOf(token: string, keys: readonly Uint8Array[]): Promise<JWTPayload> {
  for (const [index, key] of keys.entries()) {
    try {
      return (await jwtVerify(token, key, { algorithms: ['HS256'] })).payload;
    } catch (error) {
      const isLast = index === keys.length - 1;
      if (isLast || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw storageErrors.invalidLink();
}
