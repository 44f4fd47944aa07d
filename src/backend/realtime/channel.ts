import type { Claims } from '#base/server/tokens.ts';
import { type Rights, RightsCheckError, rightsOn } from './authorization.ts';
import type { ChangeRequest, Subscription } from './change-requests.ts';
import { broadcast } from './channel-broadcast.ts';
import { ChannelPresence } from './channel-presence.ts';
import type { Frame } from './frames.ts';
import type { JoinConfig } from './join-config.ts';
import { type Admission, admit, callerOf, JoinError } from './joining.ts';
import { asObject, type ChannelHost } from './parts.ts';
import type { Member, Memo, TopicState } from './rooms.ts';
import { checkToken, expiredSince, isProjectKey, TokenError } from './token-check.ts';
import { topicKey } from './topics.ts';

/** setTimeout counts in 32 bits; a longer-lived token is checked again after this. */
const MAX_WAIT_MS = 3_600_000;

/** One joined channel of one socket. */
export class Channel implements Member {
  readonly joinRef: string | null;
  readonly #host: ChannelHost;
  /** The topic as the client named it, which every message to it carries. */
  readonly #clientTopic: string;
  readonly #name: string;
  readonly #topic: string;
  readonly #config: JoinConfig;
  readonly #topicState: TopicState;
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
    this.#topicState = host.service.topics.join(this.#topicKey, this);
    this.#presence = new ChannelPresence(host, this.#topicState, admission.config.presenceKey);
    this.#watchExpiry();
  }

  /**
   * Handles a `phx_join`: checks rights, joins the topic, replies, sends presence state and replayed messages, subscribes
   * to row changes.
   * @throws {JoinError} with the reason for the client.
   */
  static async join(host: ChannelHost, frame: Frame): Promise<Channel> {
    const admission = await admit(host, frame);
    const channel = new Channel(host, frame, admission);
    const { requests, config } = admission;
    try {
      const entries = typeof requests === 'string' ? unparsedEntries(config.changes) : requests;
      const reply = entries.map((request) => ({ ...request.original, id: request.id }));
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
        // Unknown events count against the rate limit and are otherwise ignored.
        if (!this.#host.mayBroadcast()) this.#shutDown('Too many messages per second');
    }
  }

  receivesBroadcast(): boolean {
    return this.#rights.readBroadcast;
  }

  receivesPresence(): boolean {
    return this.#hasPresence && this.#rights.readPresence;
  }

  push(event: string, payload: unknown, memo?: Memo): void {
    this.#host.send({ joinRef: null, ref: null, topic: this.#clientTopic, event, payload }, memo);
  }

  reply(frame: Frame, status: 'ok' | 'error', response: object): void {
    const { ref, topic } = frame;
    this.#host.send({ joinRef: this.joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  /** Checks rights again where the session is this channel's; for null, those of every private channel. */
  async sessionChanged(sessionId: string | null): Promise<void> {
    if (this.#isClosed || !this.#config.isPrivate || this.#claims.session_id === undefined) return;
    if (sessionId !== null && this.#claims.session_id !== sessionId) return;
    const { service } = this.#host;
    try {
      this.#take(await rightsOn(service.database, callerOf(this.#claims), this.#topic, service.log));
    } catch (error) {
      if (error instanceof RightsCheckError) this.#shutDown(error.message);
      else throw error;
    }
  }

  /** Leaves the topic and sends `phx_close`. */
  close(): void {
    if (this.#isClosed) return;
    this.abandon();
    const { joinRef } = this;
    this.#host.send({ joinRef, ref: joinRef, topic: this.#clientTopic, event: 'phx_close', payload: {} });
    this.#host.forget(this.#clientTopic, this);
  }

  /** Leaves the topic silently: the socket is gone. */
  abandon(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#expiry) clearTimeout(this.#expiry);
    if (this.#nextToken) clearTimeout(this.#nextToken.timer);
    this.#subscription?.stop();
    this.#presence.leave();
    this.#host.service.topics.leave(this.#topicKey, this);
  }

  get #topicKey(): string {
    return topicKey(this.#topic, this.#config.isPrivate);
  }

  #welcome({ config, replay }: Admission): void {
    if (this.receivesPresence()) this.#sendPresenceState();
    for (const message of replay) this.push('broadcast', message);
    // Messages sent from SQL arrive by NOTIFY, which this process listens to before it accepts sockets.
    if (config.wantsReplicationReady) this.#system('system', 'ok', 'Replication connection established');
  }

  #subscribe(requests: ChangeRequest[] | string, callback?: (error: string | null) => void): void {
    const notify = (error: string | null) => {
      this.#system('postgres_changes', error ? 'error' : 'ok', error ?? 'Subscribed to PostgreSQL');
      callback?.(error);
    };
    if (typeof requests === 'string') notify(requests);
    else if (requests.length > 0) {
      this.#subscription = this.#host.service.changes.subscribe({
        caller: callerOf(this.#claims),
        requests,
        push: (change) => this.push('postgres_changes', change),
        onError: (message) => notify(message),
        onReady: () => notify(null),
      });
    } else callback?.(null);
  }

  /** @throws {JoinError} where the subscription to row changes fails or times out. */
  #subscribed(requests: ChangeRequest[] | string, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(
            new JoinError(
              'PostgresChangesSubscribeTimeout',
              `Timed out after ${timeoutMs}ms waiting for the postgres_changes subscription`,
            ),
          ),
        timeoutMs,
      );
      this.#subscribe(requests, (error) => {
        clearTimeout(timer);
        if (error) reject(new JoinError('RealtimeDisabledForConfiguration', error));
        else resolve();
      });
    });
  }

  #system(extension: string, status: 'ok' | 'error', message: string): void {
    if (!this.#isClosed) this.push('system', { extension, status, message, channel: this.#name });
  }

  /** Closes the channel after a violation or a lost right, with the reason. */
  #shutDown(message: string): void {
    this.#system('system', 'error', message);
    this.close();
  }

  #sendPresenceState(): void {
    this.push('presence_state', this.#topicState.presence.state(), this.#topicState.presence.memo);
  }

  async #broadcast(frame: Frame): Promise<void> {
    if (!this.#host.mayBroadcast()) {
      this.#shutDown('Too many messages per second');
      return;
    }
    const result = await broadcast(
      {
        service: this.#host.service,
        room: this.#topicKey,
        topic: this.#topic,
        isPrivate: this.#config.isPrivate,
        rights: this.#rights,
        claims: this.#claims,
        except: this.#config.broadcastSelf ? undefined : this,
        wantsAck: this.#config.broadcastAck,
      },
      frame,
    );
    // Only clients that asked for an acknowledgement get one.
    if (this.#config.broadcastAck) this.reply(frame, result.status, result.response);
  }

  #handlePresence(frame: Frame): void {
    const outcome = this.#presence.handle(frame.payload, this.#rights.writePresence);
    if ('close' in outcome) {
      this.#shutDown(outcome.close);
      return;
    }
    if (!this.#hasPresence && outcome.reply === 'ok') {
      // Tracking also subscribes a client to presence it had not asked for at join.
      this.#hasPresence = true;
      if (this.receivesPresence()) this.#sendPresenceState();
    }
    this.reply(frame, outcome.reply, outcome.reason ? { reason: outcome.reason } : {});
  }

  /** Takes a new token, rate limited: of those that come too soon the newest is used later. */
  async #hold(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token === '' || isProjectKey(token)) return;
    if (this.#nextToken) {
      this.#nextToken.token = token;
      return;
    }
    if (token === this.#token) return;
    const { clock, limits } = this.#host.service;
    const waitMs = this.#refreshedAt + limits.tokenRefreshMs - clock();
    if (waitMs <= 0) return await this.#refresh(token);
    const timer = setTimeout(() => {
      const next = this.#nextToken?.token;
      this.#nextToken = null;
      if (next === undefined || next === this.#token) return;
      this.#refresh(next).catch((error: unknown) =>
        this.#host.service.log.error({ error: String(error) }, 'a token could not be renewed'),
      );
    }, waitMs).unref();
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
      this.#subscription?.setCaller(caller);
      this.#watchExpiry();
    } catch (error) {
      if (error instanceof TokenError)
        this.#host.reportSocketError({ status: 401, code: error.code, claims: this.#claims });
      if (error instanceof TokenError || error instanceof RightsCheckError) this.#shutDown(error.message);
      else throw error;
    }
  }

  /** Applies new rights; false where the channel is closed, also because it lost the right to read. */
  #take(rights: Rights): boolean {
    const previous = this.#rights;
    if (this.#isClosed) return false;
    if ((previous.readBroadcast && !rights.readBroadcast) || (previous.readPresence && !rights.readPresence)) {
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
    const remainingMs = exp * 1000 - Date.now();
    if (remainingMs <= 0) {
      this.#shutDown(expiredSince(exp));
      return;
    }
    this.#expiry = setTimeout(() => this.#watchExpiry(), Math.min(remainingMs + 1, MAX_WAIT_MS)).unref();
  }
}

/** The entries of a request that failed to parse, for the reply, in which the client looks for its own. */
function unparsedEntries(changes: unknown): { id: number; original: Record<string, unknown> }[] {
  return Array.isArray(changes) ? changes.map((entry, index) => ({ id: index, original: asObject(entry) })) : [];
}
