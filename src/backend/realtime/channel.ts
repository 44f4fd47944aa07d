import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import type { Claims } from '#base/server/tokens.ts';
import { everything, type Rights, rightsOn } from './authorization.ts';
import { readChangeRequests, type Subscription } from './change-requests.ts';
import type { BroadcastPayload, Frame } from './frames.ts';
import { asObject, type ChannelHost } from './parts.ts';
import type { Member, Room } from './rooms.ts';
import { roomKey } from './topics.ts';

type JoinConfig = {
  isPrivate: boolean;
  broadcastAck: boolean;
  broadcastSelf: boolean;
  presenceKey: string;
  presenceEnabled: boolean;
  changes: unknown;
};

/** A refusal whose message goes to the client as `reason`. */
export class JoinRefused extends Error {}

const CHANNEL = /^realtime:(.+)$/s;
/** setTimeout counts in 32 bits; a token that lives longer is looked at again. */
const LONGEST_WAIT_MS = 3_600_000;

/** One joined channel of one socket. */
export class Channel implements Member {
  readonly joinRef: string | null;
  readonly #host: ChannelHost;
  /** The client's own name for it, as every message to it is addressed. */
  readonly #clientTopic: string;
  /** The name without `realtime:`, as the client knows it. */
  readonly #name: string;
  /** The name policies see. */
  readonly #topic: string;
  readonly #config: JoinConfig;
  readonly #room: Room;
  #token: string;
  #claims: Claims;
  #rights: Rights;
  #hasPresence: boolean;
  #subscription: Subscription | null = null;
  #expiry: NodeJS.Timeout | null = null;
  #isClosed = false;

  private constructor(
    host: ChannelHost,
    frame: Frame,
    names: { name: string; topic: string },
    config: JoinConfig,
    credentials: { token: string; claims: Claims; rights: Rights },
  ) {
    this.#host = host;
    this.joinRef = frame.joinRef ?? frame.ref;
    this.#clientTopic = frame.topic;
    this.#name = names.name;
    this.#topic = names.topic;
    this.#config = config;
    this.#token = credentials.token;
    this.#claims = credentials.claims;
    this.#rights = credentials.rights;
    this.#hasPresence = config.presenceEnabled;
    this.#room = host.service.rooms.join(this.#roomKey, this);
    this.#watchExpiry();
  }

