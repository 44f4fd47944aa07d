import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Conversations, openConversations } from '#tests/db/conversations.ts';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { generated } from '#tests/long.ts';

let world: World;
let talk: Conversations;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  talk = await openConversations(world);
  await world.sql.query('delete from public.member_blocks');
  await allow('everyone');
});

/** To whom members may write. */
const allow = (setting: string) =>
  world.sql.query(
    `insert into public.message_settings (account_id, member_messages) values ($1, $2)
     on conflict (account_id) do update set member_messages = excluded.member_messages`,
    [world.demo, setting],
  );
/** Members whose messages no test of one minute should hold back. */
const forgetRate = () => world.sql.query(`update public.messages set created_at = created_at - interval '2 minutes'`);

describe('starting a conversation', () => {
  test('with one member finds the one there is, whoever began it and however often', async () => {
    const first = await talk.start('student', ['member']);
    const again = await Promise.all([talk.start('member', ['student']), talk.start('student', ['member'])]);
    expect(new Set([first, ...again]).size).toBe(1);
  });

  test('twenty times at the same moment begins one', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? talk.start('member', ['parent']) : talk.start('parent', ['member']),
      ),
    );
    expect(new Set(all).size).toBe(1);
  });

  test('with several begins a group each time, but not twice with the same id', async () => {
    const id = crypto.randomUUID();
    expect(await talk.start('student', ['member', 'parent'], 'Walk', id)).toBe(id);
    expect(await talk.start('student', ['member', 'parent'], 'Walk', id)).toBe(id);
    expect(await talk.start('student', ['member', 'parent'], 'Walk')).not.toBe(id);
    expect(await refused(talk.start('member', ['parent', 'owner'], 'Mine', id))).toBe('invalid');
  });

  test.each<[setting: string, from: Person, to: string, outcome: string]>([
    ['everyone', 'student', 'member', 'accepted'],
    ['everyone', 'student', 'owner', 'accepted'],
    ['staff', 'student', 'member', 'forbidden'],
    ['staff', 'student', 'instructor', 'accepted'],
    ['staff', 'owner', 'member', 'accepted'],
    ['staff', 'instructor', 'parent', 'accepted'],
  ])('where %s may be written to, %s to %s: %s', async (setting, from, to, outcome) => {
    await allow(setting);
    expect(await refused(talk.start(from, [to]))).toBe(outcome);
  });

  test('a conversation between members rests while they may write to staff alone', async () => {
    const id = await talk.start('student', ['member']);
    await talk.send('student', id, 'Before');
    await allow('staff');
    expect(await refused(talk.send('student', id, 'After'))).toBe('forbidden');
    expect(await talk.bodiesOf('member', id)).toEqual(['Before']);
    expect((await talk.listOf('member'))[0]?.can_write).toBe(false);
  });

  test('nobody of another account can be written to', async () => {
    const [other] = await world.sql.query<{ id: string }>(
      'select id from public.members where account_id = $1 limit 1',
      [world.atelier],
    );
    expect(
      await refused(talk.as('student').query('select public.start_conversation(array[$1::uuid])', [other?.id])),
    ).toBe('forbidden');
  });
});

