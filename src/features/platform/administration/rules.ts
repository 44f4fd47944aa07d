import { plainLatin } from '#base/shared/plain-latin.ts';

export const REASON_LENGTH = { min: 10, max: 500 } as const;

export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= REASON_LENGTH.min && length <= REASON_LENGTH.max;
}

/** A name as an address: small letters, figures and strokes. */
export function slugOf(title: string): string {
  return plainLatin(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63);
}

export const slugPattern = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** What an entry says beside its act: one line a field, lists with commas. */
export function detailLines(details: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(details).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const words = Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
    return [[name, words]];
  });
}

/** A day of the reader's calendar as the moment it begins; a day later for the end of a range that includes it. */
export function dayBounds(day: string | null, isEnd: boolean): string | null {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00`);
  if (Number.isNaN(date.getTime())) return null;
  if (isEnd) date.setDate(date.getDate() + 1);
  return date.toISOString();
}

/** An address can be typed by hand: what is no id filters nothing rather than failing. */
export function uuidOrNull(text: string | null): string | null {
  return text && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null;
}

/** What can be granted to one account beside its plan, by the names of a plan's limits; storage in MB. */
export const limitNames = [
  'members',
  'courses',
  'groups',
  'funnels',
  'storage',
  'videos',
  'cdn_images',
  'mau',
  'emails',
  'ai_tokens',
  'chats',
  'push',
  'email_verify',
  'conferences',
] as const;
export type LimitName = (typeof limitNames)[number];

export const LIMIT_MOST = 1_000_000_000;

/** The limits that were filled in; those left empty follow the plan. */
export function filledLimits(values: Partial<Record<LimitName, number>>): Partial<Record<LimitName, number>> {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const value = values[name];
      return value === undefined || Number.isNaN(value) ? [] : [[name, value]];
    }),
  );
}
