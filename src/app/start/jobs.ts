import type { ApiTools } from '#base/server/api.ts';
import { startEventDispatcher } from '#base/server/event-dispatcher.ts';
import type { JobContext } from '#base/server/jobs.ts';
import { createMailer } from '#base/server/mail.ts';
import { createPushSender, pushSubject } from '#base/server/push.ts';
import { createTextSender, textProviderOf } from '#base/server/text-messages.ts';
import { startWorker, type Worker } from '#base/server/worker.ts';
import { attachers, jobs, schedules, subscribers } from '#features/server-parts.ts';
import type { Runtime } from './runtime.ts';

/** Asks every feature what it attaches to a mail about a subject. */
export function attachmentsOf(context: Pick<JobContext, 'sql' | 't'>): NonNullable<JobContext['attachmentsOf']> {
  return async (accountId, subject) =>
    (await Promise.all(attachers.map((attach) => attach(context, accountId, subject)))).flat();
}

/** Starts the worker: the features' jobs and schedules, the dispatcher of domain events, and what they send mails, texts and notifications with. */
export async function startJobs(runtime: Runtime, tools: ApiTools): Promise<Worker> {
  const { backend, database, domains, environment, log, ownerUrl, pushKeys } = runtime;
  const sql = database.asService();
  const mailer = createMailer({ smtpUrl: environment.SMTP_URL, from: environment.MAIL_FROM, sql });
  const { mayReach, providers } = tools;
  const context: JobContext = {
    sql,
    mailer,
    textSender: createTextSender({ sql, log, provider: textProviderOf(environment) }),
    log,
    siteUrlOf: tools.siteUrlOf,
    t: tools.jobs.t,
    domains,
    cleanStored: backend?.cleanStored,
    replyDomain: environment.MAIL_REPLY_DOMAIN,
    isAllowedAddress: mayReach,
    providers,
    attachmentsOf: attachmentsOf({ sql, t: tools.jobs.t }),
    push: createPushSender({ keys: pushKeys, subject: pushSubject(environment), mayReach }),
  };
  const worker = await startWorker({ database, ownerUrl, jobs, schedules, context });
  const dispatcher = await startEventDispatcher({ database, subscribers, context });
  return {
    stop: async () => {
      await dispatcher.stop();
      await worker.stop();
      mailer.close();
    },
  };
}
