import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
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

const visit = { utm_source: 'letter', utm_medium: 'email', utm_campaign: 'winter', initial_page: '/course' };

describe('POST /api/funnel/start', () => {
  test('begins a session on the account of the host', async () => {
    const response = await app.call('/api/funnel/start', {
      method: 'POST',
      host: 'atelier',
      body: { ...visit, account_id: world.demo, deviceInfo: { browser: 'Firefox', screenWidth: 1280 } },
    });
    const { session_id } = (await response.json()) as { session_id: string };
    const rows = await world.sql.query(
      'select account_id, utm_campaign, initial_page, device_info from public.funnel_sessions where id = $1',
      [session_id],
    );
    expect(rows).toEqual([
      {
        account_id: world.atelier,
        utm_campaign: 'winter',
        initial_page: '/course',
        device_info: { browser: 'Firefox', screenWidth: 1280 },
      },
    ]);
  });

  test.each([
    ['without a campaign', { ...visit, utm_campaign: '' }],
    ['with a novel for a source', { ...visit, utm_source: 'x'.repeat(201) }],
    ['with a device that is none', { ...visit, deviceInfo: { screenWidth: 'wide' } }],
  ])('%s it is refused', async (_, body) => {
    expect((await app.call('/api/funnel/start', { method: 'POST', body })).status).toBe(422);
  });

  test('is counted by address', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => app.call('/api/funnel/start', { method: 'POST', body: visit })),
    );
    expect(responses.map((response) => response.status)).toContain(429);
  });
});
