import type { Caller } from '#base/server/database.ts';
import { json, readBytes } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import { credentialsOf } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';
import { mayPersist, RightsCheckError, rightsOn } from './authorization.ts';
import type { BroadcastPayload } from './frames.ts';
import { FRAME_OVERHEAD_BYTES, Meter } from './limits.ts';
import { asObject, type RealtimeParts } from './parts.ts';
import { MAX_PERSIST_SECONDS, readPersist, storeMessage } from './stored-messages.ts';
import { topicKey } from './topics.ts';

const MAX_MESSAGES = 100;
const MAX_TOPIC_LENGTH = 512;
const MAX_EVENT_LENGTH = 255;
const MAX_METERS = 10_000;

type Message = { topic: string; event: string; payload: unknown; isPrivate: boolean; persist?: unknown };

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-max-age': '86400',
};

/**
 * The HTTP API: `POST /realtime/v1/api/broadcast` with a batch, and `…/broadcast/{topic}/events/{event}` with one
 * payload in JSON or bytes. 202 once every channel of this process has received it.
 */
export function createHttpBroadcast(
  service: RealtimeParts,
  scopeOf: (request: Request) => Promise<string | null>,
): (request: Request) => Promise<Response> {
  const meterOf = createMeters(service);

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice(url.pathname.indexOf('/realtime/v1') + '/realtime/v1'.length);
    const single = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/.exec(path);
    if (path === '/api/ping' && request.method === 'GET') return json({ message: 'Success' });
    if (path !== '/api/broadcast' && !single) return json({ message: 'Not Found' }, 404);
    if (request.method !== 'POST') return json({ message: 'Method Not Allowed' }, 405, { allow: 'POST, OPTIONS' });
    const credentials = await credentialsOf(request, service.tokens);
    if (credentials.kind !== 'caller') return json({ message: 'Unauthorized' }, 401);
    const { caller } = credentials;
    const { messageBytes } = service.limits;
    const bytes = await readBytes(request, single ? messageBytes : messageBytes + FRAME_OVERHEAD_BYTES);
    const messages = single ? readOne(request, url, single, bytes) : readBatch(bytes, messageBytes);
    if (typeof messages === 'string') return json({ errors: { messages: [messages] }, message: messages }, 422);
    const scope = await scopeOf(request);
    const meter = meterOf(String(caller.claims.sub ?? caller.role));
    const mayPass = () => meter.take(messages.length) && service.shares.of(scope).messages.take(messages.length);
    if (caller.role !== 'service_role' && !mayPass()) {
      const message =
        messages.length > 1 && meter.take()
          ? 'Too many messages to broadcast, please reduce the batch size'
          : 'You have exceeded your rate limit';
      return json({ message }, 429, { 'retry-after': '1' });
    }
    const mayWrite = new Map<string, boolean>();
    for (const message of messages) {
      const topic = service.topicOf(scope, message.topic, message.isPrivate);
      if (message.isPrivate && !mayWrite.has(topic)) {
        mayWrite.set(topic, (await rightsOn(service.database, caller, topic, service.log)).writeBroadcast);
      }
      if (mayWrite.get(topic) !== false || !message.isPrivate) await send(service, caller, topic, message);
      // A batch skips messages the sender may not send, as the hosted service does; a single message gets 403.
      else if (single) return json({ message: 'You do not have permission to write to this channel.' }, 403);
    }
    return new Response(null, { status: 202 });
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    let response: Response;
    try {
      response = await handle(request);
    } catch (error) {
      response = errorResponse(error, service.log);
    }
    response.headers.set('access-control-allow-origin', '*');
    return response;
  };
}

function createMeters(service: RealtimeParts): (caller: string) => Meter {
  const meters = new Map<string, Meter>();

  /** Rate limits callers by their token's subject; anonymous visitors of a key share one meter. */
  return (caller) => {
    const meter = meters.get(caller) ?? new Meter(service.limits.messagesPerSecond, service.clock);
    if (meters.size >= MAX_METERS) meters.clear();
    meters.set(caller, meter);
    return meter;
  };
}

