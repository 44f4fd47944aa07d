import { plainLatin } from '#base/shared/plain-latin.ts';

export const REASON_LENGTH = { min: 10, max: 500 } as const;

export function isReason(text: string): boolean {
  const { length } = text.trim();
  return length >= REASON_LENGTH.min && length <= REASON_LENGTH.max;
}

/** Turns a title into a slug of lower-case letters, digits and hyphens. */
export function slugOf(title: string): string {
  return plainLatin(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63);
}

export const slugPattern = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** Formats the details of an audit entry, one [name, value] pair a field; lists are joined by commas. */
export function detailLines(details: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(details).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const text = Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
    return [[name, text]];
  });
}

/** ISO timestamp of the start of a local calendar day; of the next day for the end of an inclusive range. */
export function dayBounds(day: string | null, isEnd: boolean): string | null {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00`);
  if (Number.isNaN(date.getTime())) return null;
  if (isEnd) date.setDate(date.getDate() + 1);
  return date.toISOString();
}

/** Null for text that is not a UUID, so that a hand-edited URL filters nothing instead of failing. */
export function uuidOrNull(text: string | null): string | null {
  return text && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null;
}

/** Names of the plan limits that can be overridden for one account; storage in MB. */
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

export const MAX_LIMIT = 1_000_000_000;

/** Keeps the limits that were filled in; empty ones follow the plan. */
export function filledLimits(values: Partial<Record<LimitName, number>>): Partial<Record<LimitName, number>> {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const value = values[name];
      return value === undefined || Number.isNaN(value) ? [] : [[name, value]];
    }),
  );
}
