import type { Row } from '#base/shared/database-types.ts';

export type Weighting = Row<'grade_schemes'>['weighting'];

/** `from` is the percent at which the letter begins. */
export type Letter = { letter: string; from: number };

/** A group of items; `weight` is a percent, `min_percent` what passing the course takes. */
export type GradeGroup = {
  id: string;
  title: string;
  weight: number;
  drop_lowest: number;
  min_percent: number | null;
};

/** A column: a lesson that gives points, or, without one, what is graded by hand. */
export type GradeItem = {
  id: string;
  lesson_id: string | null;
  group_id: string | null;
  title: string;
  slug: string | null;
  kind: string | null;
  points: number;
  is_shown: boolean;
  is_counted: boolean;
  /** Graders see no names there, so the gradebook tells nothing of it. */
  is_anonymous: boolean;
};

export type GradebookSetup = {
  version: number;
  weighting: Weighting;
  missing: Row<'grade_schemes'>['missing'];
  pass_percent: number | null;
  letters: Letter[];
  is_shown: boolean;
  groups: GradeGroup[];
  items: GradeItem[];
  /** Items graded by hand that were removed, with their grades. */
  archived: { id: string; title: string; points: number }[];
};

export const cellStates = ['graded', 'to_grade', 'missing', 'open', 'excused', 'closed', 'anonymous'] as const;
export type CellState = (typeof cellStates)[number];

/** One grade of a student; what is absent is false, 0 or nothing. */
export type GradeCell = {
  points?: number;
  state: CellState;
  is_entered?: true;
  is_late?: true;
  version?: number;
};

export type GroupTotal = { id: string; earned: number; possible: number; percent: number; is_below: boolean };

/** `percent` of what is graded so far, `final` with zero for what is not; null where there is nothing. */
export type Total = {
  percent: number | null;
  final: number | null;
  letter: string | null;
  /** Null where the course is not passed or failed by its grades. */
  is_passing: boolean | null;
  groups: GroupTotal[];
  /** Items that are left out as the lowest of their group. */
  dropped: string[];
};

/** A student of the course; the cells are in the order of the items. */
export type GradebookRow = Total & {
  member_id: string;
  name: string;
  is_own: boolean;
  cells: GradeCell[];
};

export const entryStatuses = ['none', 'points', 'excused', 'missing'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** A grade entered by hand; `version` is that of the cell it was entered in. */
export type GradeEntry = {
  item_id: string;
  member_id: string;
  version: number;
  status: EntryStatus;
  points: number | null;
  note?: string;
};

export type GradeDetails = {
  points: number | null;
  out_of: number;
  state: CellState;
  is_entered: boolean;
  is_late: boolean;
  due_at: string | null;
  note: string;
  version: number;
  is_own: boolean;
  history: {
    at: string;
    status: EntryStatus;
    points: number | null;
    note: string;
    /** By hand, and not by the lesson. */
    is_entered: boolean;
    is_import: boolean;
    grader: string | null;
  }[];
};

export type OwnGrade = {
  id: string;
  group_id: string | null;
  title: string;
  slug: string | null;
  points: number | null;
  out_of: number;
  state: CellState;
  is_late: boolean;
  due_at: string | null;
  note: string;
  is_counted: boolean;
};

/** The grades of a course for its student or a parent; `total` is null where the course shows none. */
export type OwnGrades = {
  member_id: string;
  name: string;
  is_own: boolean;
  title: string;
  language: string | null;
  total: Total | null;
  weighting: Weighting;
  pass_percent: number | null;
  letters: Letter[];
  groups: GradeGroup[];
  items: OwnGrade[];
};
