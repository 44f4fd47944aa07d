import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix } from '#tests/matrix.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
const names: Record<string, string> = {};
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ bug: string; student: string; address: string }>(
    `select t.id as bug, t.user_id as student, private.ticket_address(t.id, t.user_id) as address
       from public.tickets t where t.category = 'bug'`,
  );
  Object.assign(names, row);
});
afterAll(() => world.close());

const take = (address: string, sender: string) =>
  `select private.receive_ticket_mail(${address}, '${sender}', 'Words.', '<1@x>')`;

matrix(
  () => world,
  [
    ['makes an address', 'select private.ticket_address({bug}, {student})', { others: '42501' }],
    ['signs', 'select private.ticket_signature({bug}, {student})', { others: '42501' }],
    ['reads the key', 'select secret from private.ticket_keys', { others: '42501' }],
    ['reads by which mail a message came', 'select mail_id from private.ticket_letters', { others: '42501' }],
    // Our own server hands mail over as nobody; nobody else reaches the private schema.
    ['hands over a mail', take('{address}', 'student@demo.test'), { visitor: 1, others: '42501' }],
    [
      'hands over a mail of another sender',
      take('{address}', 'owner@demo.test'),
      { visitor: 'forbidden', others: '42501' },
    ],
    ['hands over a mail to nowhere', take("'hello'", 'student@demo.test'), { visitor: 'not_found', others: '42501' }],
  ],
  () => names,
);

test('an address is of one ticket and one person, and the same every time', async () => {
  const rows = await world.sql.query<{ address: string; again: string }>(
    `select private.ticket_address(t.id, u.id) as address, private.ticket_address(t.id, u.id) as again
       from public.tickets t cross join auth.users u`,
  );
  expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length);
  for (const { address, again } of rows) {
    expect(again).toBe(address);
    // What stands before the @ has at most 64 characters (RFC 5321).
    expect(address).toMatch(/^t[0-9a-f]{32}-[0-9a-f]{20}$/);
  }
});
