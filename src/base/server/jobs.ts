import type { Sql } from './database.ts';
import type { DomainTools } from './domain-tools.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail.ts';
import type { PushSender } from './push.ts';
import type { Texter } from './text-messages.ts';

/** What a job is given: the owner's door, mail, and ways to reach people. */
export type JobContext = {
  sql: Sql;
  mailer: Mailer;
  log: Log;
  /** What sends texts to telephones; the jobs of texts can't do without. */
  texter?: Texter;
  /** The origin of an account's public site, e.g. `https://demo.stoa.example`. */
  siteUrlOf(accountId: string): Promise<string>;
  /** The translation of a key in a locale: `t('en', 'orders', 'mail.paid.subject', { number })`. */
  t(locale: string, namespace: string, key: string, values?: Record<string, unknown>): string;
  /** What domains of accounts are proved and certified with; the jobs of domains can't do without. */
  domains?: DomainTools;
  /** Cleans a stored file as its bucket cleans uploads; true where something changed. Undefined on a hosted backend. */
  cleanStored?: ((objectId: string) => Promise<boolean>) | undefined;
  /** The domain whose mail comes back to us; undefined where none does. */
  replyDomain?: string;
  /** What tells browsers of what waits; the jobs of push can't do without. */
  push?: PushSender;
  /** Which network addresses customers may have messages sent to; those of the open internet where nothing is said. */
  mayReach?: (address: string) => boolean;
};

/** The form of a feature's `jobs.ts`: who works on which queue. A handler that rejects is tried again (5 times, with growing pauses). */
export type Job = { queue: string; handle(context: JobContext, payload: Record<string, unknown>): Promise<void> };
/** Something done by the clock. `cron` in UTC. What it logs, and a sentence it may answer with, can be read beside the run. */
export type Schedule = { name: string; cron: string; run(context: JobContext): Promise<unknown> };
