import { z } from 'zod';
import { authErrors } from './auth-error.ts';

/** E.164 as stored: digits only, without the plus. */
const PHONE = /^[1-9][0-9]{1,14}$/;

/** @throws {AuthError} 400 validation_failed. */
export function parsePhone(text: string): string {
  const digits = phoneAsStored(text);
  if (!PHONE.test(digits)) throw authErrors.validation('Invalid phone number format (E.164 required)');
  return digits;
}

/** Normalizes a number for lookup, without validation. */
export function phoneAsStored(text: string): string {
  return text
    .trim()
    .replace(/^\+/, '')
    .replace(/[\s()-]/g, '');
}

export const phoneField = z.string().max(64).nullish();
export const channelField = z.string().max(16).nullish();

/** @throws {AuthError} 400 validation_failed. */
export function channelOf(text: string | null | undefined): 'sms' | 'whatsapp' {
  if (!text || text === 'sms') return 'sms';
  if (text === 'whatsapp') return 'whatsapp';
  throw authErrors.validation('Invalid channel, supported values are "sms" or "whatsapp"');
}
