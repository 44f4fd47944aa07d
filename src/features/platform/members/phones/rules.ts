import { isEmail } from '../rules.ts';

/** What is wrong with what was typed, as keys of `phones:problem`. */
export type NameProblem = 'neither' | 'country' | 'trunk';
export type LoginName = { email: string } | { phone: string } | { problem: NameProblem };

const zeroCodes = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/** Digits of other scripts as ASCII ones, and without the marks of direction that come with a pasted number. */
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
 * An e-mail address, or a number as the world dials it (E.164). A number without its country could be anybody's, and of
 * one with a bracketed zero it is not clear whether the zero belongs to it: both are refused instead of guessed.
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