describe('sending', () => {
  test('the same message again, however often and at the same moment, is one', async () => {
    const id = await talk.start('student', ['member']);
    const clientId = crypto.randomUUID();
    const sent = await Promise.all(Array.from({ length: 10 }, () => talk.send('student', id, 'Once', clientId)));
    expect(new Set(sent.map((message) => message.id)).size).toBe(1);
    expect(await talk.bodiesOf('member', id)).toEqual(['Once']);
    // The client id of another author is another message.
    await talk.send('member', id, 'Mine', clientId);
    expect(await talk.bodiesOf('student', id)).toEqual(['Once', 'Mine']);
  });

  test('however messages are sent again and whoever writes meanwhile, each is there once, numbered without gaps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ by: fc.constantFrom<Person>('student', 'member', 'owner'), key: fc.nat(4) }), {
          minLength: 1,
          maxLength: 12,
        }),
        async (attempts) => {
          await forgetRate();
          const id = await talk.start('owner', ['student', 'member'], 'Generated');
          const clientIds = new Map<string, string>();
          await Promise.all(
            attempts.map(({ by, key }) => {
              const name = `${by} ${key}`;
              if (!clientIds.has(name)) clientIds.set(name, crypto.randomUUID());
              return talk.send(by, id, name, clientIds.get(name));
            }),
          );
          const rows = await talk
            .as('student')
            .query<{ seq: number; body: string }>(
              'select seq::int, body from public.messages where conversation_id = $1 order by seq',
              [id],
            );
          expect(rows.map(({ body }) => body).toSorted()).toEqual([...clientIds.keys()].toSorted());
          expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, n) => n + 1));
        },
      ),
      generated(100),
    );
  });

  test('has limits: its length, its emptiness, its pace, its files', async () => {
    const id = await talk.start('student', ['member']);
    for (const body of ['', ' \n ', 'x'.repeat(4001)])
      expect(await refused(talk.send('student', id, body))).toBe('invalid');
    expect(
      await refused(
        talk
          .as('student')
          .query(`select public.send_message($1, $2, 'x', null, '{messages/x/none}')`, [id, crypto.randomUUID()]),
      ),
    ).toBe('invalid');
    for (let n = 0; n < 60; n++) await talk.send('student', id, String(n));
    expect(await refused(talk.send('student', id, 'One more'))).toBe('too_many_messages');
    await forgetRate();
    expect(await refused(talk.send('student', id, 'Later'))).toBe('accepted');
  });

  test('a reply is to a message of the same conversation', async () => {
    const one = await talk.start('student', ['member']);
    const other = await talk.start('student', ['owner']);
    const { id } = await talk.send('student', other, 'Elsewhere');
    const reply = (to: string) =>
      refused(
        talk.as('student').query('select public.send_message($1, $2, $3, $4)', [one, crypto.randomUUID(), 'Reply', to]),
      );
    expect(await reply(id)).toBe('not_found');
    expect(await reply((await talk.send('member', one, 'Here')).id)).toBe('accepted');
  });

  test('a conversation counts once a month on the meter of chats, and where none is left no other begins', async () => {
    const usedOf = async () =>
      (
        await world.sql.query<{ used: number }>(
          `select used::int from public.usage_meters where account_id = $1 and meter = 'chats' and period_start = private.period_of('chats')`,
          [world.demo],
        )
      )[0]?.used ?? 0;
    const before = await usedOf();
    const id = await talk.start('student', ['member']);
    expect(await usedOf()).toBe(before);
    for (const body of ['One', 'Two', 'Three']) await talk.send('student', id, body);
    expect(await usedOf()).toBe(before + 1);
    await world.sql.query(
      `update public.accounts set limit_overrides = jsonb_build_object('chats', $2::int) where account_id = $1`,
      [world.demo, before + 1],
    );
    expect(await refused(talk.send('student', await talk.start('student', ['owner']), 'No'))).toBe('limit_reached');
    expect(await refused(talk.send('member', id, 'Still here'))).toBe('accepted');
    await world.sql.query(`update public.accounts set limit_overrides = '{}' where account_id = $1`, [world.demo]);
  });
});

describe('changing a message', () => {
  test('an edited one says so; a deleted one keeps its place and nothing else', async () => {
    const id = await talk.start('student', ['member']);
    const { id: message } = await talk.send('student', id, 'Fisrt');
    await talk.as('student').query('select public.edit_message($1, $2)', [message, 'First']);
    await talk.as('member').query(`select public.react_to_message($1, 'like', true)`, [message]);
    const rowOf = async () =>
      (
        await talk.as('member').query(
          `select m.body, m.edited_at is not null as edited, m.deleted_at is not null as deleted, count(r.id)::int as reactions
             from public.messages m left join public.message_reactions r on r.message_id = m.id where m.id = $1 group by 1, 2, 3`,
          [message],
        )
      )[0];
    expect(await rowOf()).toEqual({ body: 'First', edited: true, deleted: false, reactions: 1 });
    await dispatchEvents(world.sql);
    expect(await talk.bellOf('member')).toHaveLength(1);
    await talk.as('student').query('select public.delete_message($1)', [message]);
    expect(await rowOf()).toEqual({ body: '', edited: true, deleted: true, reactions: 0 });
    expect(await talk.bellOf('member')).toEqual([]);
    expect(await refused(talk.as('student').query('select public.edit_message($1, $2)', [message, 'Back']))).toBe(
      'not_found',
    );
  });
});

test('whoever goes on editing and reacting is stopped after sixty in a minute, and what is asked for again counts for nothing', async () => {
  const id = await talk.start('student', ['member']);
  const { id: message } = await talk.send('student', id, 'First');
  const react = (reaction: string, isOn: boolean) =>
    refused(talk.as('member').query('select public.react_to_message($1, $2, $3)', [message, reaction, isOn]));
  expect(await react('thumb', true)).toBe('invalid');
  for (let n = 0; n < 70; n++) expect(await react('like', true)).toBe('accepted');
  const outcomes: (string | undefined)[] = [];
  // Twice as many as a minute takes: one may end in between.
  for (let n = 0; n < 140; n++) outcomes.push(await react('love', n % 2 === 0));
  expect(outcomes.filter((outcome) => outcome === 'accepted').length).toBeGreaterThanOrEqual(59);
  expect(outcomes).toContain('too_many_messages');
  // Of others it says nothing, and of a later minute neither.
  const edit = (body: string) =>
    refused(talk.as('student').query('select public.edit_message($1, $2)', [message, body]));
  expect(await edit('Second')).toBe('accepted');
  await world.sql.query(`update private.message_paces set minute = minute - interval '1 minute'`);
  expect(await react('laugh', true)).toBe('accepted');
});

