import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ServerBuild } from 'react-router';
import { lockDataFolder } from '#base/server/data-folder.ts';
import type { Sql } from '#base/server/database.ts';
import type { Environment } from '#base/server/environment.ts';
import type { Handler } from '#base/server/http.ts';
import { listen, once, unavailable } from '#base/server/listener.ts';
import { createLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { createPushSender, pushSubject } from '#base/server/push.ts';
import { rememberMessage } from '#base/server/raw-body.ts';
import { createTexter, textProviderOf } from '#base/server/text-messages.ts';
import { closeServer, createWebServer, type Upgrade } from '#base/server/web-server.ts';
import { startWorker, type Worker } from '#base/server/worker.ts';
import { paths } from '#paths';
import { openDatabase } from '../database/open-database.ts';
import { createApi, jobs, schedules } from '../http/api/api.ts';
import { createApiTools } from '../http/api/api-tools.ts';
import { createHttpsServer } from '../http/https-server.ts';
import { createApp } from '../http/server.ts';
import { createUpgrade } from '../http/upgrade.ts';
import { checkHostedBackend } from './hosted-settings.ts';
import { createRuntime, type Runtime } from './runtime.ts';
import { startWarnings } from './start-warnings.ts';
import type { AdminLink } from './startup-banner.ts';

export type Running = {
  port: number;
  httpsPort: number | null;
  runtime: Runtime;
  stop(): Promise<void>;
  failed: Promise<string>;
  /** What the start prints for those of SUPER_ADMIN_EMAILS who have no proved login yet: never logged. */
  adminLinks: readonly AdminLink[];
};

/** Puts something before our own answers: the development server's modules. */
export type Before = (message: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * The whole product on one port. Order: lock, port, database, migrations, seed, worker, ready; the other way round
 * when it stops.
 *
 * @throws {StartError} with nothing left half done.
 */
export async function serve(
  environment: Environment,
  options: { build?: ServerBuild | (() => Promise<ServerBuild>); before?: Before; volatile?: boolean } = {},
): Promise<Running> {
  const log = createLog(environment.LOG_LEVEL);
  const lock = await lockDataFolder(environment.DATA_DIR);
  const begun: {
    server?: Server;
    httpsServer?: Server;
    worker?: Worker;
    runtime?: Runtime;
    sealing?: () => Promise<void>;
  } = {};
  // Stops taking requests, finishes those in flight, then the worker, then what both stand on.
  const stop = once(async () => {
    begun.runtime?.setReady(false);
    const closed = [begun.server, begun.httpsServer].map((server) => server && closeServer(server));
    await begun.runtime?.backend?.realtime.close();
    await Promise.all(closed);
    await begun.worker?.stop();
    await begun.sealing?.();
    await begun.runtime?.figures.stop();
    await begun.runtime?.visits.stop();
    await begun.runtime?.stop();
    await lock.release();
  });
  /** The port where domains of accounts are answered over TLS; null where somebody in front of us does. */
  async function openHttps(handle: RequestListener, upgrade: Upgrade): Promise<number | null> {
    const { HTTPS_PORT: port, HOST: host } = environment;
    if (port === undefined) return null;
    const server = createHttpsServer(() => begun.runtime?.certificates, handle, upgrade);
    const opened = await listen(server, { port, host, variable: 'HTTPS_PORT' });
    begun.httpsServer = server;
    return opened;
  }
  try {
    let handle = unavailable;
    let upgrade: Upgrade = (_, socket) => socket.destroy();
    const handleNow: RequestListener = (message, response) => handle(message, response);
    const upgradeNow: Upgrade = (message, socket, head) => upgrade(message, socket, head);
    const server = createWebServer(handleNow, upgradeNow);
    const isWeb = environment.ROLE !== 'worker';
    const port = isWeb ? await listen(server, { port: environment.PORT, host: environment.HOST }) : 0;
    if (isWeb) begun.server = server;
    const httpsPort = isWeb ? await openHttps(handleNow, upgradeNow) : null;
    const open = await openDatabase(environment, { volatile: options.volatile });
    const runtime = await createRuntime({ environment, log, open, port, build: options.build }).catch(
      async (error: unknown) => {
        await open.close();
        throw error;
      },
    );
    begun.runtime = runtime;
    const tools = createApiTools(runtime);
    const app = createApp(runtime, createApi(tools));
    const adminLinks = await furnish(runtime, app.fetch);
    if (environment.ROLE !== 'web') begun.worker = await work(runtime, tools);
    const answer = getRequestListener(
      (request, { incoming, outgoing }) => {
        rememberMessage(request, incoming as IncomingMessage);
        return app.fetch(request, outgoing as ServerResponse);
      },
      { overrideGlobalObjects: false },
    );
    const listenTo = (message: IncomingMessage, response: ServerResponse) =>
      app.listen(message, response, () => void answer(message, response));
    handle = options.before
      ? (message, response) => options.before?.(message, response, () => listenTo(message, response))
      : listenTo;
    upgrade = createUpgrade(runtime);
    runtime.figures.start();
    if (isWeb) runtime.visits.start();
    for (const sentence of startWarnings(environment)) log.warn({}, sentence);
    void warnOfScanner(runtime);
    runtime.setReady(true);
    begun.sealing = runtime.sealAnew();
    if (isWeb) prepareFirstPaint(runtime);
    return { port, httpsPort, runtime, stop, failed: open.failed, adminLinks };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Uploads are refused while it is away: the operator hears of it before the first of them. */
async function warnOfScanner({ virusScanner, log }: Runtime): Promise<void> {
  if (!virusScanner || (await virusScanner.isThere())) return;
  log.warn({}, 'The virus scanner that CLAMAV_URL names does not answer: until it does, no upload is taken.');
}

/** Once who waited for the start has been answered; where it fails, the first page that needs it says so. */
function prepareFirstPaint({ firstPaint }: Runtime): void {
  setTimeout(() => void firstPaint?.prepare().catch(() => {}), 1_000).unref();
}

async function work(runtime: Runtime, tools: ReturnType<typeof createApiTools>): Promise<Worker> {
  const mailer = createMailer({
    smtpUrl: runtime.environment.SMTP_URL,
    from: runtime.environment.MAIL_FROM,
    sql: runtime.database.asService(),
  });
  const { mayReach } = tools;
  const worker = await startWorker({
    database: runtime.database,
    ownerUrl: runtime.ownerUrl,
    jobs,
    schedules,
    context: {
      sql: runtime.database.asService(),
      mailer,
      texter: createTexter({
        sql: runtime.database.asService(),
        log: runtime.log,
        provider: textProviderOf(runtime.environment),
      }),
      log: runtime.log,
      siteUrlOf: tools.siteUrlOf,
      t: tools.jobs.t,
      domains: runtime.domains,
      cleanStored: runtime.backend?.cleanStored,
      replyDomain: runtime.environment.MAIL_REPLY_DOMAIN,
      mayReach,
      push: createPushSender({ keys: runtime.pushKeys, subject: pushSubject(runtime.environment), mayReach }),
    },
  });
  return {
    stop: async () => {
      await worker.stop();
      mailer.close();
    },
  };
}

/** What a start puts in, before there is a person who could: the demo, and who runs the platform. */
async function furnish(runtime: Runtime, fetch: Handler): Promise<AdminLink[]> {
  const sql = runtime.database.asService();
  if (runtime.environment.SEED !== 'none') await seedOnce(sql, runtime, fetch);
  const { ROLE, SUPER_ADMIN_EMAILS = [] } = runtime.environment;
  await checkHostedBackend({
    sql,
    log: runtime.log,
    backendUrl: runtime.hostedBackendUrl,
    anonKey: runtime.keys.anon_key,
  });
  await nameSuperAdmins(sql, SUPER_ADMIN_EMAILS);
  return ROLE === 'worker' ? [] : makeAdminLinks(sql, SUPER_ADMIN_EMAILS);
}

/** Loads the seeds and what they draw with only where there is something to seed. */
async function seedOnce(sql: Sql, runtime: Runtime, fetch: Handler): Promise<void> {
  if ((await sql.query("select from private.seeds where name = 'demo'")).length > 0) return;
  const { seedDemo } = await import('./seed.ts');
  const { BACKEND_URL, BASE_DOMAIN } = runtime.environment;
  // A hosted backend is not asked through us.
  const services = BACKEND_URL
    ? { fetch: (request: Request) => globalThis.fetch(request), origin: BACKEND_URL }
    : { fetch, origin: `http://${BASE_DOMAIN}` };
  await seedDemo({ sql, keys: runtime.keys, ...services });
}

async function makeAdminLinks(sql: Sql, emails: readonly string[]): Promise<AdminLink[]> {
  const links: AdminLink[] = [];
  for (const email of emails) {
    const [row] = await sql.query<{ code: string | null }>('select private.make_admin_link(lower($1)) as code', [
      email,
    ]);
    if (row?.code) links.push({ email, path: paths.setUpLogin(row.code) });
  }
  return links;
}

async function nameSuperAdmins(sql: Sql, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    await sql.query('insert into private.super_admins (email) values (lower($1)) on conflict do nothing', [email]);
  }
}
