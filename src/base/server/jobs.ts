import type { Sql } from './database.ts';
import type { DomainTools } from './domain-tools.ts';
import type { Log } from './log.ts';
import type { Attachment, Mailer } from './mail.ts';
import type { ShopProviders } from './payments/shop-providers.ts';
import type { PushSender } from './push.ts';
import type { TextSender } from './text-messages.ts';

/** Dependencies of a job: the owner connection (RLS bypass), mail, and channels to people. */
export type JobContext = {
  sql: Sql;
  mailer: Mailer;
  log: Log;
  /** Sends text messages; required by the text jobs. */
  textSender?: TextSender;
  /** The origin of an account's public site, e.g. `https://demo.stoa.example`. */
  siteUrlOf(accountId: string): Promise<string>;
  /** Translates a key in a locale: `t('en', 'orders', 'mail.paid.subject', { number })`. */
  t(locale: string, namespace: string, key: string, values?: Record<string, unknown>): string;
  /** Domain verification and certificates; required by the domain jobs. */
  domains?: DomainTools;
  /** Cleans a stored file as its bucket cleans uploads; true where it changed. Undefined on a hosted backend. */
  cleanStored?: ((objectId: string) => Promise<boolean>) | undefined;
  /** The domain of incoming reply mail; undefined without one. */
  replyDomain?: string;
  /** The providers that shops are paid by; required by the payment jobs. */
  providers?: ShopProviders;
  /** Sends Web Push; required by the push jobs. */
  push?: PushSender;
  /** Network addresses that customer-supplied URLs may lead to; default: public addresses. */
  isAllowedAddress?: (address: string) => boolean;
  /** What features attach to a mail about a subject such as `order:{id}`: the invoice of a paid order. */
  attachmentsOf?: (accountId: string, subject: string) => Promise<Attachment[]>;
};

/** What a feature attaches to the mails of an earlier one about a subject, such as `order:{id}`; nothing where it has nothing. */
export type Attacher = (
  context: Pick<JobContext, 'sql' | 't'>,
  accountId: string,
  subject: string,
) => Promise<Attachment[]>;

/**
 * The shape of a feature's `jobs.ts`: a handler per queue. A handler that rejects is retried (5 times, with growing
 * pauses).
 */
export type Job = { queue: string; handle(context: JobContext, payload: Record<string, unknown>): Promise<void> };
/** A scheduled job. `cron` in UTC. Its log, and the sentence it may return, are shown with the run. */
export type Schedule = { name: string; cron: string; run(context: JobContext): Promise<unknown> };
