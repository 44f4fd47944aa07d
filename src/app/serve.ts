import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { ServerBuild } from 'react-router';
import { lockDataFolder } from '#base/server/data-folder.ts';
import { type Environment, StartError } from '#base/server/environment.ts';
import { startWorker, type Worker } from '#base/server/jobs.ts';
import { createLog } from '#base/server/log.ts';
import { createMailer } from '#base/server/mail.ts';
import { createApiTools } from './api-tools.ts';
import { createApi, jobs, schedules } from './features.ts';
import { openDatabase } from './open-database.ts';
import { seedDemo } from './seed.ts';
import { createApp } from './server.ts';
import { assemble, type Stoa } from './stoa.ts';

export type Running = { port: number; stoa: Stoa; stop(): Promise<void>; failed: Promise<string> };

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
  options: { build?: ServerBuild; before?: Before; volatile?: boolean } = {},
): Promise<Running> {
  const log = createLog(environment.LOG_LEVEL);
  const lock = await lockDataFolder(environment.DATA_DIR);
  const closing: (() => Promise<void>)[] = [() => lock.release()];
  const stop = once(async () => {
    for (const close of closing.reverse()) await close();
  });
  try {
    let handle = unavailable;
    let upgrade: (message: IncomingMessage, socket: Duplex, head: Buffer) => void = (_, socket) => socket.destroy();
    const server = createServer((message, response) => handle(message, response));
    server.on('upgrade', (message, socket, head) => upgrade(message, socket, head));
    const isWeb = environment.ROLE !== 'worker';
    const port = isWeb ? await listen(server, environment) : 0;
    if (isWeb) closing.push(() => closeServer(server));
    const open = await openDatabase(environment, { volatile: options.volatile });
    const stoa = await assemble({ environment, log, open, port, build: options.build }).catch(
      async (error: unknown) => {
        await open.close();
        throw error;
      },
    );
    closing.push(() => stoa.stop());
    // Requests in flight finish before anything they stand on goes: the port closes first.
    if (isWeb) closing.push(closing.splice(1, 1)[0] as () => Promise<void>);
    const tools = createApiTools(stoa);
    const app = createApp(stoa, createApi(tools));
    if (environment.SEED !== 'none')
      await seedDemo({
        sql: open.database.asService(),
        keys: open.keys,
        fetch: app.fetch,
        origin: `http://${environment.BASE_DOMAIN}`,
      });
    await nameSuperAdmins(stoa);
    if (environment.ROLE !== 'web') closing.push(...(await work(stoa, tools)));
    const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    const listenTo = (message: IncomingMessage, response: ServerResponse) =>
      app.listen(message, response, () => void answer(message, response));
    handle = options.before
      ? (message, response) => options.before?.(message, response, () => listenTo(message, response))
      : listenTo;
    upgrade = (message, socket, head) => {
      if (stoa.backend && message.url?.startsWith('/realtime/v1/'))
        stoa.backend.realtime.upgrade(message, socket, head);
      else socket.destroy();
    };
    stoa.setReady(true);
    closing.push(async () => stoa.setReady(false));
    return { port, stoa, stop, failed: open.failed };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function work(stoa: Stoa, tools: ReturnType<typeof createApiTools>): Promise<(() => Promise<void>)[]> {
  const mailer = createMailer({
    smtpUrl: stoa.environment.SMTP_URL,
    from: stoa.environment.MAIL_FROM,
    sql: stoa.database.asService(),
  });
  const worker: Worker = await startWorker({
    database: stoa.database,
    ownerUrl: stoa.ownerUrl,
    jobs,
    schedules,
    context: { sql: stoa.database.asService(), mailer, log: stoa.log, siteUrlOf: tools.siteUrlOf, t: tools.jobs.t },
  });
  return [async () => mailer.close(), () => worker.stop()];
}

async function nameSuperAdmins(stoa: Stoa): Promise<void> {
  for (const email of stoa.environment.SUPER_ADMIN_EMAILS ?? []) {
    await stoa.database
      .asService()
      .query('insert into private.super_admins (email) values (lower($1)) on conflict do nothing', [email]);
  }
}

function unavailable(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end('{"status":"starting"}');
}

function listen(server: Server, environment: Environment): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EADDRINUSE'
          ? `The port ${environment.PORT} on ${environment.HOST} is in use: stop what uses it, or set PORT to another one.`
          : `The server can't listen on ${environment.HOST}:${environment.PORT}: ${error.message}.`;
      reject(new StartError(sentence));
    });
    server.listen(environment.PORT, environment.HOST, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : environment.PORT);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Whoever has not finished in this time is cut off.
    setTimeout(() => server.closeAllConnections(), 10_000).unref();
  });
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
