import { isTimeZone, localTimeIn, utcTimeOf } from '#base/shared/wall-clock.ts';

/** A day of the week, Monday is 1, and its times, `09:00`. */
export type OfficeDay = { day: number; from: string; to: string };
export type OfficeHours = { time_zone: string; hours: OfficeDay[] };

export const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
const DAY_MS = 86_400_000;

/** Whether it is office hours at a moment, and until when, or else from when on; `at` as ISO 8601. Null where there are none. */
export function officeStateAt({ time_zone, hours }: OfficeHours, now: number): { isOpen: boolean; at: string } | null {
  if (!isTimeZone(time_zone)) return null;
  const today = localTimeIn(time_zone, new Date(now).toISOString())?.slice(0, 10) ?? '';
  for (let ahead = 0; ahead <= 7; ahead++) {
    const date = new Date(Date.parse(today) + ahead * DAY_MS);
    const times = hours.find(({ day }) => day === (date.getUTCDay() || 7));
    const momentOf = (time: string) => utcTimeOf(time_zone, `${date.toISOString().slice(0, 10)}T${time}`);
    const opens = times && momentOf(times.from);
    const closes = times && momentOf(times.to);
    if (!opens || !closes || Date.parse(closes) <= now) continue;
    return Date.parse(opens) <= now ? { isOpen: true, at: closes } : { isOpen: false, at: opens };
  }
  return null;
}

/** The days of a form that are switched on and end before they begin. */
export const wrongDays = (hours: readonly OfficeDay[]): number[] =>
  hours.filter(({ from, to }) => from === '' || to === '' || from >= to).map(({ day }) => day);
