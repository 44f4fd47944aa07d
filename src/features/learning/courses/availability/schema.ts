/** What must be so before a part of a course is open. Of `grade` either `min` or `below` is there, in percent. */
export type Condition =
  | { kind: 'from' | 'until'; at: string }
  /** Days after the enrolment, at an hour (`09:00`) in the learner's time zone. */
  | { kind: 'days'; days: number; time: string }
  | { kind: 'lesson'; lesson: string }
  | { kind: 'grade'; lesson: string; min?: number; below?: number }
  | { kind: 'course'; course: string }
  | { kind: 'group'; group: string }
  | { kind: 'product'; product: string }
  | { kind: 'level'; level: string };
export type ConditionKind = Condition['kind'];

/** A tree of conditions, as the database stores it. */
export type ConditionTree = Condition | ConditionList | { not: ConditionTree };
export type ConditionList = { all: ConditionTree[] } | { any: ConditionTree[] };

/** When a course, a section or a lesson (`id`) is open. */
export type AvailabilityRule = { id: string; conditions: ConditionTree; is_hidden: boolean };

/** A tree with what each part of it comes to for a learner; `title` and `slug` are of what a condition names. */
export type CheckedTree = { met: boolean; opens_at?: string | null; title?: string | null; slug?: string | null } & (
  | Condition
  | { all: CheckedTree[] }
  | { any: CheckedTree[] }
  | { not: CheckedTree }
);

/** Whether a lesson with conditions is open to the reader; `rules` are those of its course, its section and its own. */
export type LessonState = { lesson_id: string; is_open: boolean; opens_at: string | null; rules: CheckedTree[] };
/** The same as an author looks it up for somebody else. */
export type PreviewedState = LessonState & { is_hidden: boolean };

/** A course that is to be finished before another. */
export type RequiredCourse = { id: string; title: string; slug: string; is_finished: boolean };
