import type { Sql } from '#base/server/database.ts';
import type { Seed } from '#base/server/seeding.ts';

const QUESTION = 'Which night suits you for the second walk?';

/** Seeds four groups on Lumen, two of them private, and one on Atelier. */
export const seed: Seed = async ({ sql, accounts, member }) => {
  for (const [account, slug, title, description, visibility, people] of groupsOf(accounts)) {
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
  await sql.query("update public.groups set join_by = 'access' where account_id = $1 and slug = 'darkroom-club'", [
    accounts.demo,
  ]);
  await lookAfterCritiqueCircle(sql, accounts.demo, await member(accounts.demo, 'parent@demo.test'));
  for (const [position, name] of ['Walks', 'Pictures', 'Gear'].entries())
    await sql.query(TOPIC, [accounts.demo, 'night-sky-walkers', name, position + 1]);
  for (const [slug, email, hoursAgo, content, isPinned, topic] of posts)
    await sql.query(POST, [
      accounts.demo,
      slug,
      await member(accounts.demo, email),
      content,
      isPinned,
      hoursAgo,
      topic,
    ]);
  await askWhichNight(sql, accounts.demo);
  for (const event of events) await planEvent(sql, accounts.demo, event);
};

/** The groups: where, their address, name and description, who may see them, and who is in them, the owner first. */
const groupsOf = (accounts: Parameters<Seed>[0]['accounts']) =>
  [
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
      accounts.demo,
      'darkroom-club',
      'Darkroom club',
      'For members of the club: prints of the week, questions to whoever is in the darkroom tonight, and eyes on your work.',
      'private',
      ['owner@demo.test'],
    ],
    [
      accounts.atelier,
      'kitchen-table-printers',
      'طابعو طاولة المطبخ',
      'الطباعة على اللينوليوم بلا مكبس: ملاعق وصبر وورق جيّد.',
      'public',
      ['student@atelier.test'],
    ],
  ] as const;

/** What is written in the groups: where, by whom, how many hours ago, what, whether it stays on top, and about which topic. */
const posts = [
  [
    'night-sky-walkers',
    'instructor@demo.test',
    200,
    'The next new moon is on a Friday. We meet at the quarry at nine, with red lamps only.',
    true,
    'Walks',
  ],
  [
    'night-sky-walkers',
    'student@demo.test',
    40,
    'Twenty seconds at f/2.8 was one stop too dark. Next time thirty.',
    false,
    'Pictures',
  ],
  [
    'night-sky-walkers',
    'member@demo.test',
    22,
    'Clouds from the west at ten, the forecast says. I bring tea for that.',
    false,
    'Walks',
  ],
  ['night-sky-walkers', 'instructor@demo.test', 18, QUESTION, false, 'Walks'],
  [
    'first-hundred-frames',
    'student@demo.test',
    30,
    'Frame 12: the kettle, at last without my own reflection in it.',
    false,
    null,
  ],
  [
    'critique-circle',
    'instructor@demo.test',
    90,
    'Wednesday at eight. Bring one picture that you are not sure of.',
    true,
    null,
  ],
  [
    'critique-circle',
    'student@demo.test',
    12,
    'Mine is the one with the empty chair. I cannot decide about the crop.',
    false,
    null,
  ],
] as const;

const POST = `insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status, is_pinned, announced_at, created_at, topic_id)
       select t.account_id, t.id, m.id, m.name, $4, 'shown', $5, now() - make_interval(hours => $6), now() - make_interval(hours => $6),
           (select o.id from public.thread_topics o where (o.account_id, o.thread_id) = (t.account_id, t.id) and o.name = $7)
         from public.groups g join public.threads t on (t.account_id, t.kind, t.subject_id) = (g.account_id, 'group', g.id)
         join public.members m on m.account_id = g.account_id and m.id = $3
        where g.account_id = $1 and g.slug = $2`;

