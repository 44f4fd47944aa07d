import { createServer as createVite } from 'vite';
import type { serve as Serve } from '#app/start/serve.ts';
import type * as EnvironmentModule from '#base/server/environment.ts';
import { root } from '#base/server/root.ts';
import { shutdownOnSignals } from '#base/server/shutdown.ts';

/** `npm run dev`: the same server, its screens served and replaced by Vite as they are edited. */
process.env.NODE_ENV ??= 'development';
const vite = await createVite({ root, server: { middlewareMode: true }, appType: 'custom' });
const { serve } = (await vite.ssrLoadModule('/src/app/start/serve.ts')) as { serve: typeof Serve };
const { readEnvironment } = (await vite.ssrLoadModule('/src/base/server/environment.ts')) as typeof EnvironmentModule;
const { startupBanner } = (await vite.ssrLoadModule(
  '/src/app/start/startup-banner.ts',
)) as typeof import('#app/start/startup-banner.ts');
const environment = readEnvironment(process.env);
const running = await serve(environment, {
  build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<never>,
  before: (message, response, next) => vite.middlewares(message, response, next),
});
process.stdout.write(startupBanner(environment, running.port));
shutdownOnSignals(() => running.stop().then(() => vite.close()));
