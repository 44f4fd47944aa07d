/** The two wire forms of the Phoenix channel protocol that the client speaks: objects, or arrays and binary frames. */
export type Version = '1.0.0' | '2.0.0';

export type Frame = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

/** A broadcast's payload in bytes, which only version 2 can carry. */
export type BroadcastPayload = { type: 'broadcast'; event: string; payload: unknown; meta?: Record<string, unknown> };

const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
const BINARY = 0;
const JSON_TEXT = 1;
const NAME_LENGTH = 512;

/** A client's message, or null where it is none. */
export function decodeFrame(data: Buffer, isBinary: boolean, version: Version): Frame | null {
  if (isBinary) return version === '2.0.0' ? decodeBinary(data) : null;
  let value: unknown;
  try {
    value = JSON.parse(data.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (version === '2.0.0') {
    if (!Array.isArray(value) || value.length !== 5) return null;
    return frameOf(value[0], value[1], value[2], value[3], value[4]);
  }
  const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>;
  return frameOf(join_ref, ref, topic, event, payload);
}

function frameOf(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame | null {
  if (typeof topic !== 'string' || topic === '' || topic.length > NAME_LENGTH) return null;
  if (typeof event !== 'string' || event === '' || event.length > NAME_LENGTH) return null;
  // The name ends up in a text value of PostgreSQL, which holds no NUL.
  if (topic.includes('\0') || event.includes('\0')) return null;
  return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload: payload ?? {} };
}

function refOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 255) : null;
}

/** kind, five lengths, encoding; then join ref, ref, topic, event, metadata and the payload. */
function decodeBinary(data: Buffer): Frame | null {
  if (data.length < 7 || data[0] !== USER_BROADCAST_PUSH) return null;
  const parts: string[] = [];
  let at = 7;
  for (let index = 1; index <= 5; index++) {
    const length = data[index] ?? 0;
    if (at + length > data.length) return null;
    parts.push(data.toString('utf8', at, at + length));
    at += length;
  }
  const [joinRef, ref, topic, event] = parts;
  const rest = data.subarray(at);
  let payload: unknown = Buffer.from(rest);
  if (data[6] === JSON_TEXT) {
    try {
      payload = JSON.parse(rest.toString('utf8'));
    } catch {
      return null;
    }
  } else if (data[6] !== BINARY) return null;
  return frameOf(joinRef || null, ref || null, topic, 'broadcast', { type: 'broadcast', event, payload });
}

/** A message as the client's version wants it; null where that version has no form for it. */
export function encodeFrame(frame: Frame, version: Version): string | Buffer | null {
  if (frame.event === 'broadcast' && Buffer.isBuffer((frame.payload as BroadcastPayload).payload)) {
    return version === '2.0.0' ? encodeBinary(frame.topic, frame.payload as BroadcastPayload) : null;
  }
  const { joinRef, ref, topic, event, payload } = frame;
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}

function encodeBinary(topic: string, payload: BroadcastPayload): Buffer | null {
  const names = [topic, payload.event, payload.meta ? JSON.stringify(payload.meta) : ''].map((text) =>
    Buffer.from(text),
  );
  if (names.some((name) => name.length > 255)) return null;
  return Buffer.concat([
    Buffer.from([USER_BROADCAST, ...names.map((name) => name.length), BINARY]),
    ...names,
    payload.payload as Buffer,
  ]);
}
