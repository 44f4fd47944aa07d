import type { Claims } from '#base/server/tokens.ts';
import { type Rights, RightsUnknown, rightsOn } from './authorization.ts';
import type { ChangeRequest, Subscription } from './change-requests.ts';
import { broadcast } from './channel-broadcast.ts';
import { ChannelPresence } from './channel-presence.ts';
import type { Frame } from './frames.ts';
import type { JoinConfig } from './join-config.ts';
import { type Admission, admit, callerOf, JoinRefused } from './joining.ts';
import { asObject, type ChannelHost } from './parts.ts';
import type { Member, Memo, Room } from './rooms.ts';
import { checkToken, expiredSince, isProjectKey, TokenRefused } from './token-check.ts';
import { roomKey } from './topics.ts';

/** setTimeout counts in 32 bits; a token that lives longer is looked at again. */
const LONGEST_WAIT_MS = 3_600_000;

/** One joined channel of one socket. */
export class Channel implements Member {
  readonly joinRef: string | null;
  readonly #host: ChannelHost;
  /** The client's own name for it, as every message to it is addressed. */
  readonly #clientTopic: string;
  readonly #name: string;
  readonly #topic: string;
  readonly #config: JoinConfig;
  readonly #room: Room;
  readonly #presence: ChannelPresence;
  #token: string;
  #claims: Claims;
  #rights: Rights;
  #hasPresence: boolean;
  #subscription: Subscription | null = null;
  #expiry: NodeJS.Timeout | null = null;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #nextToken: { token: string; timer: NodeJS.Timeout } | null = null;
  #isClosed = false;

  private constructor(host: ChannelHost, frame: Frame, admission: Admission) {
    this.#host = host;
    this.joinRef = frame.joinRef ?? frame.ref;
    this.#clientTopic = frame.topic;
    this.#name = admission.name;
    this.#topic = admission.topic;
    this.#config = admission.config;
    this.#token = admission.token;
    this.#claims = admission.claims;
    this.#rights = admission.rights;
    this.#hasPresence = admission.config.presenceEnabled;
    this.#room = host.service.rooms.join(this.#roomKey, this);
    this.#presence = new ChannelPresence(host, this.#room, admission.config.presenceKey);
    this.#watchExpiry();
  }

  /**
   * Answers a `phx_join`: rights first, then the room, the reply, the state of presence, kept messages, row changes.
   * @throws {JoinRefused} with the reason for the client.
   */
  static async join(host: ChannelHost, frame: Frame): Promise<Channel> {
    const admission = await admit(host, frame);
    const channel = new Channel(host, frame, admission);
    const { requests, config } = admission;
    try {
      const asked = typeof requests === 'string' ? askedFor(config.changes) : requests;
      const reply = asked.map((request) => ({ ...request.asked, id: request.id }));
      if (config.changesWaitMs !== null) await channel.#subscribed(requests, config.changesWaitMs);
      channel.reply(frame, 'ok', { postgres_changes: reply });
      channel.#welcome(admission);
      if (config.changesWaitMs === null) channel.#subscribe(requests);
    } catch (error) {
      channel.abandon();
      throw error;
    }
    return channel;
  }

