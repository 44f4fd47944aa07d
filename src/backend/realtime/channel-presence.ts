import { asObject, type ChannelHost } from './parts.ts';
import type { Meta } from './presence.ts';
import type { TopicState } from './rooms.ts';

/** The result of a presence message; `close` ends the channel with that sentence. */
export type PresenceOutcome = { reply: 'ok' | 'error'; reason?: string } | { close: string };

let lastSeat = 0;
let lastRef = 0;

/** The presence one channel tracks in its topic: https://supabase.com/docs/guides/realtime/presence */
export class ChannelPresence {
  readonly #host: ChannelHost;
  readonly #topicState: TopicState;
  readonly #key: string;
  readonly #seat: string;
  #trackedJson = '';
  #calls = 0;
  #windowEnds = Number.NEGATIVE_INFINITY;

  constructor(host: ChannelHost, room: TopicState, key: string) {
    this.#host = host;
    this.#topicState = room;
    this.#key = key;
    this.#seat = `${host.service.cluster.id}/${++lastSeat}`;
  }

  /** Handles one `presence` message; `mayShow` is whether policies allow this client to track. */
  handle(payload: unknown, mayShow: boolean): PresenceOutcome {
    if (!this.#mayCall()) return { close: 'Client presence rate limit exceeded' };
    const message = asObject(payload);
    const event = typeof message.event === 'string' ? message.event.toLowerCase() : '';
    if (event === 'untrack') {
      this.leave();
      return { reply: 'ok' };
    }
    if (event !== 'track' || !mayShow) return { reply: 'error' };
    return this.#track(message.payload ?? {});
  }

  leave(): void {
    this.#trackedJson = '';
    if (this.#topicState.presence.metaOf(this.#seat)) {
      this.#topicState.presence.take({ seat: this.#seat, key: this.#key, meta: null });
    }
  }

  #track(payload: unknown): PresenceOutcome {
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
      return { reply: 'error', reason: 'Presence track payload must be a map' };
    }
    const text = JSON.stringify(payload);
    if (text === this.#trackedJson) return { reply: 'ok' };
    if (Buffer.byteLength(text) > this.#host.service.limits.presenceBytes) {
      return { close: 'Track message size exceeded' };
    }
    if (!this.#host.share.presence.take()) return { close: 'Too many presence messages per second' };
    const previous = this.#topicState.presence.metaOf(this.#seat);
    const meta: Meta = { ...payload, phx_ref: `${this.#host.service.cluster.id}${(++lastRef).toString(36)}` };
    delete meta.phx_ref_prev;
    if (previous) meta.phx_ref_prev = previous.phx_ref;
    this.#trackedJson = text;
    this.#topicState.presence.take({ seat: this.#seat, key: this.#key, meta });
    return { reply: 'ok' };
  }

  #mayCall(): boolean {
    const { clock, limits } = this.#host.service;
    const now = clock();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + limits.presenceWindowMs;
      this.#calls = 0;
    }
    return ++this.#calls <= limits.presenceCalls;
  }
}
