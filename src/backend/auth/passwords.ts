import { hash, verify } from '@node-rs/argon2';
import { authErrors } from './auth-error.ts';

export type PasswordRules = {
  /** In characters. */
  minLength: number;
  /** In bytes; argon2id counts every one of them. */
  maxBytes: number;
  /** Each string is a set of characters of which at least one must occur. */
  requiredCharacters: readonly string[];
};

export const defaultPasswordRules: PasswordRules = { minLength: 8, maxBytes: 1_024, requiredCharacters: [] };

/** @throws {AuthError} 422 weak_password with GoTrue's reasons `length` and `characters`; 400 where it is too long. */
export function checkPassword(password: string, rules: PasswordRules): void {
  if (Buffer.byteLength(password) > rules.maxBytes) {
    throw authErrors.validation(`Password cannot be longer than ${rules.maxBytes} bytes`);
  }
  const reasons: string[] = [];
  const sentences: string[] = [];
  if ([...password].length < rules.minLength) {
    reasons.push('length');
    sentences.push(`Password should be at least ${rules.minLength} characters.`);
  }
  if (rules.requiredCharacters.some((set) => ![...set].some((one) => password.includes(one)))) {
    reasons.push('characters');
    sentences.push(`Password should contain at least one character of each: ${rules.requiredCharacters.join(', ')}.`);
  }
  if (reasons.length > 0) throw authErrors.weakPassword(sentences.join(' '), reasons);
}

/** argon2id (the library's default kind) with OWASP's first recommended cost: 19 MiB, 2 passes, 1 lane. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

let decoy: Promise<string> | undefined;

/** false also where there is no hash, after the same work: the time taken must not tell who is registered. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const usable = stored?.startsWith('$argon2') ? stored : undefined;
  decoy ??= hashPassword('nobody signs in with this');
  const matches = await verify(usable ?? (await decoy), password).catch(() => false);
  return usable !== undefined && matches;
}
