import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals texts for the database, so that a copy of it alone gives nothing away. */
export type Encryption = {
  /** `owner` is bound in: what was sealed for one row opens for no other. */
  seal(owner: string, text: string): string;
  /** @throws {Error} where the secret is none of ours, the row is another, or a byte was changed. */
  unseal(owner: string, encrypted: string): string;
  /**
   * The same text under the present secret; null where it is so already.
   * @throws {Error} as `unseal`.
   */
  sealAnew(owner: string, encrypted: string): string | null;
};

const VERSION = 'v1';

/**
 * AES-256-GCM under a key derived from the installation's secret (RFC 5869), one for each `purpose`.
 * @param formerSecrets open what they sealed, and seal nothing.
 */
export function createEncryption(secret: string, purpose: string, formerSecrets: readonly string[] = []): Encryption {
  const keyOf = (value: string) => Buffer.from(hkdfSync('sha256', value, '', purpose, 32));
  return encryptionBy(keyOf(secret), formerSecrets.map(keyOf));
}

/** The same by keys of 32 bytes. */
export function encryptionBy(present: Buffer, former: readonly Buffer[]): Encryption {
  function seal(owner: string, text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', present, nonce).setAAD(Buffer.from(owner));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [VERSION, ...[nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
  }

  /** The tag tells which of the keys it was. */
  function decrypt(owner: string, encrypted: string): { text: string; isPresent: boolean } {
    try {
      return { text: decryptBy(present, owner, encrypted), isPresent: true };
    } catch (error) {
      for (const key of former) {
        try {
          return { text: decryptBy(key, owner, encrypted), isPresent: false };
        } catch {
          // The next one may be the right one.
        }
      }
      throw error;
    }
  }

  return {
    seal,
    unseal: (owner, encrypted) => decrypt(owner, encrypted).text,
    sealAnew: (owner, encrypted) => {
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
