import type { StudentAnswer } from '../rules.ts';

/** Whether a student has answered. */
export function isAnswered(answer: StudentAnswer | undefined): boolean {
  if (answer === undefined || answer === null) return false;
  if (typeof answer === 'boolean') return true;
  if (typeof answer === 'string' || Array.isArray(answer)) return answer.length > 0;
  return Object.keys(answer).length > 0;
}

/** Percent of the points, rounded down: 59.9 is not yet 60. */
export function percentOf(score: number, points: number): number {
  return points === 0 ? 100 : Math.floor(Math.round(score * 100) / points + 1e-9);
}

export function hasPassed(score: number, points: number, passMark: number): boolean {
  return Math.round(score * 100) >= passMark * points;
}

/** Remaining seconds by the server's clock; null without a limit. `skew` is server time minus ours, in milliseconds. */
export function secondsLeft(dueAt: string | null, now: number, skew: number): number | null {
  if (dueAt === null) return null;
  return Math.max(0, Math.ceil((Date.parse(dueAt) - now - skew) / 1000));
}

/** Formats seconds as `mm:ss`, or `h:mm:ss` from an hour on. */
export function clockText(seconds: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}
