import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Api } from '#base/server/api.ts';
import { anonymous } from '#base/server/database.ts';
import { json, readBytes } from '#base/server/http.ts';
import { recordRequestFacts } from '#base/server/security-events.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { addressIn, isAutomatic, newTextOf } from './rules.ts';
import { inboundMail, MAX_MESSAGE } from './schema.ts';

const MAX_BODY_BYTES = 1_048_576;
/** Allowed clock difference between the relay and this server. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies a Standard Webhooks signature: `webhook-signature` holds `v1,` and the base64 of the HMAC-SHA256 over
 * `id.timestamp.body`, several of them while a key is being rotated.
 */
function isSigned(headers: Headers, body: Uint8Array, secret: string, now: number): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (!id || !/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
    return false;
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return (headers.get('webhook-signature') ?? '').split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const candidate = Buffer.from(text, 'base64');
    return version === 'v1' && candidate.length === expected.length && timingSafeEqual(candidate, expected);
  });
}

export const api: Api = (router, { database, limit, inboundMailSecret, log }) => {
  /** A reply to a ticket by mail, posted by the operator's relay (docs/support-mail.md). */
  router.post(paths.ticketMail(), async (context) => {
    // Without a configured secret no relay can call this.
    if (!inboundMailSecret) throw errors.notFound();
    await limit(`ticket-mail:${context.get('network')}`, 300, 60);
    const bytes = await readBytes(context.req.raw, MAX_BODY_BYTES);
    if (!isSigned(context.req.raw.headers, bytes, inboundMailSecret, Date.now())) {
      recordRequestFacts(context.req.raw, { rejection: 'signature_refused' });
      throw errors.forbidden('The signature of this request is not valid.');
    }
    const parsed = inboundMail.safeParse(jsonOf(bytes));
    if (!parsed.success) throw errors.invalid('This is not an e-mail as described in docs/support-mail.md.');
    const mail = parsed.data;
    // Answering a delivery report would cause a mail loop.
    if (isAutomatic(mail)) return json({ ignored: 'automatic' });
    const sender = addressIn(mail.from);
    if (!sender || mail.authentication.dmarc.toLowerCase() !== 'pass') {
      throw errors.forbidden('The sender of this e-mail could not be verified.');
    }
    const address = mail.to
      .map((recipient) => addressIn(recipient)?.split('@')[0] ?? '')
      .find((local) => /^t[0-9a-f]{32}-(?:[a-z2-7]{26}|[0-9a-f]{20})$/.test(local));
    const text = newTextOf(mail.text).slice(0, MAX_MESSAGE);
    if (!address) throw errors.notFound('No ticket is answered at this address.');
    if (text === '') throw errors.invalid('This e-mail has no text besides what it quotes.');
    const rows = await database
      .as(anonymous)
      .query<{ message: { ticket_id: string; message_id: string } }>(
        'select private.receive_ticket_mail($1, $2, $3, $4) as message',
        [address, sender, text, mail.message_id],
      );
    log.info({ ticket: rows[0]?.message.ticket_id }, 'A ticket was answered by mail.');
    return json(rows[0]?.message ?? {}, 201);
  });
};

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw errors.malformed();
  }
}
