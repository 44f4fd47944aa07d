import type { WebSocket } from 'ws';
import { Channel, JoinRefused } from './channel.ts';
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts';
import { createMeter } from './limits.ts';
import type { ChannelHost, RealtimeParts } from './parts.ts';

/** Codes of RFC 6455. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

/** One socket: its channels, its limits, and the order in which its messages are answered. */
export class Connection implements ChannelHost {
  readonly service: RealtimeParts;
  /** The account of the host that was asked; null where it has none. */
  readonly scope: string | null;
  readonly apiKey: string;
  readonly mayBroadcast: () => boolean;
  readonly mayShowPresence: () => boolean;
  readonly #socket: WebSocket;
  readonly #version: Version;
  readonly #channels = new Map<string, Channel>();
  readonly #mayJoin: () => boolean;
  #heardAt = Date.now();
  #waiting = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(
    service: RealtimeParts,
    socket: WebSocket,
    facts: { version: Version; scope: string | null; apiKey: string },
  ) {
    this.service = service;
    this.scope = facts.scope;
    this.apiKey = facts.apiKey;
    this.#socket = socket;
    this.#version = facts.version;
    this.mayBroadcast = createMeter(service.limits.messagesPerSecond);
    this.mayShowPresence = createMeter(service.limits.presencePerSecond);
    this.#mayJoin = createMeter(service.limits.joinsPerSecond);
    socket.on('message', (data, isBinary) => this.#hear(data as Buffer, isBinary));
    socket.on('close', () => this.#end());
    // A broken frame or a message over the limit: ws closes by itself and says why.
    socket.on('error', (error) => service.log.debug({ error: error.message }, 'a realtime socket failed'));
  }

  /** Sends a frame, or cuts off a reader who leaves too much unread. */
  send(frame: Frame, memo?: Map<string, string | Buffer | null>): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.service.limits.unreadBytes) {
      this.#socket.terminate();
      return;
    }
    const key = `${this.#version} ${frame.topic}`;
    let data = memo?.get(key);
    if (data === undefined) {
      data = encodeFrame(frame, this.#version);
      memo?.set(key, data);
    }
    if (data !== null) this.#socket.send(data);
  }

  forget(topic: string, channel: object): void {
    if (this.#channels.get(topic) === channel) this.#channels.delete(topic);
  }

  /** Ends the socket where it has been silent for longer than any living client is. */
  endIfDead(now: number): void {
    if (now - this.#heardAt > this.service.limits.silenceMs) this.#socket.terminate();
  }

  /** Says goodbye; resolves when the client has answered. */
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

  #hear(data: Buffer, isBinary: boolean): void {
    this.#heardAt = Date.now();
    const frame = decodeFrame(data, isBinary, this.#version);
    if (!frame) return;
    if (frame.topic === 'phoenix') {
      if (frame.event === 'heartbeat') this.#reply(frame, 'ok', {});
      return;
    }
    if (this.#waiting >= this.service.limits.waiting) {
      this.#socket.close(POLICY_VIOLATION, 'Too many messages are waiting.');
      return;
    }
    this.#waiting++;
    // One after the other: what follows a join must find the channel joined.
    this.#queue = this.#queue.then(() => this.#answer(frame)).finally(() => this.#waiting--);
  }

  async #answer(frame: Frame): Promise<void> {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    try {
      if (frame.event === 'phx_join') return await this.#join(frame);
      const channel = this.#channels.get(frame.topic);
      // A message of an earlier join of this topic is about a channel that is closed.
      if (channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)) return await channel.handle(frame);
      if (frame.event === 'phx_leave') {
        this.#reply(frame, 'ok', {});
        return;
      }
      if (frame.event !== 'access_token') this.#reply(frame, 'error', { reason: 'unmatched topic' });
    } catch (error) {
      this.service.log.error({ error: String(error), event: frame.event }, 'a realtime message could not be handled');
      this.#reply(frame, 'error', { reason: 'Realtime was unable to connect to the project database' });
    }
  }

  async #join(frame: Frame): Promise<void> {
    if (!this.#mayJoin()) {
      this.#reply(frame, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per second' });
      return;
    }
    this.#channels.get(frame.topic)?.close();
    if (this.#channels.size >= this.service.limits.channels) {
      this.#reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' });
      return;
    }
    try {
      const channel = await Channel.join(this, frame);
      // The socket may have gone while the policies were asked.
      if (this.#socket.readyState === this.#socket.OPEN) this.#channels.set(frame.topic, channel);
      else channel.abandon();
    } catch (error) {
      if (!(error instanceof JoinRefused)) throw error;
      this.#reply(frame, 'error', { reason: error.message });
    }
  }

  #reply(frame: Frame, status: 'ok' | 'error', response: object): void {
    const { joinRef, ref, topic } = frame;
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  #end(): void {
    for (const channel of this.#channels.values()) channel.abandon();
    this.#channels.clear();
  }
}
