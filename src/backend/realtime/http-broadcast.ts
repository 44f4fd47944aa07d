import { json, readBytes } from '#base/server/http.ts';
import { credentialsOf } from '#base/server/tokens.ts';
import { AppError } from '#base/shared/errors.ts';
import { rightsOn } from './authorization.ts';
import type { BroadcastPayload } from './frames.ts';
import { createMeter } from './limits.ts';
import { asObject, type RealtimeParts } from './parts.ts';
import { roomKey } from './topics.ts';

const MESSAGES_AT_ONCE = 100;
const TOPIC_LENGTH = 512;
const EVENT_LENGTH = 255;
const CALLERS_METERED = 10_000;

type Message = { topic: string; event: string; payload: unknown; isPrivate: boolean };

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-max-age': '86400',
};

/**
 * The HTTP side: `POST /realtime/v1/api/broadcast` with a batch, and `…/broadcast/{topic}/events/{event}` with one
 * payload in JSON or bytes. 202 once every channel of this process has it.
 */
export function createHttpBroadcast(
  service: RealtimeParts,
  scopeOf: (request: Request) => Promise<string | null>,
): (request: Request) => Promise<Response> {
  const meters = new Map<string, () => boolean>();

  /** Callers are metered by their token's subject; all visitors of a key share one measure. */
  function meterOf(caller: string): () => boolean {
    const meter = meters.get(caller) ?? createMeter(service.limits.messagesPerSecond);
    if (meters.size >= CALLERS_METERED) meters.clear();
    meters.set(caller, meter);
    return meter;
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice(url.pathname.indexOf('/realtime/v1') + '/realtime/v1'.length);
    const single = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/.exec(path);
    if (path !== '/api/broadcast' && !single) return json({ message: 'Not Found' }, 404);
    if (request.method !== 'POST') return json({ message: 'Method Not Allowed' }, 405, { allow: 'POST, OPTIONS' });
    const credentials = await credentialsOf(request, service.tokens);
    if (credentials.kind !== 'caller') return json({ message: 'Unauthorized' }, 401);
    const bytes = await readBytes(request, service.limits.messageBytes);
    const messages = single ? readOne(request, url, single, bytes) : readBatch(bytes);
    if (typeof messages === 'string') return json({ errors: { messages: [messages] }, message: messages }, 422);
    const mayPass = meterOf(String(credentials.caller.claims.sub ?? credentials.caller.role));
    if (credentials.caller.role !== 'service_role' && !messages.every(mayPass)) {
      return json({ message: 'You have exceeded your rate limit' }, 429, { 'retry-after': '1' });
    }
    const scope = await scopeOf(request);
    let refused = 0;
    for (const message of messages) {
      const topic = service.topicOf(scope, message.topic, message.isPrivate);
      const rights = message.isPrivate ? await rightsOn(service.database, credentials.caller, topic) : null;
      if (rights && !rights.writeBroadcast) {
        refused++;
        continue;
      }
      const payload: BroadcastPayload = { type: 'broadcast', event: message.event, payload: message.payload };
      const room = roomKey(topic, message.isPrivate);
      service.rooms.broadcast(room, payload);
      service.bus.publish({ room, payload });
    }
    // A batch passes over what its sender may not say, as the hosted service does; a single message says so.
    if (single && refused > 0) return json({ message: 'You do not have permission to write to this channel.' }, 403);
    return new Response(null, { status: 202 });
  }

  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    let response: Response;
    try {
      response = await answer(request);
    } catch (error) {
      if (error instanceof AppError) response = json({ message: error.message }, error.status);
      else {
        service.log.error({ error: String(error) }, 'a broadcast over HTTP failed');
        response = json({ message: 'The message could not be sent.' }, 500);
      }
    }
    response.headers.set('access-control-allow-origin', '*');
    return response;
  };
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
  return check([{ topic, event, payload, isPrivate: url.searchParams.get('private') === 'true' }]);
}

function readBatch(bytes: Uint8Array): Message[] | string {
  const messages = asObject(parse(bytes)).messages;
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MESSAGES_AT_ONCE) {
    return `messages must be a list of 1 to ${MESSAGES_AT_ONCE} messages`;
  }
  return check(
    messages.map((entry) => {
      const { topic, event, payload, private: isPrivate } = asObject(entry);
      return { topic, event, payload: payload ?? {}, isPrivate: isPrivate === true } as Message;
    }),
  );
}

function check(messages: Message[]): Message[] | string {
  for (const { topic, event } of messages) {
    if (typeof topic !== 'string' || topic === '' || topic.length > TOPIC_LENGTH || topic.includes('\0')) {
      return 'topic must be a text of 1 to 512 characters';
    }
    if (typeof event !== 'string' || event === '' || event.length > EVENT_LENGTH || event.includes('\0')) {
      return 'event must be a text of 1 to 255 characters';
    }
  }
  // The client's own topics begin so; over HTTP it leaves it out, but both are understood.
  return messages.map((message) => ({ ...message, topic: message.topic.replace(/^realtime:/, '') }));
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
