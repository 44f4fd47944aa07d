/** The two serializations of the Phoenix channel protocol: objects, or arrays and binary frames. */
export type Version = '1.0.0' | '2.0.0';

export type Frame = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

/** A broadcast; its payload may be bytes, which only version 2 can carry. */
export type BroadcastPayload = { type: 'broadcast'; event: string; payload: unknown; meta?: Record<string, unknown> };

/** A received version 2 broadcast; `bytes` is its payload's length as received. */
export type SentBroadcast = { type: 'broadcast'; event: string; payload: unknown; persist?: unknown; bytes: number };

const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
const BINARY = 0;
const JSON_TEXT = 1;
const MAX_NAME_LENGTH = 512;
/** Lengths in binary frames are one byte. */
const MAX_BINARY_NAME_BYTES = 255;

/** A client's message, or null where it is malformed. */
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
  if (typeof topic !== 'string' || topic === '' || topic.length > MAX_NAME_LENGTH) return null;
  if (typeof event !== 'string' || event === '' || event.length > MAX_NAME_LENGTH) return null;
  // PostgreSQL's text, where the name is stored, holds no NUL.
  if (topic.includes('\0') || event.includes('\0')) return null;
  return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload: payload ?? {} };
}

function refOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 255) : null;
}

/** Binary layout: kind, five lengths, encoding; then join ref, ref, topic, event, metadata and the payload. */
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
  const [joinRef, ref, topic, event, metadata] = parts;
  const rest = data.subarray(at);
  let payload: unknown = Buffer.from(rest);
  if (data[6] === JSON_TEXT) {
    payload = parsed(rest.toString('utf8'));
    if (payload === undefined) return null;
  } else if (data[6] !== BINARY) return null;
  const options = metadata ? parsed(metadata) : null;
  const persist =
    typeof options === 'object' && options !== null ? (options as { persist?: unknown }).persist : undefined;
  const broadcast: SentBroadcast = { type: 'broadcast', event: event ?? '', payload, persist, bytes: rest.length };
  return frameOf(joinRef || null, ref || null, topic, 'broadcast', broadcast);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Encodes a message for the client's version; null where that version can't carry it. */
export function encodeFrame(frame: Frame, version: Version): string | Buffer | null {
  const { joinRef, ref, topic, event, payload } = frame;
  if (event === 'broadcast') {
    const isBytes = Buffer.isBuffer((payload as BroadcastPayload).payload);
    if (version === '2.0.0') {
      const data = encodeBinary(topic, payload as BroadcastPayload);
      if (data || isBytes) return data;
    } else if (isBytes) return null;
  }
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}

function encodeBinary(topic: string, { event, payload, meta }: BroadcastPayload): Buffer | null {
  const parts = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text));
  if (parts.some((part) => part.length > MAX_BINARY_NAME_BYTES)) return null;
  const isBytes = Buffer.isBuffer(payload);
  return Buffer.concat([
    Buffer.from([USER_BROADCAST, ...parts.map((part) => part.length), isBytes ? BINARY : JSON_TEXT]),
    ...parts,
    isBytes ? payload : Buffer.from(JSON.stringify(payload) ?? 'null'),
  ]);
}

const FINAL_TEXT = 0x81;
const FINAL_BINARY = 0x82;

/**
 * A complete server frame, RFC 6455 §5.2: unmasked and unfragmented, and therefore the same bytes for every client.
 */
export function socketBytes(data: string | Buffer): Buffer {
  const body = typeof data === 'string' ? Buffer.from(data) : data;
  const size = body.length < 126 ? 2 : body.length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(size + body.length);
  bytes[0] = typeof data === 'string' ? FINAL_TEXT : FINAL_BINARY;
  if (size === 2) bytes[1] = body.length;
  else if (size === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(body.length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(body.length), 2);
  }
  body.copy(bytes, size);
  return bytes;
}
