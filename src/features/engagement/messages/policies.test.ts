import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Conversations, openConversations } from '#tests/db/conversations.ts';
import { matrix, membersOfDemo } from '#tests/db/matrix.ts';
import { refused } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let talk: Conversations;
const ids: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  talk = await openConversations(world);
  await world.sql.query('delete from public.message_settings where account_id = $1', [world.demo]);
  for (const name of ['owner', 'instructor', 'student', 'parent', 'member']) ids[name] = talk.memberOf(name).id;
  ids.direct = await talk.start('student', ['member']);
  ids.group = await talk.start('student', ['member', 'parent'], 'Walk on Sunday');
  ids.mine = (await talk.send('student', ids.direct, 'Are you there?')).id;
  ids.theirs = (await talk.send('member', ids.direct, 'Yes')).id;
  await talk.as('member').query('select public.react_to_message($1, $2, true)', [ids.mine, 'like']);
  await world.sql.query(
    `insert into public.message_attachments (account_id, message_id, path, name, mime_type, size)
     values ($1, $2, 'messages/' || gen_random_uuid() || '/plan.txt', 'plan.txt', 'text/plain', 4)`,
    [world.demo, ids.mine],
  );
  await talk.as('member').query('select public.report_message($1, $2)', [ids.mine, 'Rude']);
  await world.sql.query('insert into public.member_blocks (account_id, member_id, blocked_id) values ($1, $2, $3)', [
    world.demo,
    ids.parent,
    ids.member,
  ]);
  await world.sql.query('insert into public.message_settings (account_id) values ($1)', [world.demo]);
});
afterAll(() => world.close());

const both = { student: 1, member: 1, visitor: '42501', others: 0 } as const;
/** Members of another account, for whom there is nothing here. */
const atelier = { atelierOwner: 'not_found', atelierStudent: 'not_found', both: 'not_found' } as const;
const noGrant = { others: '42501' } as const;

describe('who reads what', () => {
  matrix(
    () => world,
    [
      ['a conversation', 'select title from public.conversations where id = {direct}', both],
      [
        'who is in it',
        'select 1 from public.conversation_members where conversation_id = {direct} and is_admin = false and member_id = {student}',
        both,
      ],
      ['its messages', 'select body from public.messages where id = {mine}', both],
      ['reactions', 'select reaction from public.message_reactions where message_id = {mine}', both],
      ['its files', 'select name from public.message_attachments where message_id = {mine}', both],
      [
        'preferences and drafts',
        'select draft from public.conversation_preferences where conversation_id = {direct} and member_id = {student}',
        { student: 1, visitor: '42501', others: 0 },
      ],
      [
        'whom the parent blocked',
        'select 1 from public.member_blocks where member_id = {parent}',
        { parent: 1, visitor: '42501', others: 0 },
      ],
      [
        'what the member reported',
        'select body from public.message_reports where author_id = {student}',
        { owner: 1, member: 1, visitor: '42501', others: 0 },
      ],
      [
        'to whom members may write',
        'select member_messages from public.message_settings where account_id = {demo}',
        { ...membersOfDemo(1), visitor: '42501', others: 0 },
      ],
      ['the list of conversations', 'select 1 from public.list_conversations() where id = {direct}', both],
      ['one conversation', `select 1 from public.list_conversations('', {direct})`, both],
      ['a search in messages', `select 1 from public.search_messages('there')`, both],
      ['pairs of members', 'select pair from public.conversations', noGrant],
    ],
    () => ids as Record<string, string>,
  );
});

