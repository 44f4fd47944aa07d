import type { World } from './world.ts';

/** The ids of a conversation of a kind that exists in tests alone, which only some members of demo may see. */
export type MadeUp = Record<
  'subject' | 'thread' | 'open' | 'shown' | 'waiting' | 'student' | 'member' | 'parent' | 'instructor',
  string
>;

/**
 * A second kind of thread: of its subject the student may read, the member write, the parent moderate; staff moderates the
 * whole kind. `open` is another thread of it, about something public.
 */
export async function arrangeMadeUpKind({ sql, demo }: World): Promise<MadeUp> {
  const idOf = async (text: string, values: unknown[]) => (await sql.query<{ id: string }>(text, values))[0]?.id ?? '';
  const memberId = (name: string) =>
    idOf(
      `select m.id from public.members m join auth.users u on u.id = m.user_id where m.account_id = $1 and u.email = $2`,
      [demo, `${name}@demo.test`],
    );
  const subject = crypto.randomUUID();
  const [student, member, parent, instructor] = await Promise.all(
    ['student', 'member', 'parent', 'instructor'].map(memberId),
  );
  if (!student || !member || !parent || !instructor) throw new Error('The world lacks people.');
  await sql.query(
    `create function private.made_up_access(account uuid, member uuid) returns table (subject_id uuid, level text)
     language sql stable security definer set search_path = '' as $$
       select '${subject}'::uuid, l.level from (values ('${student}'::uuid, 'read'), ('${member}', 'write'), ('${parent}', 'moderate')) l (member, level)
        where account = '${demo}' and l.member = made_up_access.member
     $$`,
  );
  await sql.query(
    `insert into private.thread_kinds (kind, capability, access_function, queue_path) values ('made_up', 'staff', 'made_up_access', '/dashboard')`,
  );
  const thread = await idOf(
    `insert into public.threads (account_id, kind, subject_id, title, path) values ($1, 'made_up', $2, 'Among us', '/made-up') returning id`,
    [demo, subject],
  );
  const open = await idOf(
    `insert into public.threads (account_id, kind, subject_id, title, public_from)
     values ($1, 'made_up', gen_random_uuid(), 'For everyone', now() - interval '1 day') returning id`,
    [demo],
  );
  const post = (status: string, content: string) =>
    idOf(
      `insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status)
       values ($1, $2, $3, 'A member', $5, $4) returning id`,
      [demo, thread, member, status, content],
    );
  const shown = await post('shown', 'Among us.');
  const waiting = await post('waiting', 'Not yet.');
  await sql.query(
    `insert into public.thread_post_edits (account_id, post_id, content) values ($1, $2, 'Between us.')`,
    [demo, shown],
  );
  await sql.query(
    `insert into public.thread_reactions (account_id, post_id, member_id, reaction) values ($1, $2, $3, 'like')`,
    [demo, shown, parent],
  );
  await sql.query(
    `insert into public.thread_mentions (account_id, post_id, member_id, slug) values ($1, $2, $3, 'student')`,
    [demo, shown, student],
  );
  await sql.query(
    `insert into public.thread_attachments (account_id, post_id, path, name, mime_type, size)
     values ($1, $2, 'threads/' || gen_random_uuid() || '/plan.pdf', 'plan.pdf', 'application/pdf', 10)`,
    [demo, shown],
  );
  await sql.query(
    `insert into public.thread_reports (account_id, post_id, member_id, reason) values ($1, $2, $3, 'Rude')`,
    [demo, shown, parent],
  );
  return { subject, thread, open, shown, waiting, student, member, parent, instructor };
}
