import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { matrix, userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

const src = resolve(import.meta.dirname, '../../../..');

let world: World;
let owner: string;
let people: string[];
beforeAll(async () => {
  world = await openWorld();
  owner = await userIdOf(world, 'owner@demo.test');
});
afterAll(() => world.close());

matrix(() => world, [['has a name forgotten', `select private.erase_named({demo}, auth.uid())`, { others: '42501' }]]);

describe('two people of one name', () => {
  beforeEach(async () => {
    await world.sql.query('delete from public.account_notifications');
    people = [];
    for (const address of ['one', 'other']) {
      const [made] = await world.sql.query<{ id: string }>(
        `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), gen_random_uuid() || $1 || '@namesakes.test', 'authenticated', 'authenticated') returning id`,
        [address],
      );
      const id = made?.id ?? '';
      await world.sql.query(`select private.make_member($1, $2, 'student')`, [world.demo, id]);
      await world.sql.query(`update public.members set name = 'Noa Berg' where account_id = $1 and user_id = $2`, [
        world.demo,
        id,
      ]);
      people.push(id);
    }
  });
  const notify = (about: string | null, number: string) =>
    world.sql.query(
      `select private.notify_localized($1, $2, 'orderPlaced', 'New order {{number}} from {{name}}.',
         jsonb_build_object('number', $3::text, 'name', 'Noa Berg'), 2, null, 'sales', $4)`,
      [world.demo, owner, number, about],
    );
  const remaining = async () =>
    (
      await world.sql.query<{ number: string }>(
        `select said -> 'values' ->> 'number' as number from public.account_notifications where account_id = $1 order by 1`,
        [world.demo],
      )
    ).map(({ number }) => number);
  const forget = (person: string | undefined) =>
    world.sql.query(`select private.erase_member($1, $2)`, [world.demo, person]);

  test('what was told of the one goes with them, what was told of the other stays', async () => {
    await notify(people[0] ?? null, '#1');
    await notify(people[1] ?? null, '#2');
    await forget(people[0]);
    expect(await remaining()).toEqual(['#2']);
    await forget(people[1]);
    expect(await remaining()).toEqual([]);
  });

  test('what was told before anybody was named by id goes with the last of them', async () => {
    await notify(null, '#3');
    await forget(people[0]);
    expect(await remaining()).toEqual(['#3']);
    await forget(people[1]);
    expect(await remaining()).toEqual([]);
  });

  test('what was told before is about whose order, message or only name it was', async () => {
    const [order] = await world.sql.query<{ number: string; user_id: string }>(
      `select number, user_id from public.orders where account_id = $1 and user_id is not null limit 1`,
      [world.demo],
    );
    const [message] = await world.sql.query<{ number: string; name: string; author: string }>(
      `select t.number, coalesce(nullif(m.author_name, ''), t.requester_name) as name, m.author_id as author
         from public.ticket_messages m join public.tickets t on (t.account_id, t.id) = (m.account_id, m.ticket_id)
        where m.account_id = $1 and m.author_id is not null limit 1`,
      [world.demo],
    );
    const student = await userIdOf(world, 'student@demo.test');
    const [member] = await world.sql.query<{ name: string }>(
      'select name from public.members where account_id = $1 and user_id = $2',
      [world.demo, student],
    );
    for (const [key, number, name] of [
      ['orderPlaced', `#${order?.number}`, 'Noa Berg'],
      ['ticketMessage', `#${message?.number}`, message?.name],
      ['commentWaits', '#c', member?.name],
      ['commentWaits', '#n', 'Noa Berg'],
    ])
      await world.sql.query(
        `select private.notify_localized($1, $2, $3, '{{name}} {{number}}', jsonb_build_object('number', $4::text, 'name', $5::text))`,
        [world.demo, owner, key, number, name],
      );
    for (const file of globSync('features/*/*/migrations/2026112304*_*notification*.sql', { cwd: src }))
      for (const [update] of readFileSync(join(src, file), 'utf8').matchAll(/^update [^;]+;/gm))
        await world.sql.query(update);
    const rows = await world.sql.query<{ number: string; about: string | null }>(
      `select said ->> 'key' || (said -> 'values' ->> 'number') as number, about from public.account_notifications where account_id = $1`,
      [world.demo],
    );
    expect(Object.fromEntries(rows.map(({ number, about }) => [number, about]))).toEqual({
      [`orderPlaced#${order?.number}`]: order?.user_id,
      [`ticketMessage#${message?.number}`]: message?.author,
      'commentWaits#c': student,
      'commentWaits#n': null,
    });
  });
});

test('whatever tells a name says whose it is', () => {
  const calls = globSync('**/policies.sql', { cwd: src }).flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/private\.notify_localized\([^;]*?\{\{name\}\}[^;]*/g)].map(
      ([call]) => `${file}: ${call.replace(/\s+/g, ' ')}`,
    ),
  );
  expect(calls.length).toBeGreaterThan(4);
  expect(
    calls.filter((call) => !/'(family|sales|comments|tickets|general)', (\w+\.user_id|coalesce\()/.test(call)),
  ).toEqual([]);
});
