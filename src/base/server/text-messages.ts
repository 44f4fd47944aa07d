import type { Sql } from './database.ts';
import type { Environment } from './environment.ts';
import type { Log } from './log.ts';

/** `to` in digits without the plus; `madeAt`: when it was requested. */
export type Text = { id: string; account_id: string | null; to: string; kind: string; body: string; madeAt: Date };

export type TextSender = {
  /**
   * Sends the text message, once per id; where no provider is configured it is stored to be read. A permanent failure
   * is recorded and logged. Rejects where a retry may succeed: the job runs again.
   */
  deliver(text: Text): Promise<void>;
};

type Provider = { accountSid: string; authToken: string; from: string; apiBase: string };

/** A code is valid for five minutes: later nobody waits for the text. */
const MAX_AGE_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;

/** The configured text message provider; undefined without one. */
export function textProviderOf(environment: Environment): Provider | undefined {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_API_BASE } = environment;
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM) return undefined;
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
    apiBase: (TWILIO_API_BASE ?? 'https://api.twilio.com').replace(/\/+$/, ''),
  };
}

/** `timeoutMs`: timeout of a provider request. */
export function createTextSender(options: {
  sql: Sql;
  log: Log;
  provider?: Provider | undefined;
  timeoutMs?: number;
}): TextSender {
  const { sql, log, provider, timeoutMs = TIMEOUT_MS } = options;

  async function note(text: Text, outcome: { body?: string; isSent?: boolean; problem?: string }): Promise<void> {
    const { body = '', isSent = false, problem = null } = outcome;
    await sql.query(
      `insert into private.texts (id, account_id, recipient, kind, body_text, sent_at, failed_at, problem)
       values ($1, $2, $3, $4, $5, case when $6 then now() end, case when $7::text is not null then now() end, $7)
       on conflict (id) do nothing`,
      [text.id, text.account_id, text.to, text.kind, body, isSent, problem],
    );
  }
  const warn = (text: Text, problem: string, isFinal: boolean) =>
    log.warn(
      { event: 'text_failed', account: text.account_id, kind: text.kind, problem, is_final: isFinal },
      isFinal ? 'A text could not be sent.' : 'A text could not be sent; it is tried again.',
    );

  return {
    deliver: async (text) => {
      const [row] = await sql.query('select from private.texts where id = $1', [text.id]);
      if (row) return;
      if (!provider) return note(text, { body: text.body });
      if (Date.now() - text.madeAt.getTime() > MAX_AGE_MS) {
        warn(text, 'too_late', true);
        return note(text, { problem: 'too_late' });
      }
      const { problem, isFinal } = await send(provider, text, timeoutMs);
      if (!problem) return note(text, { isSent: true });
      warn(text, problem, isFinal);
      if (!isFinal) throw new Error(`The text was not taken: ${problem}.`);
      await note(text, { problem });
    },
  };
}

/**
 * POST /2010-04-01/Accounts/{sid}/Messages.json, as Twilio documents it. 400 and 404 concern this text (an invalid,
 * unreachable or opted-out number); all others the account or the network, where a retry may succeed.
 */
async function send(
  { accountSid, authToken, from, apiBase }: Provider,
  { to, body }: Text,
  timeoutMs: number,
): Promise<{ problem?: string; isFinal: boolean }> {
  const isService = from.startsWith('MG') && from.length === 34;
  const sender = [isService ? 'MessagingServiceSid' : 'From', from];
  const response = await fetch(`${apiBase}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: new URLSearchParams([['To', `+${to}`], ['Body', body], sender]),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => error);
  if (response instanceof Error)
    return { problem: response.name === 'TimeoutError' ? 'timeout' : 'unreachable', isFinal: false };
  const content: unknown = await response.json().catch(() => null);
  if (response.ok) return { isFinal: true };
  const { code } = (content ?? {}) as { code?: unknown };
  const problem = `status ${response.status}${typeof code === 'number' ? `, code ${code}` : ''}`;
  return { problem, isFinal: response.status === 400 || response.status === 404 };
}
