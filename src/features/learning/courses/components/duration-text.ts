import type { TFunction } from 'i18next';
import { hoursAndMinutes } from '../lessons/rules.ts';

/** A duration in seconds as text: "1 h 20 min", "9 min". */
export function durationText(t: TFunction<'courses'>, seconds: number): string {
  const { hours, minutes } = hoursAndMinutes(seconds);
  if (hours === 0) return t('length.minutes', { count: minutes });
  return minutes === 0 ? t('length.hours', { count: hours }) : t('length.both', { hours, minutes });
}
