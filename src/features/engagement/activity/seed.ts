import type { Sql } from '#base/server/database.ts';
import type { Seed } from '#base/server/seeding.ts';

const TYPES = ['thread.post_added', 'course.completed', 'certificate.issued', 'quiz.passed', 'group.member_joined'];

/** The log tells when things of the demo happened, in that order; the student has looked at it before the last two. */
export const seed: Seed = async ({ sql, accounts: { demo }, member }) => {
  await sql.query(
    `update private.events e set occurred_at = coalesce(
        (select p.created_at from public.thread_posts p where p.id::text = e.facts ->> 'post_id'),
        (select c.issued_at from public.certificates c where c.id::text = e.facts ->> 'certificate_id'),
        (select a.submitted_at from public.attempts a where a.id::text = e.facts ->> 'attempt_id'),
        (select n.completed_at from public.enrolments n where n.course_id::text = e.facts ->> 'course_id' and n.member_id::text = e.facts ->> 'member_id'),
        (select m.created_at from public.group_members m where m.group_id::text = e.facts ->> 'group_id' and m.member_id::text = e.facts ->> 'member_id'),
        e.occurred_at)
      where e.account_id = $1 and e.type = any ($2)`,
    [demo, TYPES],
  );
  // A position is never changed: what stands at them is put in order.
  await sql.query(
    `with dated as (
       select e.*, row_number() over (order by e.occurred_at, e.position) as place from private.events e where e.account_id = $1 and e.type = any ($2)),
     slots as (
       select e.id, row_number() over (order by e.position) as place from private.events e where e.account_id = $1 and e.type = any ($2))
     update private.events e set type = d.type, version = d.version, subject = d.subject, actor = d.actor, facts = d.facts, occurred_at = d.occurred_at
       from slots s join dated d using (place) where e.id = s.id`,
    [demo, TYPES],
  );
  await recordPoints(sql, demo);
  await sql.query(
    `insert into public.activity_marks (account_id, member_id, seen_position)
     select $1, $2, coalesce((select e.position from private.events e where e.account_id = $1 and e.type = any ($3) order by e.position desc offset 2 limit 1), 0)`,
    [demo, await member(demo, 'student@demo.test'), TYPES],
  );
};

/** What all this earned, by the ledger that every event goes through; nobody is told of it again. */
async function recordPoints(sql: Sql, account: string): Promise<void> {
  await sql.query(
    'select private.record_points(e.id) from (select id from private.events where account_id = $1 order by position offset 0) e',
    [account],
  );
  await sql.query('update public.score_messages set seen_at = private.clock_now() where account_id = $1', [account]);
  await sql.query("delete from public.account_notifications where account_id = $1 and kind = 'gamification'", [
    account,
  ]);
}
