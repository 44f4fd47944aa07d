import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dispatchEvents } from '#tests/db/dispatch-events.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { offeredTypes } from '#tests/events.ts';

let world: World;
const ids = { webhook: '', delivery: '', paid: '' };
beforeAll(async () => {
  world = await openWorld();
  await world.sql.query('delete from public.webhooks');
  const [webhook] = await world.database
    .as(world.caller('owner'))
    .query<{ id: string }>(
      `insert into public.webhooks (account_id, address, events) values ($1, 'https://hooks.example.org/in', $2) returning id`,
      [world.demo, ['order.paid']],
    );
  ids.webhook = webhook?.id ?? '';
  const [delivery] = await world.database
    .as(world.caller('owner'))
    .query<{ id: string }>('select public.test_webhook($1) as id', [ids.webhook]);
  ids.delivery = delivery?.id ?? '';
  await world.sql.query(
    `insert into public.webhook_attempts (account_id, delivery_id, number, request_headers, duration_ms) values ($1, $2, 1, '{}', 3)`,
    [world.demo, ids.delivery],
  );
});
afterAll(() => world.close());

async function emitOrderPaid(): Promise<void> {
  await world.sql.query("select private.emit($1, 'order.paid', 'order:1')", [world.demo]);
  await dispatchEvents(world.sql);
}

const managers = { owner: 1, visitor: '42501' };
matrix(
  () => world,
  [
    ['see webhooks', 'select address from public.webhooks where account_id = {demo}', { ...managers, others: 0 }],
    [
      'add a webhook',
      `insert into public.webhooks (account_id, address, events) values ({demo}, 'https://example.org/', '{post.published}') returning id`,
      { owner: 1, others: '42501' },
    ],
    [
      'change a webhook',
      `update public.webhooks set status = 'paused', events = '{order.refunded}' where id = {webhook} returning id`,
      { ...managers, others: 0 },
    ],
    [
      'move a webhook to another account',
      `update public.webhooks set account_id = {atelier} where id = {webhook}`,
      { others: '42501' },
    ],
    [
      'say that a webhook fails',
      `update public.webhooks set failing_since = now() where id = {webhook}`,
      { others: '42501' },
    ],
    ['remove a webhook', 'delete from public.webhooks where id = {webhook} returning id', { ...managers, others: 0 }],
    [
      'read what was sent',
      'select body from public.webhook_deliveries where id = {delivery}',
      { ...managers, others: 0 },
    ],
    [
      'send something of their own making',
      `insert into public.webhook_deliveries (account_id, webhook_id, event_id, type, body) values ({demo}, {webhook}, {webhook}, 'x', '{}')`,
      { others: '42501' },
    ],
    [
      'read what was answered',
      'select response_body from public.webhook_attempts where delivery_id = {delivery}',
      { ...managers, others: 0 },
    ],
    [
      'write an answer',
      `update public.webhook_attempts set response_body = '' where delivery_id = {delivery}`,
      { others: '42501' },
    ],
    ['read the table of secrets', 'select secret from private.webhook_secrets', { others: '42501' }],
    [
      'see a secret',
      `select s from public.webhook_secret({webhook}) s where s like 'whsec\\_%'`,
      { ...managers, others: 'not_found' },
    ],
    ['replace a secret', 'select public.rotate_webhook_secret({webhook})', { ...managers, others: 'not_found' }],
    ['send a test', 'select public.test_webhook({webhook})', { ...managers, others: 'not_found' }],
    ['send again', 'select public.replay_deliveries({webhook})', { ...managers, others: 'not_found' }],
    ['take what is due', 'select * from private.claim_deliveries(1, true)', { others: '42501' }],
    ['deliver an event', 'select private.deliver_to_webhooks({demo})', { others: '42501' }],
    ['say how a delivery went', `select private.settle_delivery({demo}, {delivery}, '{}')`, { others: '42501' }],
  ],
  () => ids,
);

const owner = (text: string, values: unknown[] = []) => world.attempt('owner', text, values);
const add = 'insert into public.webhooks (account_id, address, events) values ($1, $2, $3) returning id';