describe('who writes past the functions', () => {
  matrix(
    () => world,
    [
      ['a conversation', `insert into public.conversations (account_id, kind) values ({demo}, 'group')`, noGrant],
      [
        'joins one',
        'insert into public.conversation_members (account_id, conversation_id, member_id) values ({demo}, {direct}, {owner})',
        noGrant,
      ],
      ['sets how far somebody read', 'update public.conversation_members set read_seq = 9', noGrant],
      [
        'a message',
        `insert into public.messages (account_id, conversation_id, seq, client_id, author_name, body) values ({demo}, {direct}, 9, {demo}, 'x', 'x')`,
        noGrant,
      ],
      ['changes a message', `update public.messages set body = 'x'`, noGrant],
      ['removes messages', 'delete from public.messages', noGrant],
      [
        'a reaction',
        `insert into public.message_reactions (account_id, message_id, member_id, reaction) values ({demo}, {mine}, {student}, 'love')`,
        noGrant,
      ],
      [
        'a file',
        `insert into public.message_attachments (account_id, message_id, path, name, mime_type, size) values ({demo}, {mine}, 'messages/x/y', 'y', 'x', 1)`,
        noGrant,
      ],
      [
        'a report',
        `insert into public.message_reports (account_id, author_name, body) values ({demo}, 'x', 'x')`,
        noGrant,
      ],
      ['decides a report', `update public.message_reports set state = 'dismissed'`, noGrant],
      ['announces', `select private.announce_message({demo}, {mine})`, noGrant],
      ['clears', `select private.clear_message({demo}, {mine})`, noGrant],
      ['asks who may write to whom', `select private.may_message({demo}, {student}, {member})`, noGrant],
    ],
    () => ids as Record<string, string>,
  );
});

