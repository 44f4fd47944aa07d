import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

/** What the product's own screens follow live: the tables it shares by itself, none added by the test. */
type Received = { event: string; row: Record<string, unknown> };

const PATIENCE = { timeout: 10_000 };

let world: World;
let app: AppWorld;
let socket: Listening;
let shop: Shop;
const clients: SupabaseClient[] = [];
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  socket = await listening(app);
  shop = await openShop(world);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.removeAllChannels()));
  await socket.close();
  await app.close();
  await world.close();
});

/** Someone who listens to a table on demo's host as the product's screens do; without an address, a visitor. */
async function listen(table: string, host: string, email?: string): Promise<Received[]> {
  const token = email ? (await app.signIn(host, email)).access_token : undefined;
  const client = createClient(socket.origin('demo'), app.runtime.keys.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(token ? { accessToken: async () => token } : {}),
  });
  clients.push(client);
  // A join that overtakes its token is a visitor's.
  await client.realtime.setAuth();
  const received: Received[] = [];
  const channel = client
    .channel(`rows-of-${table}`)
    .on('postgres_changes', { event: '*', schema: 'public', table }, ({ eventType, new: row }) =>
      received.push({ event: eventType, row }),
    );
  await new Promise<void>((messages, failed) => {
    channel.on('system', {}, ({ status, message }: { status: string; message: string }) =>
      status === 'ok' ? messages() : failed(new Error(message)),
    );
    channel.subscribe();
  });
  return received;
}

const strangersTo = (table: string) =>
  Promise.all([
    listen(table, 'demo'),
    listen(table, 'atelier', 'student@atelier.test'),
    listen(table, 'demo', 'student@atelier.test'),
    listen(table, 'atelier', 'owner@demo.test'),
  ]);

test('a notification and its being read are told to its recipient alone', async () => {
  const table = 'account_notifications';
  const [own, other] = await Promise.all([
    listen(table, 'demo', 'student@demo.test'),
    listen(table, 'demo', 'owner@demo.test'),
  ]);
  const strangers = await strangersTo(table);
  const notify = (person: string, words: string) =>
    world.sql.query(`select private.notify($1, (select id from auth.users where email = $2), $3)`, [
      world.demo,
      person,
      words,
    ]);
  await notify('student@demo.test', 'for the student');
  await expect
    .poll(() => own.map(({ event, row }) => [event, row.message]), PATIENCE)
    .toEqual([['INSERT', 'for the student']]);
  await world.sql.query(`update public.account_notifications set read = true where message = 'for the student'`);
  await expect.poll(() => own.map(({ event, row }) => [event, row.read]), PATIENCE).toContainEqual(['UPDATE', true]);
  // Rows are told in their order: once the owner has this one, the student's would have come before it.
  await notify('owner@demo.test', 'for the owner');
  await expect.poll(() => other.map(({ row }) => row.message), PATIENCE).toEqual(['for the owner']);
  expect(own.some(({ row }) => row.message === 'for the owner')).toBe(false);
  expect(strangers.flat()).toEqual([]);
});

test('an order and its payment are told to its buyer and to those who manage orders', async () => {
  const [buyer, owner, instructor] = await Promise.all([
    listen('orders', 'demo', 'student@demo.test'),
    listen('orders', 'demo', 'owner@demo.test'),
    listen('orders', 'demo', 'instructor@demo.test'),
  ]);
  const strangers = await strangersTo('orders');
  const order = await shop.place('student');
  await shop.as('owner').query('select public.mark_paid($1)', [order.id]);
  const states = (received: Received[]) =>
    received.filter(({ row }) => row.id === order.id).map(({ row }) => row.status);
  // Placed and paid at once, a row may be read after both.
  await expect.poll(() => states(buyer).at(-1), PATIENCE).toBe('paid');
  await expect.poll(() => states(owner).length, PATIENCE).toBe(2);
  expect(states(owner).at(-1)).toBe('paid');
  expect(instructor).toEqual([]);
  expect(strangers.flat()).toEqual([]);
});

test('an answer in a ticket is told to both sides of it, a note to those who answer alone', async () => {
  const table = 'ticket_messages';
  const [asker, office, member] = await Promise.all([
    listen(table, 'demo', 'student@demo.test'),
    listen(table, 'demo', 'owner@demo.test'),
    listen(table, 'demo', 'member@demo.test'),
  ]);
  const strangers = await strangersTo(table);
  const [ticket] = await world.sql.query<{ id: string }>(`select id from public.tickets where category = 'bug'`);
  const say = (words: string, isNote: boolean) =>
    world.database
      .as(world.caller('owner'))
      .query('select public.answer_ticket($1, $2, $3, $4)', [world.demo, ticket?.id, words, isNote]);
  await say('for us alone', true);
  await say('for both', false);
  const words = (received: Received[]) => received.map(({ row }) => row.body);
  await expect.poll(() => words(office), PATIENCE).toEqual(['for us alone', 'for both']);
  // Rows are told in their order: a note would have come before the answer.
  await expect.poll(() => words(asker), PATIENCE).toEqual(['for both']);
  expect(member).toEqual([]);
  expect(strangers.flat()).toEqual([]);
});