describe('a webhook', () => {
  test.each([
    ['http://example.org/', '23514'],
    ['https://me:secret@example.org/', '23514'],
    ['https://example.org/ x', '23514'],
    ['https:///nothing', '23514'],
    ['http://127.0.0.1.example.org/', '23514'],
    ['javascript:alert(1)', '23514'],
    ['https://127.0.0.1', 'invalid'],
    ['https://localhost/in', 'invalid'],
    ['https://here.localhost/in', 'invalid'],
    ['https://[::1]/in', 'invalid'],
    ['https://[fd00::1]/in', 'invalid'],
    ['https://[::ffff:10.0.0.1]/in', 'invalid'],
    ['https://[2001:db8::1]/in', 'invalid'],
    ['https://10.1.2.3:8443/in', 'invalid'],
    ['https://172.31.255.255/in', 'invalid'],
    ['https://192.168.1.1/in', 'invalid'],
    ['https://169.254.169.254/latest', 'invalid'],
    ['https://2130706433/in', 'invalid'],
    ['https://0x7f.1/in', 'invalid'],
    ['https://printer.local/in', 'invalid'],
    ['https://printer.LOCAL./in', 'invalid'],
    [`https://example.org/${'a'.repeat(500)}`, '23514'],
  ])('at %s is refused', async (address, code) => {
    expect(await owner(add, [world.demo, address, ['order.paid']])).toMatchObject({ refused: code });
  });

  test.each([
    'https://172.32.0.1/in',
    'https://93.184.215.14/in',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/in',
    'https://local.example.org/in',
    'https://10.example.org/in',
    'http://127.0.0.1:4000/in',
  ])('at %s is kept', async (address) => {
    expect(await owner(add, [world.demo, address, ['order.paid']])).toMatchObject({ rows: [{}] });
  });

  test('is not moved into a private network either', async () => {
    const updateAddress = 'update public.webhooks set address = $2 where id = $1 returning id';
    expect(await owner(updateAddress, [ids.webhook, 'https://10.0.0.1/'])).toMatchObject({ refused: 'invalid' });
    expect(await owner(updateAddress, [ids.webhook, 'https://example.org/'])).toMatchObject({ rows: [{}] });
  });

  test('needs at least one event, and accepts only known ones', async () => {
    expect(await owner(add, [world.demo, 'https://example.org/', []])).toMatchObject({ refused: '23514' });
    expect(await owner(add, [world.demo, 'https://example.org/', ['order.eaten']])).toMatchObject({
      refused: 'invalid',
    });
    expect(await owner(add, [world.demo, 'https://example.org/', [...offeredTypes]])).toMatchObject({ rows: [{}] });
    const [row] = await world.sql.query<{ types: string[] }>('select private.event_types() as types');
    expect(row?.types).toEqual([...offeredTypes]);
  });

  test('is limited to twenty an account, also for concurrent inserts', async () => {
    const sql = world.database.as(world.caller('atelierOwner'));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        sql.query(add, [world.atelier, `https://example.org/${at}`, ['order.paid']]),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ detail: 'too_many_webhooks' });
    await world.sql.query('delete from public.webhooks where account_id = $1', [world.atelier]);
  });

  test('cannot be set to disabled, and gets neither events nor tests while paused', async () => {
    expect(await owner(`update public.webhooks set status = 'disabled' where id = $1`, [ids.webhook])).toMatchObject({
      refused: 'invalid',
    });
    await world.sql.query(`update public.webhooks set status = 'paused' where id = $1`, [ids.webhook]);
    expect(await owner('select public.test_webhook($1)', [ids.webhook])).toMatchObject({ refused: 'webhook_off' });
    const count = async () =>
      (await world.sql.query('select from public.webhook_deliveries where webhook_id = $1', [ids.webhook])).length;
    const before = await count();
    await emitOrderPaid();
    expect(await count()).toBe(before);
    await world.sql.query(`update public.webhooks set status = 'active' where id = $1`, [ids.webhook]);
    await emitOrderPaid();
    expect(await count()).toBe(before + 1);
  });
});

test('a deleted account leaves nothing, with an active webhook or without', async () => {
  const [account] = await world.sql.query<{ account_id: string }>(
    `insert into public.accounts (slug, owner_id) select 'short-lived', owner_id from public.accounts where account_id = $1 returning account_id`,
    [world.demo],
  );
  await world.sql.query(add, [account?.account_id, 'https://example.org/', ['member.removed']]);
  await world.sql.query('delete from public.accounts where account_id = $1', [account?.account_id]);
  expect(
    await world.sql.query('select from public.webhook_deliveries where account_id = $1', [account?.account_id]),
  ).toEqual([]);
});
