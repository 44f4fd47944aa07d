import type { Claims } from '#base/server/tokens.ts';
import { mayPersist, type Rights, RightsCheckError } from './authorization.ts';
import type { BroadcastPayload, Frame, SentBroadcast } from './frames.ts';
import { callerOf } from './joining.ts';
import { readPersist, storeMessage } from './kept-messages.ts';
import type { RealtimeParts } from './parts.ts';
import { asObject } from './parts.ts';
import type { Member } from './rooms.ts';

const MAX_EVENT_LENGTH = 255;

/** The sender of a broadcast and its target channel. */
export type Sender = {
  service: RealtimeParts;
  room: string;
  topic: string;
  isPrivate: boolean;
  rights: Rights;
  claims: Claims;
  /** The member that must not receive it. */
  except: Member | undefined;
  /** Whether the sender waits for an acknowledgement, and so for persistence. */
  wantsAck: boolean;
};

/** The acknowledgement of a broadcast: empty, the id of the stored message, or a published error code. */
export type BroadcastResult =
  | { status: 'ok'; response: { id?: string } }
  | { status: 'error'; response: { error: string } };

/** Broadcasts a message, and stores it where its sender asks for that and may. */
export async function broadcast(sender: Sender, frame: Frame): Promise<BroadcastResult> {
  const { service, room, rights, except } = sender;
  const sent = asObject(frame.payload) as Partial<SentBroadcast>;
  if (typeof sent.event !== 'string' || sent.event.length > MAX_EVENT_LENGTH) return errorResult('invalid_payload');
  const seconds = sender.isPrivate ? readPersist(sent.persist) : null;
  if (seconds === 'invalid') return errorResult('invalid_persist_ttl');
  if (!rights.writeBroadcast) return errorResult('unauthorized');
  const payload = sent.payload ?? {};
  if (sizeOf(sent, payload) > service.limits.messageBytes) return errorResult('payload_size_exceeded');
  const message: BroadcastPayload = { type: 'broadcast', event: sent.event, payload };
  service.topics.broadcast(room, message, except);
  service.cluster.broadcast(room, message);
  if (seconds === null) return { status: 'ok', response: {} };
  const stored = persist(sender, message, seconds);
  return { status: 'ok', response: sender.wantsAck ? await stored : {} };
}

function errorResult(error: string): BroadcastResult {
  return { status: 'error', response: { error } };
}

/** Payload length in bytes: as received for a binary frame, else as JSON. */
function sizeOf(sent: Partial<SentBroadcast>, payload: unknown): number {
  return Buffer.isBuffer(payload) ? payload.length : (sent.bytes ?? Buffer.byteLength(JSON.stringify(payload)));
}

async function persist(sender: Sender, message: BroadcastPayload, seconds: number): Promise<{ id?: string }> {
  const { service, topic, claims } = sender;
  try {
    if (!(await mayPersist(service.database, callerOf(claims), topic, service.log))) return {};
    const id = await storeMessage(service.database, topic, message, seconds);
    service.markDelivered(id);
    return { id };
  } catch (error) {
    const code = error instanceof RightsCheckError ? error.code : 'UnableToPersistMessage';
    service.log.error({ error: String(error), code }, 'a broadcast could not be kept');
    return {};
  }
}
