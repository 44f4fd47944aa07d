/** A cohort as who manages the students of its course sees it. Moments are ISO 8601. */
export type Cohort = {
  id: string;
  name: string;
  starts_at: string;
  ends_at: string | null;
  /** Null: no limit. */
  seats: number | null;
  taken: number;
  /** From when and until when members may join by themselves. */
  opens_at: string | null;
  closes_at: string | null;
  archived_at: string | null;
};

export type CohortValues = Omit<Cohort, 'id' | 'taken' | 'archived_at'>;

/** A cohort that members may join now. */
export type OpenCohort = {
  id: string;
  name: string;
  starts_at: string;
  ends_at: string | null;
  /** Null: no limit. 0: full, there is a waiting list. */
  seats_left: number | null;
  closes_at: string | null;
};

/** The place in the line of who waits, from 1. */
export type Waiting = { cohort_id: string; place: number };

export const MAX_SEATS = 100_000;
