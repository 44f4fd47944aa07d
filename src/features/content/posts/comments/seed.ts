import type { Seed } from '#base/server/seeding.ts';

const SLUG = 'why-shade-is-blue';

/** A conversation under one post: replies, a mention, reactions, a report, and one comment that waits. */
export const seed: Seed = async ({ sql, accounts, member }) => {
  const comment = async (email: string, content: string, status = 'shown', replyTo: string | null = null) => {
    const [row] = await sql.query<{ id: string }>(
      `insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status, announced_at)
       select t.account_id, t.id, (select coalesce(r.parent_id, r.id) from public.thread_posts r where r.id = $5), $5, m.id, m.name, $3, $4,
           private.clock_now()
         from public.posts p
         join public.threads t on (t.account_id, t.kind, t.subject_id) = (p.account_id, 'post', p.id)
         join public.members m on m.account_id = p.account_id and m.id = $2
        where p.account_id = $1 and p.slug = $6 returning id`,
      [accounts.demo, await member(accounts.demo, email), content, status, replyTo, SLUG],
    );
    if (!row) throw new Error(`There is no post ${SLUG} to comment on.`);
    await sql.query('select private.set_mentions(p) from public.thread_posts p where p.id = $1', [row.id]);
    return row.id;
  };
  const question = await comment(
    'student@demo.test',
    'I set the white balance to daylight for a week, as you said. My kitchen is green in the morning. Is that the courtyard?',
  );
  const answer = await comment(
    'owner@demo.test',
    'It is: leaves take the red out of what they pass on. Hang a white sheet in the window and look again.',
    'shown',
    question,
  );
  const [instructor] = await sql.query<{ slug: string }>(
    'select slug from public.members where account_id = $1 and id = $2',
    [accounts.demo, await member(accounts.demo, 'instructor@demo.test')],
  );
  const thanks = await comment(
    'student@demo.test',
    `The sheet turned it white at once. @${instructor?.slug} would this work with tracing paper, too?`,
    'shown',
    answer,
  );
  await comment(
    'member@demo.test',
    'There is a longer explanation of this at https://example.org/sky if anybody wants the numbers.',
    'waiting',
  );
  for (const [email, post, reaction] of [
    ['student@demo.test', answer, 'thanks'],
    ['member@demo.test', answer, 'like'],
    ['parent@demo.test', answer, 'like'],
    ['owner@demo.test', thanks, 'celebrate'],
  ] as const)
    await sql.query(
      'insert into public.thread_reactions (account_id, post_id, member_id, reaction) values ($1, $2, $3, $4)',
      [accounts.demo, post, await member(accounts.demo, email), reaction],
    );
  await sql.query(
    `insert into public.thread_reports (account_id, post_id, member_id, reason) values ($1, $2, $3, 'Asked twice')`,
    [accounts.demo, question, await member(accounts.demo, 'parent@demo.test')],
  );
};
