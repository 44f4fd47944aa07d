import type { Seed } from '#base/server/seeding.ts';

const levels = [
  ['Observer', 50],
  ['Framer', 150],
  ['Navigator', 400],
  ['Lightkeeper', 1000],
] as const;

/** Name, text, picture, rule, and the kind of event or none with how often. */
const badges = [
  ['First light', 'For the first lesson you complete.', 'sparkles', 'count', 'lesson_completed', 1],
  ['Ten lessons', 'Ten lessons, each to its end.', 'book', 'count', 'lesson_completed', 10],
  ['Finisher', 'For a whole course.', 'trophy', 'count', 'course_completed', 1],
  ['Good company', 'Five reactions of others to what you wrote.', 'heart', 'count', 'reaction_received', 5],
  ['A week of light', 'Seven days in a row.', 'flame', 'streak', null, 7],
  ['Frame of the month', 'Chosen by the teachers.', 'camera', 'hand', null, null],
] as const;

/** Lumen gives points. What its people earned is recorded by the seed of `activity`, from the events it dates. */
export const seed: Seed = async ({ sql, accounts: { demo }, member }) => {
  await sql.query('insert into public.gamification_settings (account_id, is_on, is_public) values ($1, true, true)', [
    demo,
  ]);
  for (const [name, points] of levels)
    await sql.query('insert into public.point_levels (account_id, name, min_points) values ($1, $2, $3)', [
      demo,
      name,
      points,
    ]);
  for (const badge of badges)
    await sql.query(
      'insert into public.badges (account_id, name, description, icon, rule, kind, times) values ($1, $2, $3, $4, $5, $6, $7)',
      [demo, ...badge],
    );
  await sql.query("insert into public.score_choices (account_id, member_id, alias) values ($1, $2, 'Night owl')", [
    demo,
    await member(demo, 'member@demo.test'),
  ]);
  await sql.query(
    `select private.award_badge(b, $2, $3) from public.badges b where b.account_id = $1 and b.rule = 'hand'`,
    [demo, await member(demo, 'student@demo.test'), await member(demo, 'instructor@demo.test')],
  );
};
