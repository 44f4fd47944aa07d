import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { lockDataFolder } from '#base/server/data-folder.ts';
import type { Environment } from '#base/server/environment.ts';
import { listen, once, unavailable } from '#base/server/listener.ts';
import { createLog } from '#base/server/log.ts';
import { attachMessage } from '#base/server/raw-body.ts';
import { type StartStep, silentSteps } from '#base/server/start-steps.ts';
import { closeServer, createWebServer, type Upgrade } from '#base/server/web-server.ts';
import type { Worker } from '#base/server/worker.ts';
import { openDatabase } from '../database/open-database.ts';
import { createApi } from '../http/api/api.ts';
import { createApiTools } from '../http/api/api-tools.ts';
import { createHttpsServer } from '../http/https-server.ts';
import { type App, createApp } from '../http/server.ts';
import { createUpgrade } from '../http/upgrade.ts';
import { startJobs } from './jobs.ts';
import { prepareData } from './prepare-data.ts';
import type { Build } from './rendering.ts';
import { createRuntime, type Runtime } from './runtime.ts';
import { startWarnings } from './start-warnings.ts';
import type { AdminLink } from './startup-banner.ts';

export type Running = {
  port: number;
  httpsPort: number | null;
  runtime: Runtime;
  stop(): Promise<void>;
  failed: Promise<string>;
  /** Printed by the start for those of SUPER_ADMIN_EMAILS who have no confirmed login yet: never logged. */
  adminLinks: readonly AdminLink[];
};

/** Runs before our own responses: the development server's modules. */
export type Before = (message: IncomingMessage, response: ServerResponse, next: () => void) => void;

type Options = { build?: Build; before?: Before; volatile?: boolean; step?: StartStep };

/** What a start has begun so far, to stop it again. */
type Started = {
  server?: Server;
  httpsServer?: Server;
  worker?: Worker;
  runtime?: Runtime;
  stopReencrypting?: () => Promise<void>;
};

/**
 * The whole product on one port. Order: lock, port, database, migrations, seed, worker, ready; the reverse when it stops.
 *
 * @throws {StartError} with nothing left half done.
 */
export async function serve(environment: Environment, options: Options = {}): Promise<Running> {
  const log = createLog(environment.LOG_LEVEL);
  const step = options.step ?? silentSteps;
  const lock = await lockDataFolder(environment.DATA_DIR);
  const started: Started = {};
  const stop = once(async () => {
    await stopAll(started);
    await lock.release();
  });
  try {
    const { port, httpsPort, connect } = await openPorts(environment, started);
    const open = await openDatabase(environment, { volatile: options.volatile, step });
    const runtime = await createRuntime({ environment, log, open, port, build: options.build }).catch(
      async (error: unknown) => {
        await open.close();
        throw error;
      },
    );
    started.runtime = runtime;
    const tools = createApiTools(runtime);
    const app = createApp(runtime, createApi(tools));
    const adminLinks = await prepareData(runtime, app.fetch, step);
    if (environment.ROLE !== 'web') started.worker = await startJobs(runtime, tools);
    connect(listenerOf(app, options.before), createUpgrade(runtime));
    runtime.usageStats.start();
    const isWeb = environment.ROLE !== 'worker';
    if (isWeb) runtime.pageViews.start();
    for (const sentence of startWarnings(environment)) log.warn({}, sentence);
    void warnOfMissingScanner(runtime);
    runtime.setReady(true);
    started.stopReencrypting = runtime.reencrypt();
    if (isWeb) prepareFirstPaint(runtime);
    return { port, httpsPort, runtime, stop, failed: open.failed, adminLinks };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Stops taking requests, finishes those in flight, then stops the worker, then what both depend on. */
async function stopAll({ server, httpsServer, worker, runtime, stopReencrypting }: Started): Promise<void> {
  runtime?.setReady(false);
  const closed = [server, httpsServer].map((open) => open && closeServer(open));
  await runtime?.backend?.realtime.close();
  await Promise.all(closed);
  await worker?.stop();
  await stopReencrypting?.();
  await runtime?.usageStats.stop();
  await runtime?.pageViews.stop();
  await runtime?.stop();
}

type Ports = {
  port: number;
  /** Where domains of accounts are served over TLS; null where a proxy does that. */
  httpsPort: number | null;
  /** Sets the handlers; until then requests get 503. */
  connect(handle: RequestListener, upgrade: Upgrade): void;
};

/** Opens the ports before the database, so that a taken port is found out at once. A worker opens none. */
async function openPorts(environment: Environment, started: Started): Promise<Ports> {
  let handle: RequestListener = unavailable;
  let upgrade: Upgrade = (_, socket) => socket.destroy();
  const connect: Ports['connect'] = (nextHandle, nextUpgrade) => {
    handle = nextHandle;
    upgrade = nextUpgrade;
  };
  if (environment.ROLE === 'worker') return { port: 0, httpsPort: null, connect };
  const handleNow: RequestListener = (message, response) => handle(message, response);
  const upgradeNow: Upgrade = (message, socket, head) => upgrade(message, socket, head);
  const { PORT, HTTPS_PORT, HOST: host } = environment;
  const server = createWebServer(handleNow, upgradeNow);
  const port = await listen(server, { port: PORT, host });
  started.server = server;
  if (HTTPS_PORT === undefined) return { port, httpsPort: null, connect };
  const httpsServer = createHttpsServer(() => started.runtime?.certificates, handleNow, upgradeNow);
  const httpsPort = await listen(httpsServer, { port: HTTPS_PORT, host, variable: 'HTTPS_PORT' });
  started.httpsServer = httpsServer;
  return { port, httpsPort, connect };
}

function listenerOf(app: App, before: Before | undefined): RequestListener {
  const respond = getRequestListener(
    (request, { incoming, outgoing }) => {
      attachMessage(request, incoming as IncomingMessage);
      return app.fetch(request, outgoing as ServerResponse);
    },
    { overrideGlobalObjects: false },
  );
  const listener = (message: IncomingMessage, response: ServerResponse) =>
    app.listen(message, response, () => void respond(message, response));
  return before ? (message, response) => before(message, response, () => listener(message, response)) : listener;
}

/** Uploads fail while the scanner is away, so the operator is told before the first of them. */
async function warnOfMissingScanner({ virusScanner, log }: Runtime): Promise<void> {
  if (!virusScanner || (await virusScanner.isThere())) return;
  log.warn({}, 'The virus scanner that CLAMAV_URL names does not answer: until it does, no upload is taken.');
}

/** After the requests that waited for the start; if it fails, the first page that needs it logs the error. */
function prepareFirstPaint({ firstPaint }: Runtime): void {
  setTimeout(() => void firstPaint?.prepare().catch(() => {}), 1_000).unref();
}
