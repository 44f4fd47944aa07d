import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#paths';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { userIdOf } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let token: string;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  const student = await userIdOf(world, 'student@demo.test');
  const [row] = await world.sql.query<{ token: string }>(
    `select replace($2::uuid::text, '-', '') || '-' || private.unsubscribe_signature($1, $2) as token`,
    [world.demo, student],
  );
  token = row?.token ?? '';
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const off = () =>
  world.sql.query<{ off: number }>(
    `select cardinality(p.no_email) as off from public.notification_preferences p join auth.users u on u.id = p.user_id
      where p.account_id = $1 and u.email = 'student@demo.test'`,
    [world.demo],
  );
const oneClick = (path: string, host = 'demo') =>
  app.call(path, {
    host,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

test('every browser gets the same public key, and never the private one', async () => {
  const responses = await Promise.all(
    ['demo', 'atelier', 'platform'].map((host) => app.call(paths.pushKey(), { host })),
  );
  const bodies = await Promise.all(responses.map((response) => response.text()));
  expect(new Set(bodies)).toEqual(new Set([JSON.stringify({ public_key: app.runtime.pushKeys.publicKey })]));
});

test('whoever only looks at the way out of a mail, as scanners do, is led to the choice and changes nothing', async () => {
  const before = await off();
  const response = await app.call(paths.leaveMails(token));
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    '/dashboard/notifications?view=preferences',
  ]);
  expect(await off()).toEqual(before);
});

test.each([
  ['a token that is none', 'x'.repeat(65), 'demo', 404],
  ['a token cut short', 'x'.repeat(64), 'demo', 422],
  ['no token', undefined, 'demo', 422],
  ['one of another site', null, 'atelier', 404],
])('the way out with %s is refused with a sentence', async (_, wrongToken, host, status) => {
  const response = await oneClick(paths.leaveMails(wrongToken === null ? token : wrongToken), host);
  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { message: string } }).error.message).toMatch(/link/);
});

test.each([
  ['cut short', 'bad', 'demo'],
  ['that is none', `${'0'.repeat(32)}-${'0'.repeat(32)}`, 'demo'],
  ['of another site', null, 'atelier'],
  ['left out', undefined, 'demo'],
])('a browser with a token %s is led to the page of a link that is no longer valid', async (_, wrongToken, host) => {
  const response = await app.call(paths.leaveMails(wrongToken === null ? token : wrongToken), { host });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/subscribed?state=invalid']);
});

test('a mail program that unsubscribes by itself, without a session, ends the mails', async () => {
  const response = await oneClick(paths.leaveMails(token));
  expect([response.status, await response.json()]).toEqual([200, { left: true }]);
  expect(await off()).toEqual([{ off: 13 }]);
});
