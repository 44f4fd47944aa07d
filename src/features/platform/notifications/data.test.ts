import type { QueryOptions } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { userIdOf } from '#tests/db/matrix.ts';
import { signedInClient } from '#tests/db/official-client.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import {
  bellLimit,
  type ChatPage,
  markAllRead,
  markRead,
  type NotificationPage,
  notificationPage,
  readNotification,
  recentChats,
  unreadNotifications,
} from './data.ts';
import { markSeen, ownBrowsers, ownPreferences, removeBrowser, saveBrowser, savePreferences } from './ways/data.ts';
import { defaultPreferences } from './ways/rules.ts';

let world: World;
let app: AppWorld;
let db: Db;
let me: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  db = (await signedInClient(app, 'member@demo.test')) as unknown as Db;
  me = await userIdOf(world, 'member@demo.test');
});
afterAll(async () => {
  await app.close();
  await world.close();
});
beforeEach(async () => {
  for (const table of ['account_notifications', 'notification_preferences', 'push_subscriptions'])
    await world.sql.query(`delete from public.${table}`);
});

/** Runs a query function without the cache. */
const fetchQuery = <Answer>({ queryFn }: QueryOptions<Answer, Error, Answer, never>) =>
  (queryFn as () => Promise<Answer>)();
const messages = ({ rows }: NotificationPage) => rows.map(({ message }) => message);
async function insertNotification(message: string, type = 'other', person = me): Promise<string> {
  const [row] = await world.sql.query<{ id: string }>(
    'insert into public.account_notifications (account_id, user_id, type, message, created_at) values ($1, $2, $3, $4, clock_timestamp()) returning id',
    [world.demo, person, type, message],
  );
  return row?.id ?? '';
}

describe('the bell', () => {
  test('lists what is unread, newest first, counts it, and leaves messages to the chat bell', async () => {
    await insertNotification('One');
    const two = await insertNotification('Two');
    await insertNotification('Hello', 'chat');
    await markRead(db, world.demo, two);
    await insertNotification('Three');
    const page = await fetchQuery(unreadNotifications(db, world.demo, me) as never);
    expect([messages(page as NotificationPage), (page as NotificationPage).total]).toEqual([['Three', 'One'], 2]);
  });

  test('the list behind it has all of them, unread first, a page at a time', async () => {
    const first = await insertNotification('One');
    for (const message of ['Two', 'Three']) await insertNotification(message);
    await markRead(db, world.demo, first);
    const page = (at: number) =>
      fetchQuery(notificationPage(db, world.demo, me, at, 2) as never) as Promise<NotificationPage>;
    expect([messages(await page(1)), messages(await page(2)), (await page(1)).total]).toEqual([
      ['Three', 'Two'],
      ['One'],
      3,
    ]);
    await markAllRead(db, world.demo, me);
    expect((await world.sql.query('select from public.account_notifications where not read')).length).toBe(0);
  });

  test('one that was pressed elsewhere is found by its id; what is somebody else’s, or no id, is none', async () => {
    const ownId = await insertNotification('Mine');
    const otherId = await insertNotification('Theirs', 'other', await userIdOf(world, 'student@demo.test'));
    const notifications = await Promise.all([ownId, otherId, 'x'].map((id) => readNotification(db, world.demo, id)));
    expect(notifications.map((row) => row?.message ?? null)).toEqual(['Mine', null, null]);
  });
});

test('opening the chat list marks all chat notifications read, and nothing else', async () => {
  await insertNotification('Hello', 'chat');
  await insertNotification('Are you there?', 'chat');
  await insertNotification('One');
  const chats = async () => (await fetchQuery(recentChats(db, world.demo, me) as never)) as ChatPage;
  const before = await chats();
  expect(messages(before)).toEqual(['Are you there?', 'Hello']);
  expect(before.unread).toBe(2);
  await markAllRead(db, world.demo, me, 'chat');
  expect(await chats()).toMatchObject({ unread: 0, total: 2 });
  expect(await world.sql.query('select message, read from public.account_notifications order by created_at')).toEqual([
    { message: 'Hello', read: true },
    { message: 'Are you there?', read: true },
    { message: 'One', read: false },
  ]);
});

test('the chat bell counts all that is unread, however much of it is shown', async () => {
  for (const at of Array.from({ length: bellLimit + 2 }, (_, index) => index))
    await insertNotification(`Message ${at}`, 'chat');
  const page = (await fetchQuery(recentChats(db, world.demo, me) as never)) as ChatPage;
  expect(page.rows).toHaveLength(bellLimit);
  expect(page.unread).toBe(bellLimit + 2);
});

test('an opened list is marked as seen and stays unread', async () => {
  await insertNotification('One');
  await markSeen(db, world.demo);
  expect(await world.sql.query('select read, seen_at is not null as seen from public.account_notifications')).toEqual([
    { read: false, seen: true },
  ]);
});

test('wishes are every way until they are said, kept as said, and changed in place', async () => {
  const readPreferences = () => fetchQuery(ownPreferences(db, world.demo, me) as never);
  expect(await readPreferences()).toEqual({ ...defaultPreferences, isStored: false });
  const preferences = {
    ...defaultPreferences,
    no_push: ['learning' as const],
    quiet_from: '22:30',
    quiet_until: '07:00',
    time_zone: 'Asia/Tokyo',
  };
  await savePreferences(db, world.demo, me, preferences);
  expect(await readPreferences()).toEqual({ ...preferences, isStored: true });
  await savePreferences(db, world.demo, me, {
    ...preferences,
    email_rhythm: 'weekly',
    quiet_from: null,
    quiet_until: null,
  });
  expect(await readPreferences()).toMatchObject({ email_rhythm: 'weekly', quiet_from: null, no_push: ['learning'] });
  expect(await world.sql.query('select from public.notification_preferences')).toHaveLength(1);
  await expect(savePreferences(db, world.demo, me, { ...preferences, quiet_until: '22:30' })).rejects.toThrow();
});

test('a push subscription is added, listed and removed', async () => {
  const browser = {
    endpoint: 'https://push.example/mine',
    p256dh: 'B'.repeat(87),
    auth: 'a'.repeat(22),
    device: 'Firefox · Linux',
  };
  await saveBrowser(db, world.demo, browser);
  const list = () =>
    fetchQuery(ownBrowsers(db, world.demo, me) as never) as Promise<{ endpoint: string; device: string }[]>;
  expect(await list()).toMatchObject([{ endpoint: browser.endpoint, device: browser.device }]);
  await removeBrowser(db, world.demo, browser.endpoint);
  expect(await list()).toEqual([]);
});