async function send(service: RealtimeParts, caller: Caller, topic: string, message: Message): Promise<void> {
  const payload: BroadcastPayload = { type: 'broadcast', event: message.event, payload: message.payload };
  const room = topicKey(topic, message.isPrivate);
  service.topics.broadcast(room, payload);
  service.cluster.broadcast(room, payload);
  const seconds = readPersist(message.persist);
  if (typeof seconds !== 'number' || !(await mayPersist(service.database, caller, topic, service.log))) return;
  service.markDelivered(await storeMessage(service.database, topic, payload, seconds));
}

function errorResponse(error: unknown, log: Log): Response {
  if (error instanceof AppError) return json({ message: error.message }, error.status);
  if (error instanceof RightsCheckError) return json({ message: error.message }, 503, { 'retry-after': '1' });
  log.error({ error: String(error) }, 'a broadcast over HTTP failed');
  return json({ message: 'The message could not be sent.' }, 500);
}

function readOne(request: Request, url: URL, match: RegExpExecArray, bytes: Uint8Array): Message[] | string {
  let topic: string;
  let event: string;
  try {
    topic = decodeURIComponent(match[1] ?? '');
    event = decodeURIComponent(match[2] ?? '');
  } catch {
    return 'topic and event must be encoded for an address';
  }
  const isBinary = /^application\/octet-stream/i.test(request.headers.get('content-type') ?? '');
  const payload = isBinary ? Buffer.from(bytes) : parse(bytes);
  if (payload === undefined) return 'the body is not valid JSON';
  const isPrivate = url.searchParams.get('private') === 'true';
  const persist = isPrivate ? persistIn(url.searchParams) : undefined;
  if (readPersist(persist) === 'invalid') return INVALID_TTL;
  return check([{ topic, event, payload, isPrivate, persist }]);
}

const INVALID_TTL = `persist ttl must be a positive integer of seconds from 1 to ${MAX_PERSIST_SECONDS}`;

/** `persist=true`, or `persist[ttl]=60`. */
function persistIn(query: URLSearchParams): unknown {
  const ttl = query.get('persist[ttl]');
  if (ttl !== null) return { ttl: /^\d{1,9}$/.test(ttl) ? Number(ttl) : Number.NaN };
  return query.get('persist') === 'true';
}

function readBatch(bytes: Uint8Array, messageBytes: number): Message[] | string {
  const messages = asObject(parse(bytes)).messages;
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MAX_MESSAGES) {
    return `messages must be a list of 1 to ${MAX_MESSAGES} messages`;
  }
  return check(
    messages.map((entry) => {
      const { topic, event, payload, private: isPrivate } = asObject(entry);
      return { topic, event, payload: payload ?? {}, isPrivate: isPrivate === true } as Message;
    }),
    messageBytes,
  );
}

function check(messages: Message[], messageBytes = Number.POSITIVE_INFINITY): Message[] | string {
  for (const { topic, event, payload } of messages) {
    if (typeof topic !== 'string' || topic === '' || topic.length > MAX_TOPIC_LENGTH || topic.includes('\0')) {
      return 'topic must be a text of 1 to 512 characters';
    }
    if (typeof event !== 'string' || event === '' || event.length > MAX_EVENT_LENGTH || event.includes('\0')) {
      return 'event must be a text of 1 to 255 characters';
    }
    if (Number.isFinite(messageBytes) && Buffer.byteLength(JSON.stringify(payload)) > messageBytes) {
      return `payload has at most ${messageBytes} bytes`;
    }
  }
  // The client prefixes its topics with `realtime:`; over HTTP both forms are accepted.
  return messages.map((message) => ({ ...message, topic: message.topic.replace(/^realtime:/, '') }));
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
