import type { Seed } from '#base/server/seeding.ts';

/** The student has looked at their activity once, before what happened last. */
export const seed: Seed = async ({ sql, accounts: { demo }, member }) => {
  await sql.query('insert into public.activity_marks (account_id, member_id, seen_position) values ($1, $2, 0)', [
    demo,
    await member(demo, 'student@demo.test'),
  ]);
};