  /**
   * Answers a `phx_join`: rights first, then the room, the reply, the state of presence and row changes.
   * @throws {JoinRefused} with the sentence for the client.
   */
  static async join(host: ChannelHost, frame: Frame): Promise<Channel> {
    const name = CHANNEL.exec(frame.topic)?.[1];
    if (!name) throw new JoinRefused('TopicNameRequired: You must provide a topic name');
    const payload = asObject(frame.payload);
    const config = readConfig(asObject(payload.config));
    const given = payload.access_token ?? payload.user_token;
    const token = typeof given === 'string' && given !== '' ? given : host.apiKey;
    const claims = await host.service.tokens.verify(token);
    if (!claims) throw new JoinRefused('InvalidJWTToken: The token provided is not valid or has expired');
    const topic = host.service.topicOf(host.scope, name, config.isPrivate);
    const rights = config.isPrivate ? await rightsOn(host.service.database, callerOf(claims), topic) : everything;
    if (!rights.readBroadcast && !rights.readPresence) {
      throw new JoinRefused(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`);
    }
    const requests = readChangeRequests(config.changes, host.service.limits.changesPerChannel);
    if (typeof requests === 'string') throw new JoinRefused(`InvalidJoinPayload: ${requests}`);

    const channel = new Channel(host, frame, { name, topic }, config, { token, claims, rights });
    channel.reply(frame, 'ok', { postgres_changes: requests.map((request) => ({ id: request.id, ...request.asked })) });
    if (channel.hearsPresence()) channel.#sendPresenceState();
    if (requests.length > 0) {
      channel.#subscription = host.service.changes.subscribe({
        caller: callerOf(claims),
        requests,
        tell: (change) => channel.#push('postgres_changes', change),
        refused: (message) => channel.#system('postgres_changes', 'error', message),
        ready: () => channel.#system('postgres_changes', 'ok', 'Subscribed to PostgreSQL'),
      });
    }
    return channel;
  }

  async handle(frame: Frame): Promise<void> {
    if (this.#isClosed) return;
    switch (frame.event) {
      case 'broadcast':
        this.#broadcast(frame);
        return;
      case 'presence':
        this.#presence(frame);
        return;
      case 'access_token':
        return await this.#refresh(asObject(frame.payload).access_token);
      case 'phx_leave':
        this.reply(frame, 'ok', {});
        this.close();
        return;
      default:
        return;
    }
  }

  hearsBroadcast(): boolean {
    return this.#rights.readBroadcast;
  }

  hearsPresence(): boolean {
    return this.#hasPresence && this.#rights.readPresence;
  }

  push(event: string, payload: unknown, memo: Map<string, string | Buffer | null>): void {
    this.#host.send({ joinRef: null, ref: null, topic: this.#clientTopic, event, payload }, memo);
  }

  reply(frame: Frame, status: 'ok' | 'error', response: object): void {
    const { ref, topic } = frame;
    this.#host.send({ joinRef: this.joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  /** Leaves the room and tells the client, whose channel is then closed. */
  close(): void {
    if (this.#isClosed) return;
    this.abandon();
    const { joinRef } = this;
    this.#host.send({ joinRef, ref: joinRef, topic: this.#clientTopic, event: 'phx_close', payload: {} });
    this.#host.forget(this.#clientTopic, this);
  }

  /** Leaves the room without a word: the socket is gone. */
  abandon(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#expiry) clearTimeout(this.#expiry);
    this.#subscription?.stop();
    this.#room.presence.untrack(this, this.#config.presenceKey);
    this.#host.service.rooms.leave(this.#roomKey, this);
  }

  get #roomKey(): string {
    return roomKey(this.#topic, this.#config.isPrivate);
  }

  #push(event: string, payload: unknown): void {
    const { joinRef } = this;
    this.#host.send({ joinRef, ref: null, topic: this.#clientTopic, event, payload });
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    if (!this.#isClosed) this.#push('system', { extension, status, message, channel: this.#name });
  }

  /** A breach or a lost right: the reason, then the end of the channel. */
  #shutDown(message: string): void {
    this.#system('system', 'error', message);
    this.close();
  }

  #sendPresenceState(): void {
    this.#push('presence_state', this.#room.presence.state());
  }

  #broadcast(frame: Frame): void {
    if (!this.#host.mayBroadcast()) {
      this.#shutDown('Too many messages per second');
      return;
    }
    const asked = asObject(frame.payload);
    if (!this.#rights.writeBroadcast || typeof asked.event !== 'string' || asked.event.length > 255) {
      // Who asked for no answer gets none.
      const reason = `You do not have permissions to write to this Channel topic: ${this.#name}`;
      if (this.#config.broadcastAck) this.reply(frame, 'error', { reason });
      return;
    }
    const payload: BroadcastPayload = { type: 'broadcast', event: asked.event, payload: asked.payload ?? {} };
    const { rooms, bus } = this.#host.service;
    rooms.broadcast(this.#roomKey, payload, this.#config.broadcastSelf ? undefined : this);
    bus.publish({ room: this.#roomKey, payload });
    if (this.#config.broadcastAck) this.reply(frame, 'ok', {});
  }

  #presence(frame: Frame): void {
    if (!this.#host.mayShowPresence()) {
      this.#shutDown('Client presence rate limit exceeded');
      return;
    }
    const asked = asObject(frame.payload);
    const event = String(asked.event ?? '').toLowerCase();
    if (event === 'untrack') {
      this.#room.presence.untrack(this, this.#config.presenceKey);
      this.reply(frame, 'ok', {});
      return;
    }
    if (event !== 'track' || !this.#rights.writePresence) {
      this.reply(frame, 'error', {});
      return;
    }
    const payload = asked.payload ?? {};
    if (typeof payload !== 'object' || Array.isArray(payload)) {
      this.reply(frame, 'error', { reason: 'Presence track payload must be a map' });
      return;
    }
    if (JSON.stringify(payload).length > this.#host.service.limits.presenceBytes) {
      this.#shutDown('Track message size exceeded');
      return;
    }
    if (!this.#hasPresence) {
      // Who shows themselves without having asked to see the others gets to see them from here on.
      this.#hasPresence = true;
      if (this.hearsPresence()) this.#sendPresenceState();
    }
    this.#room.presence.track(this, this.#config.presenceKey, payload as Record<string, unknown>);
    this.reply(frame, 'ok', {});
  }

  async #refresh(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token === '' || token === this.#token) return;
    const claims = await this.#host.service.tokens.verify(token);
    if (!claims) {
      this.#shutDown('The token provided is not valid or has expired');
      return;
    }
    const before = this.#rights;
    const caller = callerOf(claims);
    if (this.#config.isPrivate) this.#rights = await rightsOn(this.#host.service.database, caller, this.#topic);
    if (this.#isClosed) return;
    const isRevoked =
      (before.readBroadcast && !this.#rights.readBroadcast) || (before.readPresence && !this.#rights.readPresence);
    if (isRevoked) {
      this.#shutDown(`You no longer have permission to read from this Channel topic: ${this.#name}`);
      return;
    }
    this.#token = token;
    this.#claims = claims;
    this.#subscription?.become(caller);
    this.#watchExpiry();
  }

  #watchExpiry(): void {
    if (this.#expiry) clearTimeout(this.#expiry);
    this.#expiry = null;
    if (this.#claims.exp === undefined) return;
    const left = this.#claims.exp * 1000 - Date.now();
    if (left <= 0) {
      this.#shutDown('Token has expired');
      return;
    }
    this.#expiry = setTimeout(() => this.#watchExpiry(), Math.min(left + 1, LONGEST_WAIT_MS)).unref();
  }
}

export function callerOf(claims: Claims): Caller {
  return { role: claims.role, claims };
}

function readConfig(config: Record<string, unknown>): JoinConfig {
  const broadcast = asObject(config.broadcast);
  const presence = asObject(config.presence);
  const key = typeof presence.key === 'string' ? presence.key.slice(0, 255) : '';
  return {
    isPrivate: config.private === true,
    broadcastAck: broadcast.ack === true,
    broadcastSelf: broadcast.self === true,
    presenceKey: key === '' ? randomUUID() : key,
    presenceEnabled: presence.enabled === true,
    changes: config.postgres_changes,
  };
}
