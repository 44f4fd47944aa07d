import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts for the database, so that a copy of the database alone reveals nothing. */
export type Encryption = {
  /** `owner` is authenticated data: a value encrypted for one row can't be decrypted for another. */
  encrypt(owner: string, text: string): string;
  /** @throws {Error} where no secret matches, the row is another, or a byte was changed. */
  decrypt(owner: string, encrypted: string): string;
  /**
   * The same text encrypted with the current secret; null where it already is.
   * @throws {Error} as `unseal`.
   */
  reencrypt(owner: string, encrypted: string): string | null;
};

const VERSION = 'v1';

/**
 * AES-256-GCM with a key derived from the installation's secret (RFC 5869), one per `purpose`.
 * @param formerSecrets decrypt older values, and encrypt nothing.
 */
export function createEncryption(secret: string, purpose: string, formerSecrets: readonly string[] = []): Encryption {
  const keyOf = (value: string) => Buffer.from(hkdfSync('sha256', value, '', purpose, 32));
  return encryptionBy(keyOf(secret), formerSecrets.map(keyOf));
}

/** The same with 32-byte keys. */
export function encryptionBy(present: Buffer, former: readonly Buffer[]): Encryption {
  function seal(owner: string, text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', present, nonce).setAAD(Buffer.from(owner));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [VERSION, ...[nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
  }

  /** Tries each key; the GCM tag verifies which one it was. */
  function decrypt(owner: string, encrypted: string): { text: string; isPresent: boolean } {
    try {
      return { text: decryptBy(present, owner, encrypted), isPresent: true };
    } catch (error) {
      for (const key of former) {
        try {
          return { text: decryptBy(key, owner, encrypted), isPresent: false };
        } catch {
          // Try the next key.
        }
      }
      throw error;
    }
  }

  return {
    encrypt: seal,
    decrypt: (owner, encrypted) => decrypt(owner, encrypted).text,
    reencrypt: (owner, encrypted) => {
      const { text, isPresent } = decrypt(owner, encrypted);
      return isPresent ? null : seal(owner, text);
    },
  };
}

function decryptBy(key: Buffer, owner: string, encrypted: string): string {
  const [version, nonce = '', text = '', tag = ''] = encrypted.split('.');
  if (version !== VERSION) throw new Error('This is not sealed by a version we know.');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
    .setAAD(Buffer.from(owner))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
}
