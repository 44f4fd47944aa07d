import type { Seed } from '#base/server/seeding.ts';

/** The demo school has every feature; the atelier paid once and meets in one small group. */
export const seed: Seed = async ({ sql, accounts }) => {
  await sql.query(`select private.set_plan($1, 'professional')`, [accounts.demo]);
  await sql.query(`select private.set_plan($1, 'lifetime')`, [accounts.atelier]);
  await sql.query(
    `update public.accounts set features = '{lms,groups}', grace_plan_id = null, grace_until = null where account_id = $1`,
    [accounts.atelier],
  );
  await sql.query(`update public.accounts set addons = '{certificates}' where account_id = $1`, [accounts.demo]);
  // What a month of a school of this size comes to.
  for (const [meter, amount] of [
    ['emails', 64_210],
    ['chats', 214],
    ['push', 1_280],
    ['conferences', 38],
    ['ai_tokens', 3_120],
  ] as const) {
    await sql.query('select private.note_meter($1, $2, $3)', [accounts.demo, meter, amount]);
  }
};
