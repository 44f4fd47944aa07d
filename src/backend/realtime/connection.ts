import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { Channel } from './channel.ts';
import { decodeFrame, encodeFrame, type Frame, socketBytes, type Version } from './frames.ts';
import { JoinError, UnmatchedTopicError } from './joining.ts';
import { Meter, type Share } from './limits.ts';
import type { ChannelHost, NoteRefusal, RealtimeParts } from './parts.ts';
import type { Memo } from './rooms.ts';

/** Codes of RFC 6455 §7.4.1. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
/** Milliseconds a closing handshake may take with a client that does not read. */
const GOODBYE_MS = 2_000;

type SocketFacts = { version: Version; scope: string | null; apiKey: string; reportSocketError: NoteRefusal };

/** HTTP status of join errors that concern rights, for the security log; other codes are client mistakes. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  Unauthorized: 403,
  MalformedJWT: 401,
  InvalidJWTToken: 401,
  JwtSignatureError: 401,
  ConnectionRateLimitReached: 429,
  ClientJoinRateLimitReached: 429,
  ChannelRateLimitReached: 429,
};

/** One socket: its channels, its limits, and its messages handled in order. */
export class Connection implements ChannelHost {
  readonly service: RealtimeParts;
  readonly scope: string | null;
  readonly share: Share;
  readonly apiKey: string;
  readonly reportSocketError: NoteRefusal;
  readonly #socket: WebSocket;
  /** The raw stream under the socket: a message encoded once is written as the same bytes to every socket. */
  readonly #db: Duplex;
  readonly #version: Version;
  readonly #channels = new Map<string, Channel>();
  readonly #messages: Meter;
  readonly #joins: Meter;
  #isAdmitted = false;
  #sessionChanges = 0;
  #lastMessageAt: number;
  #waiting = 0;
  #queue: Promise<void> | null = null;

