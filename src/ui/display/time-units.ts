import { dateFormat, relativeFormat } from '#base/shared/formats.ts';

export const timeUnits = [
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export type TimeUnit = (typeof timeUnits)[number][0] | 'second';

/**
 * A duration in its largest whole unit: 5400 s is 1 hour, 59 s is 59 seconds. The remainder is dropped. Negative counts
 * as 0.
 */
export function largestUnit(seconds: number): { unit: TimeUnit; count: number } {
  const total = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  for (const [unit, length] of timeUnits) {
    if (total >= length) return { unit, count: Math.floor(total / length) };
  }
  return { unit: 'second', count: total };
}

const dayLength = 86_400_000;

/** A time: relative under a day, else the date; with the year only if it is another one. */
export function formatWhen(when: Date, now: Date, locale: string, timeZone?: string): string {
  const distance = when.getTime() - now.getTime();
  if (Math.abs(distance) < dayLength) {
    const relative = relativeFormat(locale, { numeric: 'auto', style: 'short' });
    const minutes = Math.trunc(distance / 60_000);
    if (Math.abs(minutes) < 1) return relative.format(0, 'second');
    if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
    return relative.format(Math.trunc(minutes / 60), 'hour');
  }
  const isSameYear = when.getFullYear() === now.getFullYear();
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: isSameYear ? undefined : 'numeric',
    timeZone,
  }).format(when);
}
