export const studentStatuses = ['active', 'finished', 'ended'] as const;
export type StudentStatus = (typeof studentStatuses)[number];

/** Somebody who is or was in a course, with how far they are. `id` is the enrolment's. */
export type Student = {
  id: string;
  member_id: string;
  name: string;
  /** Null for who may not see e-mails. */
  email: string | null;
  /** The name of their cohort. */
  cohort: string | null;
  source: 'free' | 'order' | 'membership' | 'manual';
  status: StudentStatus;
  starts_at: string;
  expires_at: string | null;
  completed_at: string | null;
  /** Required lessons. */
  done: number;
  total: number;
  percent: number;
  seen_at: string | null;
};

/** What becomes of an address that is to be enrolled. */
export type EnrolOutcome = {
  email: string;
  outcome: 'enrolled' | 'already' | 'unknown' | 'blocked';
  name: string | null;
};

/** What a student had done before it was reset. */
export type ProgressReset = { id: string; lessons: number; created_at: string; restored_at: string | null };

/** How many of a group are enrolled, and how many are in the course already. */
export type GroupOutcome = { enrolled: number; already: number };
