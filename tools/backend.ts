import { readConfiguration } from '#backend/gateway/configuration.ts';
import { serveBackend } from '#backend/gateway/serve-backend.ts';
import { StartError } from '#base/server/environment.ts';
import { shutdownOnSignals } from '#base/server/shutdown.ts';

/** `npm run backend`: the five services by themselves, over the variables given, until SIGTERM or SIGINT. */
try {
  const configuration = readConfiguration(process.env);
  const running = await serveBackend(configuration);
  const end = shutdownOnSignals(() => running.stop());
  void running.failed.then((sentence) => {
    process.stderr.write(`${sentence}\n`);
    end(1);
  });
  const host = configuration.host.includes(':') ? `[${configuration.host}]` : configuration.host;
  const origin = `http://${host === '127.0.0.1' ? 'localhost' : host}:${running.port}`;
  const addresses = ['auth', 'rest', 'storage', 'realtime', 'functions'].map((name) => {
    const path = name === 'rest' ? configuration.rest.basePath : `/${name}/v1`;
    return `  ${name.padEnd(17)} ${origin}${path}`;
  });
  process.stdout.write(
    `\nThe backend is ready.\n\n${addresses.join('\n')}\n\n  anon_key          ${running.keys.anon_key}\n  service_role_key  ${running.keys.service_role_key}\n\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
