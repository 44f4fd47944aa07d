/** Demo lessons with fixed ids, which seeds of later features refer to. */
export const demoLessons = {
  lightQuiz: { id: '00000000-0000-7000-8000-00000000c0a1', title: 'Ten questions about exposure' },
} as const;

export const levels = ['all', 'beginner', 'intermediate', 'advanced'] as const;
export const accesses = ['free', 'paid', 'members'] as const;
export type Level = (typeof levels)[number];
export type Access = (typeof accesses)[number];

/** What a course lacks: `required` blocks publishing (the database checks too), the rest is advice. */
export type Missing = {
  what: 'summary' | 'lessons' | 'content' | 'image' | 'description' | 'outcomes' | 'category';
  required: boolean;
};

export function missingForPublishing(
  course: {
    summary: string;
    description: string;
    featured_image: unknown;
    outcomes: readonly string[];
    category_id: string | null;
  },
  lessons: readonly { is_published: boolean; hasContent: boolean }[],
): Missing[] {
  const published = lessons.filter((lesson) => lesson.is_published);
  const checks: [Missing['what'], boolean, boolean][] = [
    ['summary', true, course.summary.trim() === ''],
    ['lessons', true, published.length === 0],
    ['content', false, published.some((lesson) => !lesson.hasContent)],
    ['image', false, !course.featured_image],
    ['description', false, course.description.trim() === ''],
    ['outcomes', false, course.outcomes.length === 0],
    ['category', false, course.category_id === null],
  ];
  return checks.filter(([, , lacks]) => lacks).map(([what, required]) => ({ what, required }));
}