describe('who does what', () => {
  matrix(
    () => world,
    [
      [
        'mutes it',
        'update public.conversation_preferences set is_muted = true where conversation_id = {direct} and member_id = {student} returning 1',
        { student: 1, visitor: '42501', others: 0 },
      ],
      ['takes the preferences of somebody', 'update public.conversation_preferences set member_id = {owner}', noGrant],
      [
        'starts a conversation with the member',
        'select public.start_conversation(array[{member}]::uuid[])',
        {
          owner: 1,
          instructor: 1,
          student: 1,
          visitor: '42501',
          parent: 'forbidden',
          member: 'invalid',
          others: 'forbidden',
        },
      ],
      [
        'starts one with the owner',
        'select public.start_conversation(array[{owner}]::uuid[])',
        { ...membersOfDemo(1), owner: 'invalid', visitor: '42501', others: 'forbidden' },
      ],
      [
        'sends a message',
        `select public.send_message({direct}, {demo}, 'Hello')`,
        {
          student: 1,
          member: 1,
          visitor: '42501',
          owner: 'not_found',
          instructor: 'not_found',
          parent: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'edits a message of the student',
        `select public.edit_message({mine}, 'Hello')`,
        {
          student: 1,
          visitor: '42501',
          owner: 'not_found',
          instructor: 'not_found',
          parent: 'not_found',
          member: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'deletes it',
        'select public.delete_message({mine})',
        {
          student: 1,
          visitor: '42501',
          owner: 'not_found',
          instructor: 'not_found',
          parent: 'not_found',
          member: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'reacts to it',
        `select public.react_to_message({mine}, 'love', true)`,
        {
          student: 1,
          member: 1,
          visitor: '42501',
          owner: 'not_found',
          instructor: 'not_found',
          parent: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'reads it',
        'select public.read_conversation({direct}, 1)',
        { ...membersOfDemo(1), atelierOwner: 1, atelierStudent: 1, both: 1, visitor: '42501', others: 'forbidden' },
      ],
      [
        'names the group',
        `select public.rename_conversation({group}, 'Walk')`,
        {
          student: 1,
          visitor: '42501',
          member: 'forbidden',
          parent: 'forbidden',
          owner: 'not_found',
          instructor: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'adds the instructor to it',
        'select public.add_to_conversation({group}, array[{instructor}]::uuid[])',
        {
          student: 1,
          visitor: '42501',
          member: 'forbidden',
          parent: 'forbidden',
          owner: 'not_found',
          instructor: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'removes the parent',
        'select public.leave_conversation({group}, {parent})',
        {
          student: 1,
          parent: 1,
          visitor: '42501',
          member: 'forbidden',
          owner: 'not_found',
          instructor: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'leaves it',
        'select public.leave_conversation({group})',
        {
          student: 1,
          parent: 1,
          member: 1,
          visitor: '42501',
          owner: 'not_found',
          instructor: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'reports the message',
        'select public.report_message({mine})',
        {
          member: 1,
          visitor: '42501',
          student: 'not_found',
          owner: 'not_found',
          instructor: 'not_found',
          parent: 'not_found',
          ...atelier,
          others: 'forbidden',
        },
      ],
      [
        'decides reports',
        `select public.decide_message_reports('{}', true)`,
        { owner: 1, visitor: '42501', atelierOwner: 1, others: 'forbidden' },
      ],
      [
        'blocks in the name of the student',
        'insert into public.member_blocks (account_id, member_id, blocked_id) values ({demo}, {student}, {member}) returning 1',
        { student: 1, others: '42501' },
      ],
      [
        'unblocks for the parent',
        'delete from public.member_blocks where member_id = {parent} returning 1',
        { parent: 1, visitor: '42501', others: 0 },
      ],
      [
        'decides to whom members write',
        `update public.message_settings set member_messages = 'staff' where account_id = {demo} returning 1`,
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'sees whom they may write to',
        'select 1 from public.people_to_message() where id = {member}',
        { owner: 1, instructor: 1, student: 1, visitor: '42501', others: 0 },
      ],
    ],
    () => ids as Record<string, string>,
  );
});

describe('realtime', () => {
  const rights = (person: Parameters<World['attempt']>[0], topic: string) =>
    world.attempt(person, 'select realtime.topic_rights($1) as rights', [topic]);
  const none = { readBroadcast: false, readPresence: false, writeBroadcast: false, writePresence: false };

  test('an inbox is heard by its person alone, and written by nobody', async () => {
    const inbox = `inbox:${talk.memberOf('student').user_id}:${world.demo}`;
    expect(await rights('student', inbox)).toEqual({
      rows: [{ rights: { ...none, readBroadcast: true, readPresence: true } }],
    });
    for (const person of ['owner', 'member', 'stolen', 'blocked', 'atelierStudent'] as const)
      expect(await rights(person, inbox)).toEqual({ rows: [{ rights: none }] });
  });

  test('who takes part hears and says who is writing', async () => {
    const typing = `typing:${ids.direct}:${world.demo}`;
    for (const person of ['student', 'member'] as const)
      expect(await rights(person, typing)).toEqual({
        rows: [{ rights: { ...none, readBroadcast: true, readPresence: true, writeBroadcast: true } }],
      });
    for (const person of ['owner', 'parent', 'visitor', 'both'] as const)
      expect(await rights(person, typing)).toEqual({ rows: [{ rights: none }] });
  });
});

test('who has signed in as somebody reads and writes none of their messages', async () => {
  const caller = world.caller('student');
  await world.sql.query(
    "update private.session_accounts set actor_id = $2, expires_at = now() + interval '5 minutes' where session_id = $1",
    [caller.claims.session_id, talk.memberOf('owner').user_id],
  );
  const tables = ['conversations', 'conversation_members', 'conversation_preferences', 'messages', 'message_reactions'];
  for (const table of [...tables, 'message_attachments'])
    expect(await talk.as('student').query(`select 1 from public.${table}`), table).toEqual([]);
  expect(await talk.listOf('student')).toEqual([]);
  expect(await refused(talk.send('student', ids.direct ?? '', 'Not me'))).toBe('acting');
  expect(await refused(talk.start('student', ['owner']))).toBe('acting');
  expect(await refused(talk.block('student', 'member'))).toBe('acting');
  await world.sql.query(
    'update private.session_accounts set actor_id = null, expires_at = null where session_id = $1',
    [caller.claims.session_id],
  );
});
