import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals texts for the database, so that a copy of it alone gives nothing away. */
export type Sealing = {
  /** `owner` is bound in: what was sealed for one row opens for no other. */
  seal(owner: string, text: string): string;
  /** @throws {Error} where the secret is another, the row is another, or a byte was changed. */
  unseal(owner: string, sealed: string): string;
};

const VERSION = 'v1';

/** AES-256-GCM under a key derived from the installation's secret (RFC 5869), one for each `purpose`. */
export function createSealing(secret: string, purpose: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    seal: (owner, text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [VERSION, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    unseal: (owner, sealed) => {
      const [version, nonce = '', text = '', tag = ''] = sealed.split('.');
      if (version !== VERSION) throw new Error('This is not sealed by a version we know.');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
        .setAAD(Buffer.from(owner))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}
