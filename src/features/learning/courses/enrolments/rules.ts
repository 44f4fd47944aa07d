import { clockNow } from '#base/shared/clock.ts';

/** What decides whether an enrolment is active. */
type Term = { status: 'active' | 'ended'; expires_at: string | null };

/** Whether an enrolment is one that has not begun yet: its cohort starts later. */
export const isAhead = ({ starts_at }: { starts_at: string }, now = new Date(clockNow())): boolean =>
  new Date(starts_at) > now;

/** Whether an enrolment has ended; one that expired since the last scheduled run counts, too. */
export function hasEnded({ status, expires_at }: Term, now = new Date(clockNow())): boolean {
  return status === 'ended' || (expires_at !== null && new Date(expires_at) <= now);
}

/** A member's courses by state. Only active enrolments are in progress or finished. */
export function byState<Enrolment extends Term & { percent: number }>(
  enrolments: readonly Enrolment[],
  now = new Date(clockNow()),
): { open: Enrolment[]; finished: Enrolment[]; ended: Enrolment[] } {
  const active = enrolments.filter((enrolment) => !hasEnded(enrolment, now));
  return {
    open: active.filter(({ percent }) => percent < 100),
    finished: active.filter(({ percent }) => percent === 100),
    ended: enrolments.filter((enrolment) => hasEnded(enrolment, now)),
  };
}
