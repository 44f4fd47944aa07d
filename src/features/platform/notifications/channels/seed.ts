import type { Seed } from '#base/server/seeding.ts';

/** Notification preferences of some of the demo's users. No push subscription: only a real browser has an endpoint that accepts. */
export const seed: Seed = async ({ sql, accounts, person }) => {
  const student = await person('student@demo.test', 'student');
  const owner = await person('owner@demo.test', 'owner');
  await sql.query(
    `insert into public.notification_preferences (account_id, user_id, no_push, email_rhythm, quiet_from, quiet_until, time_zone)
     values ($1, $2, '{general}', 'soon', '22:00', '07:00', 'Europe/Lisbon'), ($1, $3, '{comments}', 'daily', null, null, 'Europe/Lisbon')`,
    [accounts.demo, student, owner],
  );
};