  async handle(frame: Frame): Promise<void> {
    if (this.#isClosed) return;
    switch (frame.event) {
      case 'broadcast':
        return await this.#broadcast(frame);
      case 'presence':
        this.#handlePresence(frame);
        return;
      case 'access_token':
        return await this.#hold(asObject(frame.payload).access_token);
      case 'phx_leave':
        this.reply(frame, 'ok', {});
        this.close();
        return;
      default:
        // An unknown event is counted, for it could be many, and otherwise passed over.
        if (!this.#host.mayBroadcast()) this.#shutDown('Too many messages per second');
    }
  }

  hearsBroadcast(): boolean {
    return this.#rights.readBroadcast;
  }

  hearsPresence(): boolean {
    return this.#hasPresence && this.#rights.readPresence;
  }

  push(event: string, payload: unknown, memo?: Memo): void {
    this.#host.send({ joinRef: null, ref: null, topic: this.#clientTopic, event, payload }, memo);
  }

  reply(frame: Frame, status: 'ok' | 'error', response: object): void {
    const { ref, topic } = frame;
    this.#host.send({ joinRef: this.joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  /** Looks at the rights again where they are those of this session; every private channel's for null. */
  async sessionChanged(sessionId: string | null): Promise<void> {
    if (this.#isClosed || !this.#config.isPrivate || this.#claims.session_id === undefined) return;
    if (sessionId !== null && this.#claims.session_id !== sessionId) return;
    const { service } = this.#host;
    try {
      this.#take(await rightsOn(service.database, callerOf(this.#claims), this.#topic, service.log));
    } catch (error) {
      if (error instanceof RightsUnknown) this.#shutDown(error.message);
      else throw error;
    }
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
    if (this.#nextToken) clearTimeout(this.#nextToken.timer);
    this.#subscription?.stop();
    this.#presence.leave();
    this.#host.service.rooms.leave(this.#roomKey, this);
  }

  get #roomKey(): string {
    return roomKey(this.#topic, this.#config.isPrivate);
  }

  #welcome({ config, replay }: Admission): void {
    if (this.hearsPresence()) this.#sendPresenceState();
    for (const message of replay) this.push('broadcast', message);
    // Messages sent from SQL come by notifications, which this process hears before it lets anybody in.
    if (config.wantsReplicationReady) this.#system('system', 'ok', 'Replication connection established');
  }

  #subscribe(requests: ChangeRequest[] | string, heard?: (error: string | null) => void): void {
    const tell = (error: string | null) => {
      this.#system('postgres_changes', error ? 'error' : 'ok', error ?? 'Subscribed to PostgreSQL');
      heard?.(error);
    };
    if (typeof requests === 'string') tell(requests);
    else if (requests.length > 0) {
      this.#subscription = this.#host.service.changes.subscribe({
        caller: callerOf(this.#claims),
        requests,
        tell: (change) => this.push('postgres_changes', change),
        refused: (message) => tell(message),
        ready: () => tell(null),
      });
    } else heard?.(null);
  }

  /** @throws {JoinRefused} where the row changes can't be had, or not in time. */
  #subscribed(requests: ChangeRequest[] | string, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(
            new JoinRefused(
              'PostgresChangesSubscribeTimeout',
              `Timed out after ${timeoutMs}ms waiting for the postgres_changes subscription`,
            ),
          ),
        timeoutMs,
      );
      this.#subscribe(requests, (error) => {
        clearTimeout(timer);
        if (error) reject(new JoinRefused('RealtimeDisabledForConfiguration', error));
        else resolve();
      });
    });
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    if (!this.#isClosed) this.push('system', { extension, status, message, channel: this.#name });
  }

  /** A breach or a lost right: the reason, then the end of the channel. */
  #shutDown(message: string): void {
    this.#system('system', 'error', message);
    this.close();
  }

  #sendPresenceState(): void {
    this.push('presence_state', this.#room.presence.state(), this.#room.presence.memo);
  }

  async #broadcast(frame: Frame): Promise<void> {
    if (!this.#host.mayBroadcast()) {
      this.#shutDown('Too many messages per second');
      return;
    }
    const answer = await broadcast(
      {
        service: this.#host.service,
        room: this.#roomKey,
        topic: this.#topic,
        isPrivate: this.#config.isPrivate,
        rights: this.#rights,
        claims: this.#claims,
        except: this.#config.broadcastSelf ? undefined : this,
        wantsAck: this.#config.broadcastAck,
      },
      frame,
    );
    // Who asked for no answer gets none.
    if (this.#config.broadcastAck) this.reply(frame, answer.status, answer.response);
  }

  #handlePresence(frame: Frame): void {
    const outcome = this.#presence.handle(frame.payload, this.#rights.writePresence);
    if ('close' in outcome) {
      this.#shutDown(outcome.close);
      return;
    }
    if (!this.#hasPresence && outcome.reply === 'ok') {
      // Who shows themselves without having asked to see the others gets to see them from here on.
      this.#hasPresence = true;
      if (this.hearsPresence()) this.#sendPresenceState();
    }
    this.reply(frame, outcome.reply, outcome.reason ? { reason: outcome.reason } : {});
  }

  /** Takes a new token, at most so often: of those that come too soon the newest waits. */
  async #hold(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token === '' || isProjectKey(token)) return;
    if (this.#nextToken) {
      this.#nextToken.token = token;
      return;
    }
    if (token === this.#token) return;
    const { clock, limits } = this.#host.service;
    const left = this.#refreshedAt + limits.tokenRefreshMs - clock();
    if (left <= 0) return await this.#refresh(token);
    const timer = setTimeout(() => {
      const next = this.#nextToken?.token;
      this.#nextToken = null;
      if (next === undefined || next === this.#token) return;
      this.#refresh(next).catch((error: unknown) =>
        this.#host.service.log.error({ error: String(error) }, 'a token could not be renewed'),
      );
    }, left).unref();
    this.#nextToken = { token, timer };
  }

  async #refresh(token: string): Promise<void> {
    const { service } = this.#host;
    this.#refreshedAt = service.clock();
    try {
      const claims = await checkToken(service.tokens, token);
      const caller = callerOf(claims);
      const rights = this.#config.isPrivate
        ? await rightsOn(service.database, caller, this.#topic, service.log)
        : this.#rights;
      if (!this.#take(rights)) return;
      this.#token = token;
      this.#claims = claims;
      this.#subscription?.become(caller);
      this.#watchExpiry();
    } catch (error) {
      if (error instanceof TokenRefused)
        this.#host.noteRefusal({ status: 401, code: error.code, claims: this.#claims });
      if (error instanceof TokenRefused || error instanceof RightsUnknown) this.#shutDown(error.message);
      else throw error;
    }
  }

  /** Goes on with these rights; false where the channel is closed, also because what it could read it can't any more. */
  #take(rights: Rights): boolean {
    const before = this.#rights;
    if (this.#isClosed) return false;
    if ((before.readBroadcast && !rights.readBroadcast) || (before.readPresence && !rights.readPresence)) {
      this.#shutDown(`You no longer have permission to read from this Channel topic: ${this.#name}`);
      return false;
    }
    this.#rights = rights;
    return true;
  }

  #watchExpiry(): void {
    if (this.#expiry) clearTimeout(this.#expiry);
    this.#expiry = null;
    const { exp } = this.#claims;
    if (exp === undefined) return;
    const left = exp * 1000 - Date.now();
    if (left <= 0) {
      this.#shutDown(expiredSince(exp));
      return;
    }
    this.#expiry = setTimeout(() => this.#watchExpiry(), Math.min(left + 1, LONGEST_WAIT_MS)).unref();
  }
}

/** The entries of a request that can't be followed, for the reply, in which the client looks for its own. */
function askedFor(changes: unknown): { id: number; asked: Record<string, unknown> }[] {
  return Array.isArray(changes) ? changes.map((entry, index) => ({ id: index, asked: asObject(entry) })) : [];
}
