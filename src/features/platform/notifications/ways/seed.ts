import type { Seed } from '#base/server/seeding.ts';

/** Notification preferences of some of the demo's users, and one push subscription. */
export const seed: Seed = async ({ sql, accounts, person }) => {
  const student = await person('student@demo.test', 'student');
  const owner = await person('owner@demo.test', 'owner');
  const member = await person('member@demo.test', 'member');
  await sql.query(
    `insert into public.notification_preferences (account_id, user_id, no_push, email_rhythm, quiet_from, quiet_until, time_zone)
     values ($1, $2, '{general}', 'soon', '22:00', '07:00', 'Europe/Lisbon'), ($1, $3, '{comments}', 'daily', null, null, 'Europe/Lisbon')`,
    [accounts.demo, student, owner],
  );
  // Keys of the example in RFC 8291; an endpoint at a host that does not resolve.
  await sql.query(
    `insert into public.push_subscriptions (account_id, user_id, endpoint, p256dh_key, auth_secret, device)
     values ($1, $2, 'https://push.stoa.test/demo',
       'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', 'BTBZMqHH6r4Tts7J_aSIgg', 'Firefox · Linux')`,
    [accounts.demo, member],
  );
};
