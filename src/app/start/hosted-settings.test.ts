import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/server/log.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { checkHostedBackend } from './hosted-settings.ts';

let world: World;
let settings: unknown = {};
let status = 200;
const backend = createServer((request, response) => {
  const isRight = request.url === '/auth/v1/settings' && request.headers.apikey === 'public';
  response.writeHead(isRight ? status : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(settings));
});
beforeAll(async () => {
  world = await openWorld();
  await new Promise<void>((resolve) => void backend.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  backend.close();
  await world.close();
});

/** What a start with these settings warns of, and what the database then holds of the backend. */
async function started(isHosted = true) {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
  const { port } = backend.address() as AddressInfo;
  const backendUrl = isHosted ? `http://127.0.0.1:${port}` : '';
  await checkHostedBackend({ sql: world.sql, log, backendUrl, anonKey: 'public' });
  const [row] = await world.sql.query<{ is_hosted: boolean }>('select is_hosted from private.backend_kind');
  return { warnings, isHosted: row?.is_hosted };
}

test('a start on a hosted backend warns of each setting that takes what nobody proved, and notes where it is', async () => {
  settings = { mailer_autoconfirm: true, phone_autoconfirm: true };
  const wrong = await started();
  expect(wrong.isHosted).toBe(true);
  expect(wrong.warnings).toHaveLength(2);
  expect(wrong.warnings.join()).toMatch(/GOTRUE_MAILER_AUTOCONFIRM=false.*GOTRUE_SMS_AUTOCONFIRM=false/s);
  settings = { mailer_autoconfirm: false, phone_autoconfirm: false };
  expect((await started()).warnings).toEqual([]);
  settings = null;
  expect((await started()).warnings).toEqual([]);
  status = 503;
  expect((await started()).warnings).toEqual([expect.stringContaining('could not be read')]);
  // Back on its own services nothing is asked of anybody.
  expect(await started(false)).toEqual({ warnings: [], isHosted: false });
});
