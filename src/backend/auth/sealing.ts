import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const VERSION = 'v1';

/**
 * Seals a text for the database (AES-256-GCM). `owner` is bound in: what was sealed for one row opens for no other.
 */
export function seal(encryptionKey: string, owner: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(encryptionKey), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

/** @throws {Error} where the key is another, the row is another, or a byte was changed. */
export function unseal(encryptionKey: string, owner: string, sealed: string): string {
  const [version, nonce = '', text = '', tag = ''] = sealed.split('.');
  if (version !== VERSION) throw new Error('This is not sealed by a version we know.');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(encryptionKey), Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
}

function keyOf(encryptionKey: string): Buffer {
  return createHash('sha256').update(`auth sealing ${encryptionKey}`).digest();
}
