import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { authErrors } from './auth-error.ts';
import type { AuthSettings } from './auth-settings.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isMadeOfContext } from './context-words.ts';
import { isImportedHash, isImportedPassword } from './imported-passwords.ts';

/** argon2id counts every byte of a password, also past bcrypt's 72. */
const LONGEST_BYTES = 1_024;

type PasswordRules = Pick<AuthSettings, 'passwordMinLength' | 'passwordRequiredCharacters' | 'passwordHibpEnabled'>;
export type WeakPassword = { message: string; reasons: string[] };

/** What is wrong with a password, in GoTrue's reasons `length`, `characters` and `pwned`; undefined where nothing is. */
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
  if (sets.some((set) => ![...set].some((one) => password.includes(one)))) {
    reasons.push('characters');
    sentences.push(`Password should contain at least one character of each: ${sets.join(', ')}.`);
  }
  const isGuessed = () =>
    (rules.passwordHibpEnabled && isCommonPassword(password)) || isMadeOfContext(password, context);
  if (reasons.length === 0 && isGuessed()) {
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
  if (Buffer.byteLength(password) > LONGEST_BYTES) {
    throw authErrors.validation(`Password cannot be longer than ${LONGEST_BYTES} bytes`);
  }
  const weakness = weaknessOf(password, rules, context);
  if (weakness) throw authErrors.weakPassword(weakness.message, weakness.reasons);
}

/**
 * The library computes on Node's pool of worker threads, which also serves files and name look-ups: hashing takes at
 * most all but one of its four, and no more at once than there are processors.
 */
const inTurn = pLimit(Math.max(1, Math.min(3, availableParallelism())));

/** argon2id (the library's default kind) with OWASP's first recommended cost: 19 MiB, 2 passes, 1 lane. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
}

let decoy: Promise<string> | undefined;

/** A hash of ours, or one somebody brought along from another service. */
export function isKnownHash(text: string): boolean {
  return isOwnHash(text) || isImportedHash(text);
}

/** Made as ours are: any other is replaced when its person next signs in. */
export function isOwnHash(text: string | null | undefined): boolean {
  return text?.startsWith('$argon2') ?? false;
}

/**
 * false also where there is no hash, after the same work: the time taken must not tell who is registered. Of a hash from
 * elsewhere it does, until its person has signed in once.
 */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored && isImportedHash(stored)) return inTurn(() => isImportedPassword(stored, password));
  const usable = stored && isOwnHash(stored) ? stored : undefined;
  decoy ??= hashPassword('nobody signs in with this');
  const against = usable ?? (await decoy);
  const matches = await inTurn(() => verify(against, password).catch(() => false));
  return usable !== undefined && matches;
}
