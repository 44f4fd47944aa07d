import type { Sql } from '#base/server/database.ts';
import type { Seed } from '#base/server/seeding.ts';

/** Seeds three groups on Lumen, one of them private, and one on Atelier. */
export const seed: Seed = async ({ sql, accounts, member }) => {
  const groups = [
    [
      accounts.demo,
      'night-sky-walkers',
      'Night sky walkers',
      'We meet where street lamps end: new moon walks, star trails, and what the forecast did to us this time.',
      'public',
      ['instructor@demo.test', 'student@demo.test', 'member@demo.test'],
    ],
    [
      accounts.demo,
      'first-hundred-frames',
      'First hundred frames',
      'For everyone in their first weeks with a camera. One frame a day, one honest sentence about it.',
      'public',
      ['instructor@demo.test', 'student@demo.test'],
    ],
    [
      accounts.demo,
      'critique-circle',
      'Critique circle',
      'Eight people, one hour, one picture each. What is said here stays here.',
      'private',
      ['instructor@demo.test', 'student@demo.test'],
    ],
    [
      accounts.atelier,
      'kitchen-table-printers',
      'Kitchen table printers',
      'Linocut without a press: spoons, patience and good paper.',
      'public',
      ['student@atelier.test'],
    ],
  ] as const;
  for (const [account, slug, title, description, visibility, people] of groups) {
    const [group] = await sql.query<{ id: string }>(
      `insert into public.groups (account_id, slug, title, description, visibility) values ($1, $2, $3, $4, $5) returning id`,
      [account, slug, title, description, visibility],
    );
    for (const [index, email] of people.entries()) {
      await sql.query(
        'insert into public.group_members (account_id, group_id, member_id, role) values ($1, $2, $3, $4)',
        [account, group?.id, await member(account, email), index === 0 ? 'owner' : 'member'],
      );
    }
  }
  await lookAfterCritiqueCircle(sql, accounts.demo, await member(accounts.demo, 'parent@demo.test'));
  for (const [slug, email, hoursAgo, content, isPinned] of posts)
    await sql.query(POST, [accounts.demo, slug, await member(accounts.demo, email), content, isPinned, hoursAgo]);
};

/** What is written in the groups: where, by whom, how many hours ago, what, and whether it stays on top. */
const posts = [
  [
    'night-sky-walkers',
    'instructor@demo.test',
    200,
    'The next new moon is on a Friday. We meet at the quarry at nine, with red lamps only.',
    true,
  ],
  [
    'night-sky-walkers',
    'student@demo.test',
    40,
    'Twenty seconds at f/2.8 was one stop too dark. Next time thirty.',
    false,
  ],
  [
    'night-sky-walkers',
    'member@demo.test',
    22,
    'Clouds from the west at ten, the forecast says. I bring tea for that.',
    false,
  ],
  [
    'first-hundred-frames',
    'student@demo.test',
    30,
    'Frame 12: the kettle, at last without my own reflection in it.',
    false,
  ],
  [
    'critique-circle',
    'instructor@demo.test',
    90,
    'Wednesday at eight. Bring one picture that you are not sure of.',
    true,
  ],
  [
    'critique-circle',
    'student@demo.test',
    12,
    'Mine is the one with the empty chair. I cannot decide about the crop.',
    false,
  ],
] as const;

const POST = `insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status, is_pinned, announced_at, created_at)
       select t.account_id, t.id, m.id, m.name, $4, 'shown', $5, now() - make_interval(hours => $6), now() - make_interval(hours => $6)
         from public.groups g join public.threads t on (t.account_id, t.kind, t.subject_id) = (g.account_id, 'group', g.id)
         join public.members m on m.account_id = g.account_id and m.id = $3
        where g.account_id = $1 and g.slug = $2`;

/** The private group takes requests, and has one that waits. */
async function lookAfterCritiqueCircle(sql: Sql, account: string, applicant: string): Promise<void> {
  await sql.query(
    `update public.groups set join_by = 'request', welcome = 'Welcome. Look at what the others showed before you show your own.',
        rules = 'One picture each. Say what you see before you say what you would change.'
      where account_id = $1 and slug = 'critique-circle'`,
    [account],
  );
  await sql.query(
    `insert into public.group_requests (account_id, group_id, member_id, kind)
     select account_id, id, $2, 'request' from public.groups where account_id = $1 and slug = 'critique-circle'`,
    [account, applicant],
  );
}
