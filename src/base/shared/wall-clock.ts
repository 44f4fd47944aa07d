import { fromAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/** The moment a wall clock of a time zone shows `2026-03-15T18:00`, as ISO 8601 in UTC; null where that is none. */
export function momentIn(zone: string, wall: string | null): string | null {
  if (!wall) return null;
  try {
    return toZoned(parseDateTime(wall), zone).toDate().toISOString();
  } catch {
    return null;
  }
}

/** And back: what the wall clock of a time zone shows at a moment, to the minute; null where that is none. */
export function wallIn(zone: string, moment: string | null): string | null {
  const at = Date.parse(moment ?? '');
  return Number.isNaN(at) ? null : toCalendarDateTime(fromAbsolute(at, zone)).toString().slice(0, 16);
}

/** Whether a name is a time zone this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}
