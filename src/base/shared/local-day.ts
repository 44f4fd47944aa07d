/** A moment as the day it falls on where the reader is, `2026-03-15`; null where it is null. */
export function localDayOf(moment: string | null): string | null {
  if (!moment) return null;
  const date = new Date(moment);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The first or the last second of a local day, as an ISO timestamp. */
export function momentOfDay(day: string | null, isEnd: boolean): string | null {
  return day ? new Date(`${day}T${isEnd ? '23:59:59' : '00:00:00'}`).toISOString() : null;
}
