import type { Seed } from '#base/server/seeding.ts';

/** The demo school has every feature; the atelier has a one-time plan with one small group. */
export const seed: Seed = async ({ sql, accounts }) => {
  await sql.query(`select private.set_plan($1, 'professional')`, [accounts.demo]);
  await sql.query(`update public.accounts set addons = '{certificates}' where account_id = $1`, [accounts.demo]);
  await sql.query(`select private.set_plan($1, 'lifetime')`, [accounts.atelier]);
  await sql.query(
    `update public.accounts set features = '{lms,groups}', grace_plan_id = null, grace_until = null where account_id = $1`,
    [accounts.atelier],
  );
};
