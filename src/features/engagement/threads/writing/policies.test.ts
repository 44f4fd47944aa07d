import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { arrangeMadeUpKind, type MadeUp } from '#tests/db/made-up-kind.ts';
import { countOf, matrix, membersOfDemo, memberWith, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let ids: MadeUp;
let thread = '';
let question = '';
let answer = '';
beforeAll(async () => {
  world = await openWorld();
  ids = await arrangeMadeUpKind(world);
  const idOf = async (text: string) => (await world.sql.query<{ id: string }>(text, [world.demo]))[0]?.id ?? '';
  thread = await idOf(
    `select t.id from public.threads t join public.posts p on p.id = t.subject_id where t.account_id = $1 and p.slug = 'why-shade-is-blue'`,
  );
  question = await idOf(
    `select id from public.thread_posts where account_id = $1 and parent_id is null and status = 'shown' and content like 'I set%'`,
  );
  answer = await idOf(`select id from public.thread_posts where account_id = $1 and content like 'It is: leaves%'`);
});
afterAll(() => world.close());

const slugOf = async (member: string) =>
  (await world.sql.query<{ slug: string }>('select slug from public.members where id = $1', [member]))[0]?.slug ?? '';
const add = (person: Person, content: string, replyTo: string | null = null, files: string[] = []) =>
  world.database
    .as(world.caller(person))
    .query<{ id: string; status: string }>(
      'select made.id, made.status from private.add_thread_post($1, $2, $3, false, $4) made',
      [thread, replyTo, content, files],
    );
const rowOf = async (id: string) =>
  (await world.sql.query<Record<string, unknown>>('select * from public.thread_posts where id = $1', [id]))[0];

matrix(
  () => world,
  [
    [
      'write in the thread of a post',
      `select from private.add_thread_post({thread}, null, 'Thank you.', false)`,
      { ...membersOfDemo(1), visitor: '42501', others: 'not_found' },
    ],
    [
      'write in a thread that some may see',
      `select from private.add_thread_post({hidden}, null, 'Thank you.', false)`,
      { owner: 1, instructor: 1, parent: 1, member: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'write where a kind lists who may',
      `select from private.add_thread_post({open}, null, 'Thank you.', false)`,
      { owner: 1, instructor: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'reply to a post of another thread',
      `select from private.add_thread_post({thread}, {shown}, 'Thank you.', false)`,
      { visitor: '42501', others: 'not_found' },
    ],
    [
      'edit a post',
      `select from private.edit_thread_post({shown}, 'Another text.', false)`,
      { member: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'take a post back',
      `select public.withdraw_thread_post({shown})`,
      { member: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'react to a post',
      `select public.react_to_thread_post({question}, 'love', true)`,
      { ...membersOfDemo(1), visitor: '42501', others: 'not_found' },
    ],
    [
      'react in a thread that some may see',
      `select public.react_to_thread_post({shown}, 'love', true)`,
      { owner: 1, instructor: 1, parent: 1, member: 1, visitor: '42501', others: 'not_found' },
    ],
    [
      'react to what waits',
      `select public.react_to_thread_post({waiting}, 'love', true)`,
      { visitor: '42501', others: 'not_found' },
    ],
    [
      'react in a way that is none',
      `select public.react_to_thread_post({question}, 'shrug', true)`,
      { ...membersOfDemo('23514'), visitor: '42501', others: 'not_found' },
    ],
    [
      'look whom they may mention',
      `select id from public.thread_people({hidden}, 'a') limit 1`,
      { owner: 1, instructor: 1, parent: 1, member: 1, visitor: '42501', others: 'not_found' },
    ],
    ['announce a post', `select private.announce_thread_post({demo}, {shown})`, { others: '42501' }],
    ['clear a post', `select private.clear_thread_post({demo}, {shown})`, { others: '42501' }],
  ],
  () => ({ ...ids, thread, question, hidden: ids.thread }),
);

describe('an edit', () => {
  test('keeps what was there, says when, and shows it to its author and moderators alone', async () => {
    const [made] = await add('student', 'First.');
    const id = made?.id ?? '';
    for (const content of ['Second.', 'Second.', 'Third.'])
      await world.database
        .as(world.caller('student'))
        .query('select from private.edit_thread_post($1, $2, false)', [id, content]);
    expect(await rowOf(id)).toMatchObject({ content: 'Third.', status: 'shown', edited_at: expect.any(Date) });
    const read = async (person: Person) =>
      countOf(await world.attempt(person, 'select from public.thread_post_edits where post_id = $1', [id]));
    expect([await read('student'), await read('owner'), await read('member')]).toEqual([2, 2, 0]);
  });

  test.each([
    ['a link', 'See https://example.org', false],
    ['a masked word', '**** light.', true],
  ])('with %s waits again', async (_, content, isMasked) => {
    const [made] = await add('student', 'Harmless.');
    const rows = await world.database
      .as(world.caller('student'))
      .query('select made.status from private.edit_thread_post($1, $2, $3) made', [made?.id, content, isMasked]);
    expect(rows).toEqual([{ status: 'waiting' }]);
    await world.sql.query('delete from public.thread_posts where id = $1', [made?.id]);
  });

  test('does not bring back what a moderator hid', async () => {
    const outcome = await world.attempt(
      'member',
      `with hidden as (select 1) select from private.edit_thread_post($1, 'Again.', false)`,
      [
        await world.sql
          .query<{ id: string }>(`update public.thread_posts set status = 'hidden' where id = $1 returning id`, [
            ids.waiting,
          ])
          .then(([row]) => row?.id),
      ],
    );
    expect(outcome).toMatchObject({ refused: 'not_found' });
    await world.sql.query(`update public.thread_posts set status = 'waiting' where id = $1`, [ids.waiting]);
  });

  test('is for nobody who is signed in as its author', async () => {
    const [made] = await world.sql.query<{ id: string }>(
      `insert into public.thread_posts (account_id, thread_id, member_id, author_name, content, status)
       values ($1, $2, $3, 'X', 'Mine.', 'shown') returning id`,
      [world.demo, thread, ids.student],
    );
    const student = world.caller('student');
    const session = crypto.randomUUID();
    await world.sql.query(
      `insert into private.session_accounts (session_id, account_id, user_id, actor_id, expires_at) values ($1, $2, $3, $4, now() + interval '1 hour')`,
      [session, world.demo, student.claims.sub, await userIdOf(world, 'owner@demo.test')],
    );
    const acting = { ...student, claims: { ...student.claims, session_id: session } };
    for (const text of [
      `select from private.edit_thread_post($1, 'Theirs.', false)`,
      'select public.withdraw_thread_post($1)',
    ])
      expect(await world.attempt(acting, text, [made?.id])).toMatchObject({ refused: 'acting' });
  });
});

describe('a mention', () => {
  test('names members who may see the thread, and nobody else', async () => {
    const [student, member] = [await slugOf(ids.student), await slugOf(ids.member)];
    const [both] = await world.sql.query<{ slug: string }>(
      `select m.slug from public.members m join auth.users u on u.id = m.user_id where m.account_id = $1 and u.email = 'both@world.test'`,
      [world.demo],
    );
    const [made] = await world.database
      .as(world.caller('member'))
      .query<{ id: string }>('select made.id from private.add_thread_post($1, null, $2, false) made', [
        ids.thread,
        `@${student}, @${both?.slug} @${member} mail me@${student} (@${student}) @nobody-at-all`,
      ]);
    expect(
      await world.sql.query('select member_id, slug from public.thread_mentions where post_id = $1', [made?.id]),
    ).toEqual([{ member_id: ids.student, slug: student }]);
  });

  test('suggests who takes part first, and nobody who may not see the thread', async () => {
    const people = async (term: string) =>
      (
        await world.database
          .as(world.caller('member'))
          .query<{ id: string }>('select id from public.thread_people($1, $2)', [ids.thread, term])
      ).map(({ id }) => id);
    await world.database
      .as(world.caller('parent'))
      .query(`select from private.add_thread_post($1, null, 'I am here.', false)`, [ids.thread]);
    // Without a letter only those who wrote.
    await world.sql.query(`update public.thread_posts set status = 'shown' where thread_id = $1 and member_id = $2`, [
      ids.thread,
      ids.parent,
    ]);
    expect(await people('')).toEqual([ids.parent]);
    const student = await slugOf(ids.student);
    expect(await people(student.slice(0, 3))).toContain(ids.student);
    expect(await people('both')).toEqual([]);
    expect(await people('%')).toEqual([]);
  });
});

describe('people are notified', () => {
  const bellOf = async (member: string) =>
    (
      await world.sql.query<{ key: string; link: string }>(
        `select n.said ->> 'key' as key, n.link from public.account_notifications n join public.members m on m.user_id = n.user_id and m.account_id = n.account_id
          where m.id = $1 and n.said ->> 'key' like 'thread%' order by n.created_at, n.id`,
        [member],
      )
    ).map(({ key, link }) => `${key} ${link}`);

  test('of a reply and of a mention, each once, when the post is shown', async () => {
    await dispatchEvents(world.sql);
    await world.sql.query('delete from public.account_notifications');
    const [made] = await add('owner', `Look at it again, @${await slugOf(ids.instructor)}.`, question);
    await dispatchEvents(world.sql);
    expect(await bellOf(ids.student)).toEqual([`threadReply /blog/why-shade-is-blue#comment-${made?.id}`]);
    expect(await bellOf(ids.instructor)).toEqual([`threadMention /blog/why-shade-is-blue#comment-${made?.id}`]);
    for (const status of ['hidden', 'shown'])
      await world.database
        .as(world.caller('owner'))
        .query('select public.decide_thread_posts(array[$1::uuid], $2)', [made?.id, status]);
    await dispatchEvents(world.sql);
    expect(await bellOf(ids.student)).toHaveLength(1);
    expect(await bellOf(ids.instructor)).toHaveLength(1);
  });

  test('of a reply that waited, once it is shown', async () => {
    await dispatchEvents(world.sql);
    await world.sql.query('delete from public.account_notifications');
    const [made] = await add('parent', 'And https://example.org?', question);
    expect(made?.status).toBe('waiting');
    await dispatchEvents(world.sql);
    expect(await bellOf(ids.student)).toEqual([]);
    const waits = await world.sql.query(
      `select link from public.account_notifications n join public.accounts a on (a.account_id, a.owner_id) = (n.account_id, n.user_id)
        where n.said ->> 'key' = 'commentWaits'`,
    );
    expect(waits).toEqual([{ link: '/dashboard/posts/comments' }]);
    await world.database
      .as(world.caller('owner'))
      .query(`select public.decide_thread_posts(array[$1::uuid], 'shown')`, [made?.id]);
    await dispatchEvents(world.sql);
    expect(await bellOf(ids.student)).toEqual([`threadReply /blog/why-shade-is-blue#comment-${made?.id}`]);
  });

  test('never where they may not see the thread any more', async () => {
    await dispatchEvents(world.sql);
    await world.sql.query('delete from public.account_notifications');
    await world.sql.query(
      `insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status)
       select $1, $2, p.id, p.id, $3, 'X', 'Hello?', 'shown' from public.thread_posts p where p.id = $4`,
      [world.demo, ids.thread, ids.parent, ids.shown],
    );
    await world.sql.query(
      `create or replace function private.made_up_access(account uuid, member uuid) returns table (subject_id uuid, level text)
       language sql stable security definer set search_path = '' as $$ select null::uuid, 'read' where false $$`,
    );
    await dispatchEvents(world.sql);
    expect(await bellOf(ids.member)).toEqual([]);
  });
});

describe('files', () => {
  const upload = async (person: Person, name: string) => {
    const path = `threads/${world.caller(person).claims.sub}/${crypto.randomUUID()}-${name}`;
    await world.sql.query(
      `insert into storage.objects (bucket_id, name, metadata, created_at) values ($1 || '-private', $2, '{"size": 12, "mimetype": "application/pdf"}', now() - interval '2 days')`,
      [world.demo, path],
    );
    return path;
  };
  const stored = async (path: string) =>
    (await world.sql.query('select from storage.objects where name = $1', [path])).length;
  const fetched = async (person: Person, path: string) =>
    countOf(await world.attempt(person, 'select from storage.objects where name = $1', [path]));

  test('of a post are fetched by whoever reads it, and go with it', async () => {
    const path = await upload('student', 'plan.pdf');
    const [made] = await add('student', 'The plan.', null, [path]);
    expect([
      await fetched('visitor', path),
      await fetched('member', path),
      await fetched('atelierStudent', path),
    ]).toEqual([1, 1, 1]);
    await world.sql.query(`update public.thread_posts set status = 'hidden' where id = $1`, [made?.id]);
    expect([await fetched('visitor', path), await fetched('member', path), await fetched('owner', path)]).toEqual([
      0, 0, 1,
    ]);
    await world.database.as(world.caller('student')).query('select public.withdraw_thread_post($1)', [made?.id]);
    expect(await stored(path)).toBe(0);
  });

  test('of somebody else, of another post, or more than five are refused', async () => {
    const theirs = await upload('member', 'theirs.pdf');
    await expect(add('student', 'Theirs.', null, [theirs])).rejects.toMatchObject({ detail: 'invalid' });
    await expect(add('student', 'Many.', null, Array(6).fill(theirs))).rejects.toMatchObject({ detail: 'invalid' });
  });

  test('that belong to no post are deleted after a day', async () => {
    const path = await upload('member', 'lost.pdf');
    await world.sql.query('select private.prune_thread_files()');
    expect(await stored(path)).toBe(0);
  });
});

describe('being forgotten', () => {
  test('takes posts, reactions, versions and the name in what others wrote', async () => {
    const person = await memberWith(world, world.demo, []);
    const [member] = await world.sql.query<{ id: string; slug: string }>(
      `update public.members set slug = 'mira-holm' where account_id = $1 and user_id = $2 returning id, slug`,
      [world.demo, person.claims.sub],
    );
    const own = async (parent: string | null) =>
      (
        await world.sql.query<{ id: string }>(
          `insert into public.thread_posts (account_id, thread_id, parent_id, reply_to_id, member_id, author_name, content, status)
           values ($1, $2, $3, $3, $4, 'Mira Holm', 'What Mira wrote', 'shown') returning id`,
          [world.demo, thread, parent, member?.id],
        )
      )[0]?.id ?? '';
    const [answered, alone] = [await own(null), await own(answer)];
    await world.sql.query(
      `insert into public.thread_post_edits (account_id, post_id, content) values ($1, $2, 'Mira before')`,
      [world.demo, answered],
    );
    const [reply] = await add('owner', 'Thank you, @mira-holm. And @mira-holmes.', answered);
    await world.sql.query('select private.erase_member($1, $2)', [world.demo, person.claims.sub]);
    expect(await rowOf(answered)).toMatchObject({ content: '—', author_name: '—', member_id: null, status: 'removed' });
    expect(await rowOf(alone)).toBeUndefined();
    expect(await rowOf(reply?.id ?? '')).toMatchObject({ content: 'Thank you, @—. And @mira-holmes.' });
    expect(await world.sql.query('select from public.thread_post_edits where post_id = $1', [answered])).toHaveLength(
      0,
    );
  });
});
