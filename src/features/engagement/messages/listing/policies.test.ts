import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Conversations, openConversations } from '#tests/db/conversations.ts';
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
});

describe('unread messages', () => {
  const people = ['student', 'member', 'parent'] as const;
  const act = fc.oneof(
    fc.record({ kind: fc.constant('send' as const), by: fc.constantFrom(...people) }),
    fc.record({ kind: fc.constant('read' as const), by: fc.constantFrom(...people), back: fc.nat(3) }),
    fc.record({ kind: fc.constant('delete' as const), by: fc.constantFrom(...people), nth: fc.nat(5) }),
  );

  test('are those of others after the last read one, whatever was sent, read and deleted before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (acts) => {
        await world.sql.query(`update public.messages set created_at = created_at - interval '2 minutes'`);
        const id = await talk.start('student', ['member', 'parent'], 'Generated');
        const messages: { id: string; by: Person; isDeleted: boolean }[] = [];
        const read = new Map<Person, number>(people.map((person) => [person, 0]));
        for (const step of acts) {
          if (step.kind === 'send') {
            messages.push({
              id: (await talk.send(step.by, id, `Message ${messages.length}`)).id,
              by: step.by,
              isDeleted: false,
            });
            read.set(step.by, messages.length);
          } else if (step.kind === 'read') {
            const seq = messages.length - step.back;
            await talk.read(step.by, id, seq);
            read.set(step.by, Math.max(read.get(step.by) ?? 0, seq));
          } else {
            const own = messages.filter(({ by, isDeleted }) => by === step.by && !isDeleted);
            const message = own[step.nth % Math.max(1, own.length)];
            if (!message) continue;
            await talk.as(step.by).query('select public.delete_message($1)', [message.id]);
            message.isDeleted = true;
          }
        }
        for (const person of people) {
          const expected = messages.filter(
            ({ by, isDeleted }, index) => by !== person && !isDeleted && index + 1 > (read.get(person) ?? 0),
          ).length;
          const [row] = (await talk.listOf(person)).filter((listed) => listed.id === id);
          expect(row?.unread, person).toBe(expected);
        }
      }),
      generated(100),
    );
  });

  test('are counted to a hundred', async () => {
    const id = await talk.start('student', ['member']);
    await talk.send('student', id, 'First');
    await world.sql.query(
      `insert into public.messages (account_id, conversation_id, seq, client_id, member_id, author_name, body)
       select account_id, conversation_id, n, gen_random_uuid(), member_id, author_name, n::text from public.messages, generate_series(2, 150) n`,
    );
    expect((await talk.listOf('member'))[0]?.unread).toBe(100);
  });
});

describe('a block', () => {
  test('hides both from each other, in what was and in what comes, until it is taken back', async () => {
    const direct = await talk.start('student', ['member']);
    const group = await talk.start('parent', ['student', 'member'], 'Three');
    await talk.send('student', direct, 'Direct');
    await talk.send('student', group, 'Of the student');
    await talk.send('member', group, 'Of the member');
    await talk.block('student', 'member');
    const people = async (person: Person, other: string) =>
      (await talk.as(person).query('select 1 from public.people_to_message() where id = $1', [talk.memberOf(other).id]))
        .length;
    for (const [person, other, left] of [
      ['student', 'member', 'Of the student'],
      ['member', 'student', 'Of the member'],
    ] as const) {
      expect(await talk.bodiesOf(person, direct)).toEqual([]);
      expect(await talk.bodiesOf(person, group)).toEqual([left]);
      expect((await talk.listOf(person)).map(({ id, unread }) => [id, unread])).toEqual([[group, 0]]);
      expect((await talk.listOf(person))[0]?.last_message?.body).toBe(left);
      expect(await people(person, other)).toBe(0);
      expect(await refused(talk.send(person, direct, 'Hello?'))).toBe('not_found');
      expect(await refused(talk.start(person, [other]))).toBe('forbidden');
      expect(await talk.as(person).query(`select 1 from public.search_messages('of the')`)).toHaveLength(1);
    }
    expect(await talk.bodiesOf('parent', group)).toEqual(['Of the student', 'Of the member']);
    await talk.unblock('student');
    expect(await talk.bodiesOf('member', direct)).toEqual(['Direct']);
    expect(await talk.bodiesOf('student', group)).toHaveLength(2);
  });

  test('is of members alone: staff stay in reach of everybody', async () => {
    for (const [person, other] of [
      ['student', 'owner'],
      ['student', 'instructor'],
      ['instructor', 'student'],
    ] as const)
      expect(await refused(talk.block(person, other)), `${person} ${other}`).toBe('forbidden');
    // Who becomes staff later is in reach from then on.
    const id = await talk.start('student', ['member']);
    await talk.block('student', 'member');
    const change = (kind: string) =>
      world.sql.query(
        `update public.members m set role_id = r.role_id from public.roles r where r.account_id = m.account_id and r.kind = $2 and m.id = $1`,
        [talk.memberOf('member').id, kind],
      );
    await change('instructor');
    expect(await refused(talk.send('member', id, 'As your teacher'))).toBe('accepted');
    expect(await talk.bodiesOf('student', id)).toEqual(['As your teacher']);
    await change('student');
    expect(await talk.bodiesOf('student', id)).toEqual([]);
  });
});

describe('the list', () => {
  test('finds a conversation by its name or by who is in it, and messages by their words', async () => {
    const group = await talk.start('student', ['member', 'owner'], 'Käse und Wein');
    const direct = await talk.start('student', ['instructor']);
    await talk.send('student', direct, 'Über die Brücke');
    const idsFor = async (search: string) => (await talk.listOf('student', search)).map(({ id }) => id);
    expect(await idsFor('kase')).toEqual([group]);
    const [instructor] = await world.sql.query<{ name: string }>('select name from public.members where id = $1', [
      talk.memberOf('instructor').id,
    ]);
    expect(await idsFor(instructor?.name.split(' ')[0]?.toUpperCase() ?? '?')).toEqual([direct]);
    expect(await idsFor('100%')).toEqual([]);
    expect(await talk.as('instructor').query(`select body from public.search_messages('uber')`)).toEqual([
      { body: 'Über die Brücke' },
    ]);
    expect(await talk.as('owner').query(`select body from public.search_messages('uber')`)).toEqual([]);
  });

  test('shows nobody that somebody opened a conversation and wrote nothing', async () => {
    await talk.start('student', ['member']);
    expect(await talk.listOf('member')).toEqual([]);
    expect(await talk.listOf('student')).toHaveLength(1);
  });
});
