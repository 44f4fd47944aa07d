/** A quiz that a learner has handed in: the best graded attempt counts. */
export type QuizResult = {
  quiz_id: string;
  title: string;
  /** Percent of the points. */
  pass_mark: number;
  attempts: number;
  /** Attempts that wait for a grader. */
  to_grade: number;
  passed: boolean;
  /** Null before any attempt is graded. */
  percent: number | null;
  submitted_at: string;
};

/** An assignment of a course; `points` and `passed` are null before it is graded, and for a parent who does not see results. */
export type AssignmentResult = {
  assignment_id: string;
  title: string;
  due_at: string | null;
  /** Not handed in, and the due date has passed. */
  is_overdue: boolean;
  status: 'open' | 'submitted' | 'graded';
  points: number | null;
  out_of: number;
  passed: boolean | null;
};

/** What a learner has done in one course. */
export type CourseReport = {
  enrolment_id: string;
  course_id: string;
  title: string;
  slug: string;
  status: 'active' | 'finished' | 'ended';
  is_published: boolean;
  starts_at: string;
  expires_at: string | null;
  completed_at: string | null;
  done: number;
  total: number;
  percent: number;
  seen_at: string | null;
  upcoming: { lesson_id: string; title: string; opens_at: string }[];
  assignments: AssignmentResult[];
  /** Null for a parent who does not see results. */
  quizzes: QuizResult[] | null;
  certificate_id: string | null;
};

export type LearnerReport = {
  member_id: string;
  name: string;
  is_own: boolean;
  sees_grades: boolean;
  /** Lessons finished in each of the last eight weeks; `week` is the date of its Monday. */
  weeks: { week: string; lessons: number }[];
  courses: CourseReport[];
};
