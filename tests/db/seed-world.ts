import { createApi } from '#app/http/api/api.ts';
import { createApiTools } from '#app/http/api/api-tools.ts';
import { createApp } from '#app/http/server.ts';
import { createRuntime } from '#app/start/runtime.ts';
import { seedDemo } from '#app/start/seed.ts';
import { createDatabase } from '#base/server/database.ts';
import { readEnvironment } from '#base/server/environment.ts';
import { silentLog } from '#base/server/log.ts';
import { createTokens } from '#base/server/tokens.ts';

export const TEST_SECRET = 'a secret for tests that is long enough to sign with';

/** Seeds the demo world through our own services, as a first start does. */
export async function seedWorld(options: { ownerUrl: string; clientUrl: string; folder: string }): Promise<void> {
  const tokens = createTokens(TEST_SECRET);
  const database = createDatabase({ ...options, poolSize: 4 });
  const keys = {
    anon_key: await tokens.sign({ role: 'anon' }),
    service_role_key: await tokens.sign({ role: 'service_role' }),
  };
  const runtime = await createRuntime({
    environment: readEnvironment({ DATA_DIR: options.folder, SEED: 'demo' }),
    log: silentLog,
    port: 80,
    open: {
      ...options,
      database,
      tokens,
      jwtSecret: TEST_SECRET,
      keys,
      failed: new Promise(() => {}),
      close: () => database.close(),
    },
  });
  const app = createApp(runtime, createApi(createApiTools(runtime)));
  await seedDemo({ sql: database.asService(), keys, fetch: app.fetch, origin: 'http://localhost' });
  await runtime.stop();
}
