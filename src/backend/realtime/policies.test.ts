import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#base/server/database.ts';
import { silentLog } from '#base/server/log.ts';
import { accountA, accountB, ada, openScene, type Scene } from '#tests/db/realtime-wire.ts';
import { rightsOn } from './authorization.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const people: Record<string, Caller> = {
  visitor: { role: 'anon', claims: { role: 'anon' } },
  member: { role: 'authenticated', claims: { role: 'authenticated', sub: ada, account: accountA } },
  service: { role: 'service_role', claims: { role: 'service_role' } },
};

class Undone extends Error {}

async function attempt(person: string, text: string): Promise<number | string> {
  let outcome: number | string = 'nothing';
  await scene.database
    .as(people[person] ?? people.visitor!)
    .transaction(async (tx) => {
      outcome = (await tx.query(text)).length;
      throw new Undone();
    })
    .catch((error: { code?: string }) => {
      if (!(error instanceof Undone)) outcome = error.code ?? String(error);
    });
  return outcome;
}

describe('who may what', () => {
  const write = (extension: string) =>
    `insert into realtime.messages (topic, extension) values ('chat:${accountA}', '${extension}')`;
  it.each([
    ['visitor', 'select 1 from realtime.changes', '42501'],
    ['member', 'select 1 from realtime.changes', '42501'],
    ['member', 'delete from realtime.changes', '42501'],
    ['service', 'select 1 from realtime.changes', 0],
    ['visitor', 'select 1 from realtime.messages', 0],
    ['visitor', write('broadcast'), '42501'],
    ['member', write('broadcast'), '42501'],
    ['member', 'delete from realtime.messages', '42501'],
    ['member', `update realtime.messages set payload = '{}'`, '42501'],
    [
      'member',
      `insert into realtime.messages (id, topic, extension) values (gen_random_uuid(), 't', 'broadcast')`,
      '42501',
    ],
    ['service', write('broadcast'), 0],
    // The functions may be called; what the policies of realtime.messages reject is not written: see below.
    ['visitor', `select realtime.send('{}', 'e', 't')`, 1],
    ['member', `select realtime.send('{}', 'e', 't')`, 1],
    ['service', `select realtime.send('{}', 'e', 't')`, 1],
    ['member', 'select realtime.watch_tables()', '42501'],
    ['member', 'select realtime.record_change()', '42501'],
    ['visitor', `select realtime.send_binary('x', 'e', 't')`, 1],
    ['service', `select realtime.send_binary('x', 'e', 't')`, 1],
    ['member', 'update realtime.messages set expires_at = null', '42501'],
    [
      'member',
      `insert into realtime.messages (topic, extension, binary_payload) values ('chat:${accountA}', 'broadcast', 'x')`,
      '42501',
    ],
    ['member', 'select 1 from realtime.processes', '42501'],
    ['member', 'delete from realtime.processes', '42501'],
    ['service', 'select 1 from realtime.processes where false', 0],
    ['service', 'update realtime.processes set uses_triggers = true', '42501'],
    ['member', 'select 1 from realtime.bus_messages', '42501'],
    ['member', `insert into realtime.bus_messages (body) values ('x')`, '42501'],
    ['service', 'select 1 from realtime.bus_messages', 0],
    ['member', `select realtime.tell('{}')`, '42501'],
    ['member', `select realtime.beat('x', true, 1000)`, '42501'],
    ['member', `select realtime.farewell('x')`, '42501'],
    ['member', 'select realtime.drop_left_slots()', '42501'],
    ['member', `select realtime.drop_slot('stoa_realtime_x')`, '42501'],
    ['service', `select realtime.drop_slot('another')`, 'P0001'],
    ['service', `select realtime.drop_slot('stoa_realtime_none')`, 1],
  ])('%s: %s -> %s', async (person, text, outcome) => {
    expect(await attempt(person, text)).toBe(outcome);
  });
});

describe('a message of SQL', () => {
  const sends = {
    send: (topic: string) => `select realtime.send('{}', 'e', '${topic}')`,
    send_binary: (topic: string) => `select realtime.send_binary('x', 'e', '${topic}')`,
    broadcast_changes: (topic: string) =>
      `select realtime.broadcast_changes('${topic}', 'e', 'INSERT', 't', 's', null::realtime.changes, null::realtime.changes)`,
  };
  it.each([
    ['visitor', `chat:${accountA}`, 0],
    ['member', `chat:${accountA}`, 3],
    ['member', `chat:${accountB}`, 0],
    ['member', `onlineUsers:${accountA}`, 0],
    ['service', 'anything', 3],
  ])('of %s on %s is written by the same right as one of a client: %i', async (person, topic, written) => {
    const count = `select count(*)::int as count from realtime.messages where topic = $1`;
    const before = await scene.sql.query<{ count: number }>(count, [topic]);
    const caller = people[person]!;
    await scene.database.as(caller).transaction(async (tx) => {
      for (const send of Object.values(sends)) await tx.query(send(topic));
      expect(await tx.query('select realtime.topic() as topic')).toEqual([{ topic: null }]);
    });
    const after = await scene.sql.query<{ count: number }>(count, [topic]);
    expect((after[0]?.count ?? 0) - (before[0]?.count ?? 0)).toBe(written);
  });
});

describe('rights on a private channel', () => {
  const none = { readBroadcast: false, readPresence: false, writeBroadcast: false, writePresence: false };
  const listens = { ...none, readBroadcast: true, readPresence: true };
  it.each([
    ['visitor', `onlineUsers:${accountA}`, none],
    ['member', `onlineUsers:${accountA}`, { ...listens, writePresence: true }],
    ['member', `chat:${accountA}`, { ...listens, writeBroadcast: true }],
    ['member', `other:${accountA}`, listens],
    ['member', `onlineUsers:${accountB}`, none],
    ['member', 'onlineUsers', none],
    ['service', 'anything', { readBroadcast: true, readPresence: true, writeBroadcast: true, writePresence: true }],
  ])('of %s on %s', async (person, topic, expected) => {
    expect(await rightsOn(scene.database, people[person]!, topic, silentLog)).toEqual(expected);
  });
});
