import { fromAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/** Converts the local time `2026-03-15T18:00` of a time zone to ISO 8601 in UTC; null where it is invalid. */
export function utcTimeOf(zone: string, wall: string | null): string | null {
  if (!wall) return null;
  try {
    return toZoned(parseDateTime(wall), zone).toDate().toISOString();
  } catch {
    return null;
  }
}

/** The inverse: the local time of a time zone, to the minute; null where it is invalid. */
export function localTimeIn(zone: string, moment: string | null): string | null {
  const at = Date.parse(moment ?? '');
  return Number.isNaN(at) ? null : toCalendarDateTime(fromAbsolute(at, zone)).toString().slice(0, 16);
}

/** Whether a name is a time zone known here. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone !== '';
  } catch {
    return false;
  }
}

/** The day a moment falls on in a time zone, `2026-03-15`; null where it is invalid. */
export function localDayIn(zone: string, moment: string | null): string | null {
  return localTimeIn(zone, moment)?.slice(0, 10) ?? null;
}

/** The first or the last second of a day of a time zone, as ISO 8601 in UTC; null where the day is invalid. */
export function momentOfDay(zone: string, day: string | null, isEnd: boolean): string | null {
  return utcTimeOf(zone, day && `${day}T${isEnd ? '23:59:59' : '00:00:00'}`);
}
