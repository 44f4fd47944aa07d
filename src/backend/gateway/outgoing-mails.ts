import nodemailer, { type Transporter } from 'nodemailer';
import type { AuthMail } from '#backend/auth/auth-options.ts';
import type { Database, Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { MailTexts } from './mail-text.ts';
import type { MailVariables } from './mail-variables.ts';

export type OutgoingMails = {
  /** Queues a mail in the transaction that causes it. */
  enqueue(tx: Sql, mail: AuthMail): Promise<void>;
  close(): Promise<void>;
};

const CHANNEL = 'gateway_mails';
const POLL_MS = 5_000;
const MAX_ATTEMPTS = 8;
/** Longer than any link in a mail is valid. */
const RETENTION_DAYS = 7;

type MailOptions = {
  database: Database;
  sql: Sql;
  mail: Pick<MailVariables, 'smtp' | 'from'>;
  texts: MailTexts;
  log: Log;
};

/**
 * Sends the authentication service's mails in the background, so that response times don't reveal who is registered.
 * Mails the server rejects are retried with growing delays. Without a mail server they stay in
 * `gateway.outgoing_mails` for a week.
 */
export async function openOutgoingMails(options: MailOptions): Promise<OutgoingMails> {
  const { database, sql, mail, log } = options;
  const transport = transportOf(mail.smtp);
  let sending = Promise.resolve();
  let isClosed = false;

  function send(): void {
    sending = sending
      .then(async () => {
        while (transport && !isClosed && (await sendNext(transport, options)));
      })
      .catch((error: unknown) => log.error({ error: String(error) }, 'Mails could not be looked for.'));
  }

  const unlisten = await database.listen(CHANNEL, send, send);
  const timer = setInterval(send, POLL_MS).unref();
  await sql.query(`delete from gateway.outgoing_mails where created_at < now() - interval '${RETENTION_DAYS} days'`);
  send();
  return {
    enqueue: async (tx, message) => {
      await tx.query('insert into gateway.outgoing_mails (mail) values ($1::jsonb)', [JSON.stringify(message)]);
      await tx.query('select pg_notify($1, $2)', [CHANNEL, '']);
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await unlisten();
      await sending;
      transport?.close();
    },
  };
}

/** Sends the mail that waits longest. Whether there was one. */
async function sendNext(transport: Transporter, { sql, mail, texts, log }: MailOptions): Promise<boolean> {
  return sql.transaction(async (tx) => {
    const [row] = await tx.query<{ id: string; mail: AuthMail; attempts: number }>(
      `select id, mail, attempts from gateway.outgoing_mails where next_attempt_at <= now() and attempts < $1
       order by next_attempt_at limit 1 for update skip locked`,
      [MAX_ATTEMPTS],
    );
    if (!row) return false;
    try {
      await transport.sendMail({ from: mail.from, to: row.mail.to, ...(await texts(row.mail)) });
      await tx.query('delete from gateway.outgoing_mails where id = $1', [row.id]);
    } catch (error) {
      log.error(
        { error: String(error), attempts: row.attempts + 1 },
        'The mail server refused a mail; it is tried again.',
      );
      await tx.query(
        `update gateway.outgoing_mails set attempts = attempts + 1, last_error = left($2, 500),
           next_attempt_at = now() + make_interval(secs => 5 * power(3, attempts)) where id = $1`,
        [row.id, String(error)],
      );
    }
    return true;
  });
}

function transportOf(smtp: MailVariables['smtp']): Transporter | undefined {
  if (smtp === undefined) return undefined;
  if (typeof smtp === 'string') return nodemailer.createTransport(smtp);
  const { host, port, user, pass } = smtp;
  const auth = user && pass ? { user, pass } : undefined;
  return nodemailer.createTransport({ host, port, secure: port === 465, auth });
}