describe('a group', () => {
  test('is read by who joins later from then on, and by who left no more', async () => {
    const id = await talk.start('student', ['member'], 'Walk');
    await talk.send('student', id, 'Before');
    await talk
      .as('student')
      .query('select public.add_to_conversation($1, array[$2::uuid])', [id, talk.memberOf('parent').id]);
    await talk.send('student', id, 'After');
    expect(await talk.bodiesOf('parent', id)).toEqual(['After']);
    expect(await talk.bodiesOf('member', id)).toEqual(['Before', 'After']);
    expect((await talk.listOf('parent'))[0]?.unread).toBe(1);
    await talk.as('member').query('select public.leave_conversation($1)', [id]);
    expect(await talk.bodiesOf('member', id)).toEqual([]);
    expect(await refused(talk.send('member', id, 'Hello?'))).toBe('not_found');
  });

  test('is led by somebody as long as anybody is in it, and goes with its last member', async () => {
    const id = await talk.start('student', ['member'], 'Walk');
    const leave = (person: Person) => talk.as(person).query('select public.leave_conversation($1)', [id]);
    await leave('student');
    await talk.as('member').query('select public.rename_conversation($1, $2)', [id, 'Mine']);
    await leave('member');
    expect(await world.sql.query('select 1 from public.conversations where id = $1', [id])).toEqual([]);
  });
});

describe('the chat bell', () => {
  const say = async (person: Person, id: string, body: string) => {
    const sent = await talk.send(person, id, body);
    await dispatchEvents(world.sql);
    return sent;
  };

  test('rings once for a message that names the same members as often as it can', async () => {
    const id = await talk.start('student', ['member', 'parent'], 'Crowd');
    const name = `@${talk.memberOf('member').slug} @nobody-of-this-name `;
    await say('student', id, name.repeat(4000).slice(0, 4000));
    expect(await talk.bellOf('member')).toHaveLength(1);
    expect(await talk.bellOf('parent')).toHaveLength(1);
    expect(await refused(talk.send('student', id, '@a '.repeat(10_000)))).toBe('invalid');
  });

  test('has one row for each conversation, with its newest message, until it is read', async () => {
    const id = await talk.start('student', ['member']);
    await say('student', id, 'One <b>');
    await say('student', id, 'Two');
    const bell = await talk.bellOf('member');
    expect(bell).toEqual([
      { message: expect.stringMatching(/^<b>.+<\/b>: Two$/), read: false, link: `/dashboard/messages/${id}` },
    ]);
    expect(await talk.bellOf('student')).toEqual([]);
    await talk.read('member', id, 2);
    expect((await talk.bellOf('member'))[0]?.read).toBe(true);
    const { seq } = await say('student', id, 'Three');
    expect((await talk.bellOf('member')).map(({ read }) => read)).toEqual([false]);
    expect(seq).toBe(3);
  });

  test.each([
    ['is_muted = true', 'Hello', 0],
    [`notify_level = 'mentions'`, 'Hello', 0],
    [`notify_level = 'mentions'`, 'Hello @{slug}', 1],
    [`notify_level = 'mentions'`, 'Hello @{slug}er', 0],
  ])('with %s, "%s" rings %i times', async (preference, body, rings) => {
    const id = await talk.start('student', ['member'], 'Walk');
    await talk
      .as('member')
      .query(`update public.conversation_preferences set ${preference} where conversation_id = $1`, [id]);
    await say('student', id, body.replace('{slug}', talk.memberOf('member').slug));
    expect(await talk.bellOf('member')).toHaveLength(rings);
  });

  test('says nothing that was read before', async () => {
    const id = await talk.start('student', ['member']);
    const { seq } = await talk.send('student', id, 'Seen');
    await talk.read('member', id, seq);
    await dispatchEvents(world.sql);
    expect(await talk.bellOf('member')).toEqual([]);
  });
});

test('what a member wrote is in the copy of their data, and what others wrote is not', async () => {
  const id = await talk.start('student', ['member']);
  await talk.send('student', id, 'Mine');
  await talk.send('member', id, 'Theirs');
  const [row] = await talk
    .as('student')
    .query<{ copy: Record<string, unknown> }>('select public.export_own_data() as copy');
  const copy = JSON.stringify(row?.copy);
  expect(copy).toContain('"Mine"');
  expect(copy).not.toContain('"Theirs"');
});

test('of whom is erased only the places of their messages stay', async () => {
  const id = await talk.start('student', ['member']);
  await talk.send('student', id, 'Mine');
  await talk.send('member', id, 'Theirs');
  await world.database.asService().transaction(async (tx) => {
    await tx.query('insert into private.erasures (account_id, user_id) values ($1, $2)', [
      world.demo,
      talk.memberOf('student').user_id,
    ]);
    const rows = await tx.query(
      'select author_name, body from public.messages where conversation_id = $1 order by seq',
      [id],
    );
    expect(rows).toEqual([
      { author_name: '—', body: '' },
      { author_name: expect.any(String), body: 'Theirs' },
    ]);
  });
});
