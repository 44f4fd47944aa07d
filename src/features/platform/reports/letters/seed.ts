import type { Seed } from '#base/server/seeding.ts';

/** The owner gets the overview every Monday; the last one was sent. */
export const seed: Seed = async ({ sql, accounts, member, now }) => {
  const reader = await member(accounts.demo, 'owner@demo.test');
  const [schedule] = await sql.query<{ id: string }>(
    `insert into public.report_letters (account_id, report, rhythm, created_by, created_at)
     select $1, 'overview', 'weekly', m.user_id, $3::timestamptz - interval '20 days' from public.members m where m.account_id = $1 and m.id = $2
     returning id`,
    [accounts.demo, reader, now],
  );
  await sql.query('insert into public.report_readers (account_id, letter_id, member_id) values ($1, $2, $3)', [
    accounts.demo,
    schedule?.id,
    reader,
  ]);
  await sql.query(
    `insert into public.report_posts (account_id, letter_id, member_id, first_day, last_day, state, sent_at, created_at)
     select $1, $2, $3, monday - 7, monday - 1, 'sent', least(monday + time '07:00', $4::timestamptz at time zone 'UTC') at time zone 'UTC', monday
       from (select date_trunc('week', $4::timestamptz at time zone 'UTC')::date as monday) x`,
    [accounts.demo, schedule?.id, reader, now],
  );
};