  constructor(service: RealtimeParts, socket: WebSocket, stream: Duplex, facts: SocketFacts) {
    this.service = service;
    this.scope = facts.scope;
    this.share = service.shares.of(facts.scope);
    this.apiKey = facts.apiKey;
    this.reportSocketError = facts.reportSocketError;
    this.#socket = socket;
    this.#db = stream;
    this.#version = facts.version;
    this.#messages = new Meter(service.limits.messagesPerSecond, service.clock);
    this.#joins = new Meter(service.limits.joinsPerSecond, service.clock);
    this.#lastMessageAt = Date.now();
    socket.on('message', (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    socket.on('close', () => this.#end());
    // ws closes the socket by itself after a broken frame or an oversized message.
    socket.on('error', (error) => service.log.debug({ error: error.message }, 'a realtime socket failed'));
  }

  mayBroadcast(): boolean {
    return this.#messages.take() && this.share.messages.take();
  }

  /** Sends a frame; closes the socket of a client that leaves too much unread. */
  send(frame: Frame, memo?: Memo): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#db.writableLength > this.service.limits.unreadBytes) {
      this.service.log.warn({ unread: this.#db.writableLength }, 'a realtime socket reads too slowly and is cut off');
      this.#cutOff('Too much is left unread.');
      return;
    }
    const key = memo ? `${this.#version} ${frame.topic}` : '';
    let bytes = memo?.get(key);
    if (bytes === undefined) {
      const data = encodeFrame(frame, this.#version);
      bytes = data === null ? null : socketBytes(data);
      memo?.set(key, bytes);
    }
    if (bytes !== null) this.#db.write(bytes);
  }

  forget(topic: string, channel: object): void {
    if (this.#channels.get(topic) === channel) this.#channels.delete(topic);
  }

  /** Checks rights again after a session ended or changed; null: any session may have. */
  async sessionChanged(sessionId: string | null): Promise<void> {
    this.#sessionChanges++;
    // One after the other: after an interruption every channel queries its rights.
    for (const channel of [...this.#channels.values()]) await channel.sessionChanged(sessionId);
  }

  /** Terminates a socket that has been silent for longer than the client's heartbeat allows. */
  endIfDead(now: number): void {
    if (now - this.#lastMessageAt > this.service.limits.silenceMs) this.#socket.terminate();
  }

  /** Closes with 1001; resolves when the client has completed the closing handshake. */
  goAway(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.readyState === this.#socket.CLOSED) return resolve();
      this.#socket.once('close', () => resolve());
      this.#socket.close(GOING_AWAY, 'The server is shutting down.');
    });
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #cutOff(reason: string): void {
    this.#socket.close(POLICY_VIOLATION, reason);
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    this.#lastMessageAt = Date.now();
    const frame = decodeFrame(data, isBinary, this.#version);
    if (!frame) {
      this.service.log.debug({ code: 'MalformedWebSocketMessage', bytes: data.length }, 'a message that is none');
      return;
    }
    if (frame.topic === 'phoenix') {
      if (frame.event === 'heartbeat') this.#reply(frame, 'ok', {});
      return;
    }
    if (this.#waiting >= this.service.limits.waiting) {
      this.#cutOff('Too many messages are waiting.');
      return;
    }
    this.#waiting++;
    // One after the other: a message after a join must find the channel joined.
    const handled = (this.#queue ?? Promise.resolve()).then(() => this.#handle(frame));
    this.#queue = handled;
    void handled.finally(() => {
      this.#waiting--;
      if (this.#queue === handled) this.#queue = null;
    });
  }

  async #handle(frame: Frame): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    try {
      if (frame.event === 'phx_join') return await this.#join(frame);
      const channel = this.#channels.get(frame.topic);
      // A message with the ref of an earlier join belongs to a closed channel.
      if (channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)) return await channel.handle(frame);
      if (frame.event === 'phx_leave') {
        this.#reply(frame, 'ok', {});
        return;
      }
      if (frame.event !== 'access_token') this.#reply(frame, 'error', { reason: 'unmatched topic' });
    } catch (error) {
      this.service.log.error({ error: String(error), event: frame.event }, 'a realtime message could not be handled');
      this.#reply(frame, 'error', { reason: 'Unknown Error on Channel' });
    }
  }

  async #join(frame: Frame): Promise<void> {
    try {
      this.#checkLimits(frame);
      const changes = this.#sessionChanges;
      this.#channels.get(frame.topic)?.close();
      const channel = await Channel.join(this, frame);
      // The socket may have closed while the policies were queried.
      if (this.#socket.readyState === this.#socket.OPEN) this.#channels.set(frame.topic, channel);
      else channel.abandon();
      // A session change during the join was not delivered to this channel.
      if (changes !== this.#sessionChanges) await channel.sessionChanged(null);
    } catch (error) {
      if (error instanceof UnmatchedTopicError) this.#reply(frame, 'error', { reason: 'unmatched topic' });
      else if (error instanceof JoinError) this.#rejectJoin(frame, error);
      else throw error;
    }
  }

  #rejectJoin(frame: Frame, { code, message, claims }: JoinError): void {
    const status = STATUS_OF_CODE[code];
    if (status !== undefined) this.reportSocketError({ status, code, claims });
    this.#reply(frame, 'error', { reason: message });
  }

  /** @throws {JoinError} `ConnectionRateLimitReached`, `ClientJoinRateLimitReached`, `ChannelRateLimitReached` */
  #checkLimits({ topic }: Frame): void {
    const { limits } = this.service;
    if (!this.#isAdmitted) {
      if (this.share.admitted >= limits.accountSockets) {
        throw new JoinError('ConnectionRateLimitReached', 'Too many connected users');
      }
      this.share.admitted++;
      this.#isAdmitted = true;
    }
    if (!this.#joins.take() || !this.share.joins.take()) {
      throw new JoinError('ClientJoinRateLimitReached', 'Too many joins per second');
    }
    if (!this.#channels.has(topic) && this.#channels.size >= limits.channels) {
      throw new JoinError('ChannelRateLimitReached', 'Too many channels');
    }
  }

  #reply(frame: Frame, status: 'ok' | 'error', response: object): void {
    const { joinRef, ref, topic } = frame;
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #end(): void {
    for (const channel of this.#channels.values()) channel.abandon();
    this.#channels.clear();
    if (this.#isAdmitted) this.service.shares.release(this.scope);
    this.#isAdmitted = false;
  }
}
