import { errors, jwtVerify, SignJWT } from 'jose';
import { sealed } from '#base/server/tokens.ts';
import { storageErrors } from './storage-error.ts';

export type UploadGrant = { upsert: boolean; ownerId: string | null };

/** Signs and checks the tokens of signed links. Their key is derived, so that no link is ever an access token. */
export type Links = {
  /** `transform`: the link opens the picture rendered so, and nothing else of it. */
  signRead(path: string, seconds: number, transform?: string): Promise<string>;
  /**
   * Answers the transformation the link was made for, null where it is for the file itself.
   * @throws {StorageError} where the token is not for reading `path`, or has expired.
   */
  checkRead(path: string, token: string | null): Promise<string | null>;
  signUpload(path: string, grant: UploadGrant): Promise<string>;
  checkUpload(path: string, token: string | null): Promise<UploadGrant>;
};

/** A link to upload to lives two hours, as on the hosted service. */
const UPLOAD_LINK_SECONDS = 2 * 60 * 60;

export function createLinks(secret: string): Links {
  const key = new TextEncoder().encode(sealed(secret, 'storage links'));

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
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
      if (payload.url !== path || payload.use !== use) throw storageErrors.invalidLink();
      return payload;
    } catch (error) {
      throw error instanceof errors.JWTExpired ? storageErrors.expiredLink() : storageErrors.invalidLink();
    }
  }

  return {
    signRead: (path, seconds, transform) =>
      sign({ url: path, use: 'read', ...(transform === undefined ? {} : { transformations: transform }) }, seconds),
    checkRead: async (path, token) => {
      const { transformations } = await check(path, token, 'read');
      return typeof transformations === 'string' ? transformations : null;
    },
    signUpload: (path, grant) =>
      sign({ url: path, use: 'upload', upsert: grant.upsert, owner: grant.ownerId }, UPLOAD_LINK_SECONDS),
    checkUpload: async (path, token) => {
      const payload = await check(path, token, 'upload');
      return { upsert: payload.upsert === true, ownerId: typeof payload.owner === 'string' ? payload.owner : null };
    },
  };
}