const TOPIC = `insert into public.thread_topics (account_id, thread_id, name, position)
       select t.account_id, t.id, $3, $4 from public.groups g join public.threads t on (t.account_id, t.kind, t.subject_id) = (g.account_id, 'group', g.id)
        where g.account_id = $1 and g.slug = $2`;

/** The poll of the group of the night sky: two have voted. */
async function askWhichNight(sql: Sql, account: string): Promise<void> {
  const [poll] = await sql.query<{ id: string }>(
    `insert into public.thread_polls (account_id, post_id) select account_id, id from public.thread_posts where account_id = $1 and content = $2 returning id`,
    [account, QUESTION],
  );
  for (const [position, label] of ['Friday', 'Saturday', 'Any night without clouds'].entries())
    await sql.query(
      'insert into public.thread_poll_options (account_id, poll_id, position, label) values ($1, $2, $3, $4)',
      [account, poll?.id, position + 1, label],
    );
  await sql.query(
    `insert into public.thread_poll_votes (account_id, poll_id, option_id, member_id)
     select o.account_id, o.poll_id, o.id, m.id from public.thread_poll_options o
       join (values ('instructor@demo.test', 1), ('member@demo.test', 3)) v (email, position) on v.position = o.position
       join public.members m on m.account_id = o.account_id and m.email = v.email
      where o.poll_id = $1`,
    [poll?.id],
  );
}

/** Events: of which group, in how many days, at which hour, for how many hours, what, where, and who answered what. */
const events = [
  {
    slug: 'night-sky-walkers',
    days: 6,
    hour: 21,
    hours: 3,
    title: 'New moon walk at the quarry',
    description: 'Sturdy shoes, a red lamp, something warm to drink. We stop twice for long exposures.',
    place: 'The old quarry, north gate',
    link: '',
    answers: { 'instructor@demo.test': 'going', 'student@demo.test': 'going', 'member@demo.test': 'maybe' },
  },
  {
    slug: 'night-sky-walkers',
    days: 20,
    hour: 19,
    hours: 1,
    title: 'Looking at star trails together',
    description: 'Each of us shows one picture and says how it was made.',
    place: '',
    link: 'https://meet.example/night-sky',
    answers: { 'instructor@demo.test': 'going' },
  },
  {
    slug: 'night-sky-walkers',
    days: -22,
    hour: 20,
    hours: 3,
    title: 'First walk of the winter',
    description: 'Along the river, with the city behind us.',
    place: 'Boathouse bridge',
    link: '',
    answers: { 'instructor@demo.test': 'going', 'student@demo.test': 'going' },
  },
  {
    slug: 'critique-circle',
    days: 5,
    hour: 20,
    hours: 1,
    title: 'Wednesday critique',
    description: 'One picture each. Say what you see before you say what you would change.',
    place: '',
    link: 'https://meet.example/critique-circle',
    answers: { 'instructor@demo.test': 'going', 'student@demo.test': 'maybe' },
  },
] as const;

async function planEvent(sql: Sql, account: string, event: (typeof events)[number]): Promise<void> {
  const { slug, days, hour, hours, title, description, place, link, answers } = event;
  const [row] = await sql.query<{ id: string }>(
    `insert into public.group_events (account_id, group_id, title, description, starts_at, ends_at, time_zone, place, link)
     select g.account_id, g.id, $3, $4, s.starts, s.starts + make_interval(hours => $7), 'Europe/Lisbon', $8, $9
       from public.groups g, (select (date_trunc('day', now() at time zone 'Europe/Lisbon') + make_interval(days => $5, hours => $6)) at time zone 'Europe/Lisbon' as starts) s
      where g.account_id = $1 and g.slug = $2 returning id`,
    [account, slug, title, description, days, hour, hours, place, link],
  );
  for (const [email, answer] of Object.entries(answers))
    await sql.query(
      `insert into public.group_event_answers (account_id, event_id, member_id, answer) select account_id, $2, id, $4 from public.members where account_id = $1 and email = $3`,
      [account, row?.id, email, answer],
    );
}

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
