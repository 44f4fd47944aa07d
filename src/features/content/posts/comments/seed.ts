import type { Sql } from '#base/server/database.ts';
import type { Seed, Seeding } from '#base/server/seeding.ts';

const SLUG = 'why-shade-is-blue';

/** The picture of a reply: a sheet that hangs in a window. */
const SHEET = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320" width="480" height="320">
<rect width="480" height="320" fill="#2f3b2f"/><rect x="120" y="30" width="240" height="260" fill="#9fc08a"/>
<rect x="150" y="50" width="180" height="220" fill="#fdfcf7"/><path d="M240 30v260M120 160h240" stroke="#5b4632" stroke-width="8"/>
</svg>`;

/** A conversation under one post: replies, a mention, reactions, an edit, a picture, a report, and one comment that waits. */
export const seed: Seed = async (context) => {
  const { sql, accounts, member } = context;
  const demoMember = (name: string) => member(accounts.demo, `${name}@demo.test`);
  const comment = async (name: string, content: string, replyTo: string | null = null, status = 'shown') =>
    addComment(sql, { accountId: accounts.demo, memberId: await demoMember(name), content, replyTo, status });
  const question = await comment(
    'student',
    'I set the white balance to daylight for a week, as you said. My kitchen is green in the morning. Is that the courtyard?',
  );
  const answer = await comment(
    'owner',
    'It is: leaves take the red out of what they pass on. Hang a white sheet in the window and look again.',
    question,
  );
  const [instructor] = await sql.query<{ slug: string }>(
    'select slug from public.members where account_id = $1 and id = $2',
    [accounts.demo, await demoMember('instructor')],
  );
  const thanks = await comment(
    'student',
    `The sheet turned it white at once. @${instructor?.slug} would this work with tracing paper, too?`,
    answer,
  );
  await comment(
    'member',
    'There is a longer explanation of this at https://example.org/sky if anybody wants the numbers.',
    null,
    'waiting',
  );
  for (const [name, post, reaction] of [
    ['student', answer, 'thanks'],
    ['member', answer, 'like'],
    ['parent', answer, 'like'],
    ['owner', thanks, 'celebrate'],
  ] as const)
    await sql.query(
      'insert into public.thread_reactions (account_id, post_id, member_id, reaction) values ($1, $2, $3, $4)',
      [accounts.demo, post, await demoMember(name), reaction],
    );
  await sql.query(
    `with edit as (insert into public.thread_post_edits (account_id, post_id, content)
       values ($1, $2, 'It is: leaves take the red out of what they pass on.'))
     update public.thread_posts set edited_at = private.clock_now() where id = $2`,
    [accounts.demo, answer],
  );
  await attachSheet(context, thanks, await demoMember('student'));
  await sql.query(
    `insert into public.thread_reports (account_id, post_id, member_id, reason) values ($1, $2, $3, 'Asked twice')`,
    [accounts.demo, question, await demoMember('parent')],
  );
};

type SeedComment = { accountId: string; memberId: string; content: string; replyTo: string | null; status: string };

async function addComment(sql: Sql, { accountId, memberId, content, replyTo, status }: SeedComment): Promise<string> {
  const [row] = await sql.query<{ id: string }>(
    `insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status, announced_at)
     select t.account_id, t.id, (select coalesce(r.parent_id, r.id) from public.thread_posts r where r.id = $5), $5, m.id, m.name, $3, $4,
         private.clock_now()
       from public.posts p
       join public.threads t on (t.account_id, t.kind, t.subject_id) = (p.account_id, 'post', p.id)
       join public.members m on m.account_id = p.account_id and m.id = $2
      where p.account_id = $1 and p.slug = $6 returning id`,
    [accountId, memberId, content, status, replyTo, SLUG],
  );
  if (!row) throw new Error(`There is no post ${SLUG} to comment on.`);
  await sql.query('select private.set_mentions(p) from public.thread_posts p where p.id = $1', [row.id]);
  return row.id;
}

async function attachSheet({ sql, db, accounts }: Seeding, commentId: string, memberId: string): Promise<void> {
  const [author] = await sql.query<{ user_id: string }>('select user_id from public.members where id = $1', [memberId]);
  const path = `threads/${author?.user_id}/demo-sheet-in-the-window.svg`;
  const { error } = await db.storage
    .from(`${accounts.demo}-private`)
    .upload(path, SHEET, { contentType: 'image/svg+xml', upsert: true });
  if (error) throw error;
  await sql.query('select private.attach_to_post(p, $2, array[$3]) from public.thread_posts p where p.id = $1', [
    commentId,
    author?.user_id,
    path,
  ]);
}
