import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { createApi } from '#app/http/api/api.ts';
import { createApiTools } from '#app/http/api/api-tools.ts';
import { type App, createApp } from '#app/http/server.ts';
import { attachmentsOf } from '#app/start/jobs.ts';
import { createRuntime, type Runtime } from '#app/start/runtime.ts';
import type { ApiTools } from '#base/server/api.ts';
import { readEnvironment } from '#base/server/environment.ts';
import { createEventDispatcher } from '#base/server/event-dispatcher.ts';
import type { JobContext } from '#base/server/jobs.ts';
import { type Log, silentLog } from '#base/server/log.ts';
import { createMailer, type Mail } from '#base/server/mail.ts';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { createTextSender, textProviderOf } from '#base/server/text-messages.ts';
import { createTokens, rolesOfApiKeys } from '#base/server/tokens.ts';
import { jobs, subscribers } from '#features/server-parts.ts';
import { TEST_SECRET } from './seed-world.ts';
import type { Person, World } from './world.ts';

export type Call = Omit<RequestInit, 'body'> & {
  /** Whose site is asked: an account's slug, or the platform's own host. */
  host?: string;
  /** Who of the world asks, by bearer token. */
  as?: Person;
  /** Or by a token of one's own. */
  token?: string;
  /** Sent as JSON; a string as it is. */
  body?: unknown;
};

export type AppWorld = {
  runtime: Runtime;
  app: App;
  tools: ApiTools;
  /** One request through the whole app, as it would arrive on a host (default: demo's). */
  call(path: string, call?: Call): Promise<Response>;
  tokenOf(person: Person): Promise<string>;
  /** Signs in by password on a host; answers the session as the auth service gives it. */
  signIn(host: string, email: string, password?: string): Promise<{ access_token: string; user: { id: string } }>;
  /**
   * Shows the password of the demo logins anew, on the host where the session of the token began: it counts as confirmed
   * for some minutes.
   */
  confirm(token: string, host?: 'demo' | 'atelier' | 'platform'): Promise<void>;
  /** Does what waits in the outbox, as the worker would, and answers the mails that were made. */
  settleJobs(): Promise<Mail[]>;
  close(): Promise<void>;
};

/** The whole product over a world's database, without a port or a worker; it renders where a build is given. */
export async function openApp(
  world: World,
  variables: Record<string, string> = {},
  parts: { build?: ServerBuild; log?: Log; secret?: string; formerSecrets?: string[] } = {},
): Promise<AppWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-app-'));
  const { secret = TEST_SECRET, formerSecrets = [] } = parts;
  const tokens = createTokens(secret, [], rolesOfApiKeys(secret, formerSecrets), {}, formerSecrets);
  const keys = {
    anon_key: await tokens.sign({ role: 'anon' }),
    service_role_key: await tokens.sign({ role: 'service_role' }),
  };
  const runtime = await createRuntime({
    environment: readEnvironment({ DATA_DIR: folder, ...variables }),
    log: parts.log ?? silentLog,
    port: 80,
    build: parts.build,
    open: {
      database: world.database,
      ownerUrl: world.ownerUrl,
      clientUrl: world.clientUrl,
      tokens,
      jwtSecret: secret,
      formerSecrets,
      keys,
      failed: new Promise(() => {}),
      // The world closes its own database.
      close: async () => {},
    },
  });
  const tools = createApiTools(runtime);
  const app = createApp(runtime, createApi(tools));
  runtime.setReady(true);
  const tokenOf = (person: Person) => tokens.sign(world.caller(person).claims, 600);

  async function call(path: string, { host = 'demo', as, token, body, ...init }: Call = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const bearer = token ?? (as ? await tokenOf(as) : undefined);
    if (bearer) headers.set('authorization', `Bearer ${bearer}`);
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    return app.fetch(
      new Request(`http://${hostName(host)}${path}`, {
        redirect: 'manual',
        ...init,
        headers,
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  }

  return {
    runtime,
    app,
    tools,
    call,
    tokenOf,
    signIn: async (host, email, password = DEMO_PASSWORD) => {
      const answer = await call('/auth/v1/token?grant_type=password', {
        host,
        method: 'POST',
        headers: { apikey: keys.anon_key },
        body: { email, password },
      });
      if (!answer.ok) throw new Error(`${email} could not sign in on ${host}: ${await answer.text()}`);
      return (await answer.json()) as { access_token: string; user: { id: string } };
    },
    confirm: async (token, host = 'demo') => {
      const path = '/auth/v1/reauthenticate';
      const answer = await call(path, { host, method: 'POST', token, body: { password: DEMO_PASSWORD } });
      if (!answer.ok) throw new Error(`The session was not confirmed: ${await answer.text()}`);
    },
    settleJobs: () => settleJobs(world, tools, runtime),
    close: async () => {
      await runtime.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function hostName(host: string): string {
  if (host === 'platform' || host === 'localhost') return 'localhost';
  return host.includes('.') ? host : `${host}.localhost`;
}

async function settleJobs(world: World, tools: ApiTools, runtime: Runtime): Promise<Mail[]> {
  const mails: Mail[] = [];
  const kept = createMailer({
    smtpUrl: runtime.environment.SMTP_URL,
    from: 'Test <test@localhost>',
    sql: world.sql,
  });
  const context: JobContext = {
    sql: world.sql,
    mailer: {
      deliver: async (mail) => {
        await kept.deliver(mail);
        mails.push(mail);
      },
      close: () => {},
    },
    textSender: createTextSender({ sql: world.sql, log: runtime.log, provider: textProviderOf(runtime.environment) }),
    log: silentLog,
    siteUrlOf: tools.siteUrlOf,
    t: tools.jobs.t,
    attachmentsOf: attachmentsOf({ sql: world.sql, t: tools.jobs.t }),
    domains: runtime.domains,
    providers: tools.providers,
    replyDomain: runtime.environment.MAIL_REPLY_DOMAIN,
  };
  const dispatcher = createEventDispatcher({ sql: world.sql, subscribers, context });
  // A job may leave more behind.
  for (;;) {
    await runtime.backend?.authIdle();
    await dispatcher.drain();
    const rows = await world.sql.query<{ queue: string; payload: Record<string, unknown> }>(
      `delete from private.outbox where id in (select id from private.outbox where queue = any($1) order by id limit 100)
       returning queue, payload`,
      [jobs.map((job) => job.queue)],
    );
    if (rows.length === 0) {
      kept.close();
      return mails;
    }
    for (const row of rows) await jobs.find((job) => job.queue === row.queue)?.handle(context, row.payload);
  }
}
