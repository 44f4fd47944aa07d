import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits, safe in a URL. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A code to type: six digits, up to ten. */
export function randomOtp(length = 6): string {
  const digits = Math.min(10, Math.max(6, length));
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** Crockford's base 32, without letters that look like others or like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 140 random bits as a code to store and type, in seven groups of four. */
export function randomRecoveryCode(): string {
  const code = Array.from(randomBytes(28), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** The stored hash of a random token: its entropy makes a slow hash needless. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The stored hash of a code, bound to its row's link hash, so that equal codes have different hashes. */
export function otpHashOf(otp: string, tokenHash: string): string {
  return createHmac('sha256', tokenHash).update(otp).digest('hex');
}

/**
 * The refresh token that replaces `token`. Derived, so that only hashes need storing and a second tab that presents
 * `token` within the grace period gets the same successor; neither the salt nor an old token alone leads to it.
 */
export function successorOf(token: string, salt: Buffer): string {
  return createHmac('sha256', token).update(salt).digest('base64url');
}

export function newSalt(): Buffer {
  return randomBytes(32);
}

/** The PKCE check of RFC 7636 §4.6. */
export function challengeOf(verifier: string, method: 's256' | 'plain'): string {
  return method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
}
