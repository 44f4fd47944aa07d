import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, type Call, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

describe('POST /api/log', () => {
  const rows: [string, Call, number][] = [
    ['a visitor', { body: { message: 'The player stopped.', account_id: 'any' } }, 204],
    ['a student', { as: 'student', body: { message: 'The player stopped.' } }, 204],
    ['nothing said', { body: { message: ' ' } }, 422],
    ['no message', { body: {} }, 422],
    ['not JSON', { body: '{"message":' }, 400],
    ['more than 8 KiB', { body: { message: 'x'.repeat(9_000) } }, 413],
  ];
  test.each(rows)('%s', async (_, call, status) => {
    expect((await app.call('/api/log', { method: 'POST', ...call })).status).toBe(status);
  });

  test('is stored for the account of the host, whatever the body says', async () => {
    const response = await app.call('/api/log', {
      method: 'POST',
      host: 'atelier',
      as: 'student',
      body: { message: 'kept where it happened', account_id: world.demo },
    });
    expect(await response.text()).toBe('');
    const rows = await world.sql.query('select account_id, user_id from private.logs where message = $1', [
      'kept where it happened',
    ]);
    expect(rows).toEqual([{ account_id: world.atelier, user_id: world.caller('student').claims.sub }]);
  });

  test('of an erased user is stored without a user', async () => {
    const claims = { ...world.caller('student').claims, sub: '00000000-0000-4000-8000-00000000dead' };
    const token = await app.runtime.tokens.sign(claims, 600);
    const response = await app.call('/api/log', { method: 'POST', token, body: { message: 'from nobody' } });
    expect(response.status).toBe(204);
    const rows = await world.sql.query(`select user_id from private.logs where message = 'from nobody'`);
    expect(rows).toEqual([{ user_id: null }]);
  });

  test('is counted by address', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, () =>
        app.call('/api/log', { method: 'POST', body: { message: 'again' } }).then((response) => response.status),
      ),
    );
    expect(statuses).toContain(429);
    const limited = await app.call('/api/log', { method: 'POST', body: { message: 'again' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
