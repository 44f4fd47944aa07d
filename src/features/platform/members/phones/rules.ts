import { isEmail } from '../rules.ts';

/** Errors of a typed login name, as keys of `phones:problem`. */
export type NameProblem = 'neither' | 'country' | 'trunk';
export type LoginName = { email: string } | { phone: string } | { problem: NameProblem };

const zeroCodes = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/** Converts digits of other scripts to ASCII and strips direction marks pasted with a number. */
function plain(text: string): string {
  return text
    .trim()
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\uff0b/g, '+')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeroCodes.find((start) => code >= start && code <= start + 9);
      return zero === undefined ? digit : String(code - zero);
    });
}

/**
 * Parses an e-mail address or an international phone number (E.164). A number without a country code is ambiguous, and
 * so is one with a bracketed zero: both are rejected instead of guessed.
 */
export function readLoginName(text: string): LoginName {
  const normalized = plain(text);
  if (isEmail(normalized)) return { email: normalized };
  if (!/^[+(]?\d[\d\s().\-/]*$/.test(normalized)) return { problem: 'neither' };
  if (/\(\s*0\s*\)/.test(normalized)) return { problem: 'trunk' };
  const digits = normalized.replace(/^00/, '+').replace(/[\s().\-/]/g, '');
  if (!digits.startsWith('+')) return { problem: 'country' };
  return /^\+[1-9]\d{6,14}$/.test(digits) ? { phone: digits } : { problem: 'neither' };
}
