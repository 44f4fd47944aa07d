import type { Claims } from '#base/server/tokens.ts';
import { mayKeep, type Rights, RightsUnknown } from './authorization.ts';
import type { BroadcastPayload, Frame, SentBroadcast } from './frames.ts';
import { callerOf } from './joining.ts';
import { keepMessage, readPersist } from './kept-messages.ts';
import type { RealtimeParts } from './parts.ts';
import { asObject } from './parts.ts';
import type { Member } from './rooms.ts';

const EVENT_LENGTH = 255;

/** Who broadcasts, and where to. */
export type Sender = {
  service: RealtimeParts;
  room: string;
  topic: string;
  isPrivate: boolean;
  rights: Rights;
  claims: Claims;
  /** Who need not hear it. */
  except: Member | undefined;
  /** Whether the sender waits for an answer, and so for the keeping. */
  wantsAck: boolean;
};

/** The answer to a broadcast for who asked for one: nothing, the id of what was kept, or a published word for why not. */
export type BroadcastAnswer =
  | { status: 'ok'; response: { id?: string } }
  | { status: 'error'; response: { error: string } };

/** Passes a broadcast on, and keeps it where its sender asks for that and may. */
export async function broadcast(sender: Sender, frame: Frame): Promise<BroadcastAnswer> {
  const { service, room, rights, except } = sender;
  const sent = asObject(frame.payload) as Partial<SentBroadcast>;
  if (typeof sent.event !== 'string' || sent.event.length > EVENT_LENGTH) return refused('invalid_payload');
  const seconds = sender.isPrivate ? readPersist(sent.persist) : null;
  if (seconds === 'invalid') return refused('invalid_persist_ttl');
  if (!rights.writeBroadcast) return refused('unauthorized');
  const payload = sent.payload ?? {};
  if (sizeOf(sent, payload) > service.limits.messageBytes) return refused('payload_size_exceeded');
  const message: BroadcastPayload = { type: 'broadcast', event: sent.event, payload };
  service.rooms.broadcast(room, message, except);
  service.neighbours.broadcast(room, message);
  if (seconds === null) return { status: 'ok', response: {} };
  const kept = keep(sender, message, seconds);
  return { status: 'ok', response: sender.wantsAck ? await kept : {} };
}

function refused(error: string): BroadcastAnswer {
  return { status: 'error', response: { error } };
}

/** The payload's length: as it came where it came apart from its frame, else as JSON. */
function sizeOf(sent: Partial<SentBroadcast>, payload: unknown): number {
  return Buffer.isBuffer(payload) ? payload.length : (sent.bytes ?? Buffer.byteLength(JSON.stringify(payload)));
}

async function keep(sender: Sender, message: BroadcastPayload, seconds: number): Promise<{ id?: string }> {
  const { service, topic, claims } = sender;
  try {
    if (!(await mayKeep(service.database, callerOf(claims), topic, service.log))) return {};
    const id = await keepMessage(service.database, topic, message, seconds);
    service.noteTold(id);
    return { id };
  } catch (error) {
    const code = error instanceof RightsUnknown ? error.code : 'UnableToPersistMessage';
    service.log.error({ error: String(error), code }, 'a broadcast could not be kept');
    return {};
  }
}
