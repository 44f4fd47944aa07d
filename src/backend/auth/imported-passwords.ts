import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify } from '@node-rs/bcrypt';

const BCRYPT = /^\$2[abxy]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;
/** Firebase's format: parameters, the salt separator and the project's key, then salt and hash. */
const FIREBASE =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d),ss=([\w+/=-]+),sk=([\w+/=-]+)\$([\w+/=-]+)\$([\w+/=-]+)$/;
/** Memory one check may take; a hash that needs more was not made for sign-in. */
const MAX_BYTES = 64 * 1024 * 1024;

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/**
 * Whether a text is a password hash of another service that imported users bring along: bcrypt up to cost 15, or
 * Firebase's scrypt within 64 MiB.
 * Source: https://supabase.com/docs/reference/javascript/auth-admin-createuser (`password_hash`)
 */
export function isImportedHash(text: string): boolean {
  return BCRYPT.test(text) || firebaseIn(text) !== null;
}

/** Checks a password against such a hash. bcrypt reads its first 72 bytes only. */
export async function isImportedPassword(stored: string, password: string): Promise<boolean> {
  const firebase = firebaseIn(stored);
  if (!firebase) return BCRYPT.test(stored) && (await verify(password, stored).catch(() => false));
  const { salt, cost, signerKey, hash } = firebase;
  const key = await scryptAsync(password, salt, 32, { ...cost, maxmem: 2 * MAX_BYTES });
  const signed = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey);
  return signed.length === hash.length && timingSafeEqual(signed, hash);
}

function firebaseIn(text: string) {
  const [, n, r, p, separator, signer, salt, hash] = FIREBASE.exec(text) ?? [];
  if (!separator || !signer || !salt || !hash) return null;
  const cost = { N: 2 ** Number(n), r: Number(r), p: Number(p) };
  if (cost.N < 2 || cost.r < 1 || cost.p < 1 || 128 * cost.N * cost.r > MAX_BYTES) return null;
  const bytes = (encoded: string) => Buffer.from(encoded, 'base64');
  return { cost, salt: Buffer.concat([bytes(salt), bytes(separator)]), signerKey: bytes(signer), hash: bytes(hash) };
}
