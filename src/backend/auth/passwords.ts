import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { authErrors } from './auth-error.ts';
import type { AuthSettings } from './auth-settings.ts';
import { isCommonPassword } from './common-passwords.ts';
import { consistsOfContextWords } from './context-words.ts';
import { isImportedHash, isImportedPassword } from './imported-passwords.ts';

/** argon2id uses every byte of a password, also past bcrypt's 72. */
const MAX_BYTES = 1_024;

type PasswordRules = Pick<AuthSettings, 'passwordMinLength' | 'passwordRequiredCharacters' | 'passwordHibpEnabled'>;
export type WeakPassword = { message: string; reasons: string[] };

/** A password's weaknesses, in GoTrue's reasons `length`, `characters` and `pwned`; undefined without any. */
export function weaknessOf(
  password: string,
  rules: PasswordRules,
  context: readonly (readonly string[])[] = [],
): WeakPassword | undefined {
  const reasons: string[] = [];
  const sentences: string[] = [];
  if ([...password].length < rules.passwordMinLength) {
    reasons.push('length');
    sentences.push(`Password should be at least ${rules.passwordMinLength} characters.`);
  }
  const sets = rules.passwordRequiredCharacters;
  if (sets.some((set) => ![...set].some((character) => password.includes(character)))) {
    reasons.push('characters');
    sentences.push(`Password should contain at least one character of each: ${sets.join(', ')}.`);
  }
  const isGuessable = () =>
    (rules.passwordHibpEnabled && isCommonPassword(password)) || consistsOfContextWords(password, context);
  if (reasons.length === 0 && isGuessable()) {
    reasons.push('pwned');
    sentences.push('Password is known to be weak and easy to guess, please choose a different one.');
  }
  return reasons.length > 0 ? { message: sentences.join(' '), reasons } : undefined;
}

/** `context`: see `contextWords`. @throws {AuthError} 422 weak_password with its reasons; 400 where it is too long. */
export function checkPassword(
  password: string,
  rules: PasswordRules,
  context: readonly (readonly string[])[] = [],
): void {
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw authErrors.validation(`Password cannot be longer than ${MAX_BYTES} bytes`);
  }
  const weakness = weaknessOf(password, rules, context);
  if (weakness) throw authErrors.weakPassword(weakness.message, weakness.reasons);
}

/**
 * The library computes on Node's thread pool, which also serves files and DNS: hashing takes at most three of its four
 * threads, and no more than there are processors.
 */
const limitConcurrency = pLimit(Math.max(1, Math.min(3, availableParallelism())));

/** argon2id (the library's default kind) with OWASP's first recommended cost: 19 MiB, 2 passes, 1 lane. */
export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
}

let dummyHash: Promise<string> | undefined;

/** Whether a text is a hash of ours or an imported one. */
export function isKnownHash(text: string): boolean {
  return isOwnHash(text) || isImportedHash(text);
}

/** Whether a hash is argon2, as ours are: any other is replaced at the user's next sign-in. */
export function isOwnHash(text: string | null | undefined): boolean {
  return text?.startsWith('$argon2') ?? false;
}

/**
 * Checks a password. Without a hash it is false after the same work, so that timing does not reveal who is registered;
 * an imported hash does differ, until its user has signed in once.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored && isImportedHash(stored)) return limitConcurrency(() => isImportedPassword(stored, password));
  const ownHash = stored && isOwnHash(stored) ? stored : undefined;
  dummyHash ??= hashPassword('nobody signs in with this');
  const comparedHash = ownHash ?? (await dummyHash);
  const matches = await limitConcurrency(() => verify(comparedHash, password).catch(() => false));
  return ownHash !== undefined && matches;
}
