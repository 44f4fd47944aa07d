import type { Sql } from '#base/server/database.ts';
import type { Seed } from '#base/server/seeding.ts';

/** Who writes, how many hours ago, and what. */
type Line = readonly [by: string, hoursAgo: number, body: string];

const question: Line[] = [
  [
    'student',
    52,
    'In the lesson on windows you say north light is the softest. My room has a window to the west only. Is it worth trying there?',
  ],
  [
    'instructor',
    50,
    'It is. Hang a thin white curtain before it and work until about two in the afternoon. After that the sun comes in from the side.',
  ],
  ['student', 49, 'A bed sheet did it. The shadow under the chin is finally soft.'],
  ['instructor', 26, 'That is half the course. Send me one frame when you are happy with it.'],
  ['student', 25, 'I will, on Sunday. One more thing: do you meter on the cheek or on the wall?'],
];

const walk: Line[] = [
  ['student', 30, 'Who comes along on Sunday? I would start at eight, before the sun is over the roofs.'],
  ['member', 29, 'Me. I can bring the second tripod.'],
  ['instructor', 28, 'I come too, but rather at nine.'],
  ['student', 27, 'Nine it is. At the bridge by the mill. The way there is in the file.'],
];

const welcome: Line[] = [
  ['owner', 70, 'Welcome to Lumen Academy. To begin, you need no camera, only a window and an hour.'],
  ['member', 68, 'Thank you! I started last night.'],
];

/** Weekdays, and a short Friday. */
const officeDays = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: day === 5 ? '13:00' : '17:00' }));

const directions = `Sunday, 9:00, bridge by the mill

From the station: along the river, downstream, ten minutes.
By car: park at the old school, then over the footbridge.
`;

/** A question to a teacher, a walk that three plan, and a welcome. */
export const seed: Seed = async ({ sql, db, accounts: { demo } }) => {
  const people = await peopleOf(sql, demo);
  const of = (name: string) => people.get(name) ?? { id: '', user_id: '' };
  const path = `messages/${of('student').user_id}/walk-directions.txt`;
  const { error } = await db.storage
    .from(`${demo}-private`)
    .upload(path, new TextEncoder().encode(directions), { contentType: 'text/plain', upsert: true });
  if (error) throw error;
  await sql.transaction(async (tx) => {
    await tx.query('insert into public.message_settings (account_id) values ($1) on conflict do nothing', [demo]);
    const talk = await converse(tx, demo, [of('student').id, of('instructor').id], '', people, question);
    const plan = await converse(
      tx,
      demo,
      [of('student').id, of('member').id, of('instructor').id],
      'Sunday walk',
      people,
      walk,
    );
    await converse(tx, demo, [of('owner').id, of('member').id], '', people, welcome);
    await tx.query(
      `insert into public.message_reactions (account_id, message_id, member_id, reaction)
       select account_id, id, $3, 'celebrate' from public.messages where account_id = $1 and conversation_id = $2 and seq = 3`,
      [demo, talk, of('instructor').id],
    );
    await tx.query(
      `insert into public.message_attachments (account_id, message_id, path, name, mime_type, size)
       select account_id, id, $3, 'walk-directions.txt', 'text/plain', $4 from public.messages
        where account_id = $1 and conversation_id = $2 and seq = 4`,
      [demo, plan, path, directions.length],
    );
    await tx.query(
      `insert into public.message_reports (account_id, message_id, member_id, author_id, author_name, body, reason, state, decided_at)
       select account_id, id, $3, member_id, author_name, body, 'Pressed by mistake, sorry.', 'dismissed', now() from public.messages
        where account_id = $1 and conversation_id = $2 and seq = 2`,
      [demo, plan, of('instructor').id],
    );
    await tx.query(
      'insert into public.office_hours (account_id, member_id, time_zone, hours) values ($1, $2, $3, $4)',
      [demo, of('instructor').id, 'Europe/Lisbon', JSON.stringify(officeDays)],
    );
    await tx.query('insert into public.member_blocks (account_id, member_id, blocked_id) values ($1, $2, $3)', [
      demo,
      of('parent').id,
      of('member').id,
    ]);
  });
};

type People = Map<string, { id: string; user_id: string }>;

async function peopleOf(sql: Sql, account: string): Promise<People> {
  const rows = await sql.query<{ name: string; id: string; user_id: string }>(
    `select split_part(email, '@', 1) as name, id, user_id from public.members where account_id = $1 and email like '%@demo.test'`,
    [account],
  );
  return new Map(rows.map(({ name, ...person }) => [name, person]));
}

/** A conversation that everybody has read. Returns its id. */
async function converse(
  tx: Sql,
  account: string,
  members: string[],
  title: string,
  people: People,
  lines: Line[],
): Promise<string> {
  const isDirect = members.length === 2;
  const pair = isDirect ? members.toSorted().join(':') : null;
  const [row] = await tx.query<{ id: string }>(
    `insert into public.conversations (account_id, kind, pair, title, creator_id, last_seq, last_message_at, created_at)
     values ($1, $2, $3, $4, $5, $6, now() - make_interval(hours => $7), now() - make_interval(hours => $8)) returning id`,
    [
      account,
      isDirect ? 'direct' : 'group',
      pair,
      title,
      members[0],
      lines.length,
      lines.at(-1)?.[1] ?? 0,
      (lines[0]?.[1] ?? 0) + 1,
    ],
  );
  const id = row?.id ?? '';
  await tx.query(
    `insert into public.conversation_members (account_id, conversation_id, member_id, is_admin, read_seq)
     select $1, $2, m, $3 and m = $4, $5 from unnest($6::uuid[]) m`,
    [account, id, !isDirect, members[0], lines.length, members],
  );
  for (const [index, [by, hoursAgo, body]] of lines.entries())
    await tx.query(
      `insert into public.messages (account_id, conversation_id, seq, client_id, member_id, author_name, body, created_at)
       select $1, $2, $3, gen_random_uuid(), id, name, $5, now() - make_interval(hours => $6) from public.members where account_id = $1 and id = $4`,
      [account, id, index + 1, people.get(by)?.id, body, hoursAgo],
    );
  return id;
}
