import { afterAll, beforeAll, expect, test } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

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
    ['signs as before', 'select private.short_ticket_signature({bug}, {student})', { others: '42501' }],
    ['reads what is signed', 'select private.ticket_digest({bug}, {student})', { others: '42501' }],
    ['reads the key', 'select secret from private.ticket_keys', { others: '42501' }],
    ['reads by which mail a message came', 'select mail_id from private.ticket_letters', { others: '42501' }],
    // Our server passes incoming mail without a user; clients cannot reach the private schema.
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

test('a reply address is stable for one ticket and one person', async () => {
  const rows = await world.sql.query<{ address: string; again: string }>(
    `select private.ticket_address(t.id, u.id) as address, private.ticket_address(t.id, u.id) as again
       from public.tickets t cross join auth.users u`,
  );
  expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length);
  for (const { address, again } of rows) {
    expect(again).toBe(address);
    // The local part of an address has at most 64 characters (RFC 5321).
    expect(address).toMatch(/^t[0-9a-f]{32}-[a-z2-7]{26}$/);
  }
});

test('its signature has 128 bits, in base32', async () => {
  const [row] = await world.sql.query<{ digest: Buffer; signature: string }>(
    'select private.ticket_digest($1, $2) as digest, private.ticket_signature($1, $2) as signature',
    [names.bug, names.student],
  );
  const bits = [...(row?.digest.subarray(16) ?? [])].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const encoded = `${bits}00`
    .match(/.{5}/g)
    ?.map((bits5) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(bits5, 2)]);
  expect(encoded).toHaveLength(26);
  expect(row?.signature).toBe(encoded?.join(''));
});

test('an address of 80 bits, of a mail that was sent before, is answered at until its time is over', async () => {
  const [row] = await world.sql.query<{ short: string }>(
    `select 't' || replace($1::uuid::text, '-', '') || '-' || left(encode(private.ticket_digest($1, $2), 'hex'), 20) as short`,
    [names.bug, names.student],
  );
  const replyFrom = (address: string | undefined) =>
    world.sql.query("select private.receive_ticket_mail($1, 'student@demo.test', 'Words.', '<80@x>')", [address]);
  // An installation that starts with long signatures never sent short ones.
  await expect(replyFrom(row?.short)).rejects.toMatchObject({ detail: 'forbidden' });
  await world.sql.query("update private.ticket_keys set short_until = now() + interval '1 day'");
  expect(await replyFrom(row?.short)).toHaveLength(1);
  const last = row?.short.at(-1) === '0' ? '1' : '0';
  await expect(replyFrom(`${row?.short.slice(0, -1)}${last}`)).rejects.toMatchObject({ detail: 'forbidden' });
  await expect(replyFrom(row?.short.slice(0, -1))).rejects.toMatchObject({ detail: 'not_found' });
  await world.sql.query("update private.ticket_keys set short_until = now() - interval '1 second'");
  await expect(replyFrom(row?.short)).rejects.toMatchObject({ detail: 'forbidden' });
});
