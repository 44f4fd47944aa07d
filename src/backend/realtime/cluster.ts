import { randomBytes } from 'node:crypto';
import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Bus } from './bus.ts';
import type { BroadcastPayload } from './frames.ts';
import type { RoomSteps, Rooms } from './rooms.ts';
import { serviceCaller } from './service-caller.ts';

/** What processes say to each other. */
type Word =
  | { kind: 'hello' }
  | { kind: 'bye' }
  | { kind: 'state'; to: string; rooms: RoomSteps[]; isFirst: boolean; isLast: boolean }
  | { kind: 'steps'; told: RoomSteps }
  | {
      kind: 'broadcast';
      room: string;
      event: string;
      payload?: unknown;
      bytes?: string;
      meta?: Record<string, unknown>;
    };

export type NeighbourTimes = { beatMs: number; patienceMs: number };
export const usualTimes: NeighbourTimes = { beatMs: 5_000, patienceMs: 20_000 };

/** How long a process that begins waits for those it found: one of them may have died. */
const WELCOME_MS = 1_000;
/** Seats of one message of state. */
const SEATS_AT_ONCE = 500;

/** The other processes of the installation: who lives, what they broadcast, and whom they show as present. */
export type Neighbours = {
  /** The name of this process. */
  readonly id: string;
  /** The moment of the last beat by the database's clock, ISO 8601. */
  lastBeat(): string | null;
  /** Resolves when the others know of this process, which gives a sign of life from then on. */
  start(rooms: Rooms): Promise<void>;
  /** Whether this process needs triggers to hear of row changes; told with the next beat. */
  announceTriggers(isUsed: boolean): Promise<void>;
  broadcast(room: string, payload: BroadcastPayload): void;
  tellSteps(told: RoomSteps): void;
  /** What was said while nothing could be heard has to be asked for again. */
  resumed(): void;
  close(): Promise<void>;
};

export function createNeighbours(
  database: Database,
  bus: Bus,
  log: Log,
  times: NeighbourTimes = usualTimes,
): Neighbours {
  const id = randomBytes(6).toString('hex');
  let others = new Set<string>();
  /** Heard since the last beat was begun: its answer may not know them yet. */
  const fresh = new Set<string>();
  /** Who has not answered yet; told when nobody is left. */
  let awaited: { from: Set<string>; done(): void } | null = null;
  let beating: Promise<void> = Promise.resolve();
  let usesTriggers = true;
  let rooms: Rooms | null = null;
  let beatAt: string | null = null;
  let timer: NodeJS.Timeout | null = null;

  function say(word: Word): void {
    bus.publish(JSON.stringify({ from: id, ...word }));
  }

  /** Alone, nothing is said: a broadcast then costs the database nothing. */
  function sayToOthers(word: Word): void {
    if (others.size > 0) say(word);
  }

  function sayStateTo(to: string): void {
    const mine = rooms?.stepsOf(id) ?? [];
    let isFirst = true;
    for (let batch = take(mine); batch.length > 0 || isFirst; batch = take(mine)) {
      say({ kind: 'state', to, rooms: batch, isFirst, isLast: mine.length === 0 });
      isFirst = false;
    }
  }

  function heard(text: string): void {
    const { from, ...word } = JSON.parse(text) as Word & { from: string };
    if (from === id || !rooms) return;
    if (word.kind === 'bye') {
      others.delete(from);
      fresh.delete(from);
      rooms.keepOnly((process) => process !== from);
      return;
    }
    others.add(from);
    fresh.add(from);
    if (word.kind === 'hello') sayStateTo(from);
    else if (word.kind === 'steps') rooms.applySteps(word.told);
    else if (word.kind === 'broadcast') {
      const { room, event, payload, bytes, meta } = word;
      rooms.broadcast(room, {
        type: 'broadcast',
        event,
        payload: bytes === undefined ? payload : Buffer.from(bytes, 'base64'),
        ...(meta ? { meta } : {}),
      });
    } else if (word.kind === 'state' && word.to === id) {
      // The first part replaces what was known; the others add to it.
      if (word.isFirst) rooms.replaceSteps(from, word.rooms);
      else for (const told of word.rooms) rooms.applySteps(told);
      if (word.isLast && awaited?.from.delete(from) && awaited.from.size === 0) awaited.done();
    }
  }

  /** Resolves when those who are there know of this process, and have said whom they show. */
  async function greet(): Promise<void> {
    const welcomed = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, WELCOME_MS);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      awaited = { from: new Set(others), done };
    });
    say({ kind: 'hello' });
    for (const other of others) sayStateTo(other);
    if (others.size > 0) await welcomed;
    awaited?.done();
    awaited = null;
  }

  /** One at a time: the answer to a later one knows more. */
  function beat(): Promise<void> {
    const next = beating.then(giveSign);
    beating = next.catch(() => {});
    return next;
  }

  async function giveSign(): Promise<void> {
    fresh.clear();
    const [row] = await database
      .as(serviceCaller)
      .query<{ told: { wasThere: boolean; others: string[]; at: string } }>(
        'select realtime.beat($1, $2, $3) as told',
        [id, usesTriggers, times.patienceMs],
      );
    if (!row) return;
    const isBack = beatAt !== null && !row.told.wasThere;
    beatAt = row.told.at;
    const living = new Set([...row.told.others, ...fresh]);
    const gone = [...others].filter((other) => !living.has(other));
    others = living;
    if (gone.length > 0) rooms?.keepOnly((process) => process === id || living.has(process));
    // Who was silent for too long was forgotten by the others, people and all.
    if (isBack) {
      say({ kind: 'hello' });
      for (const other of others) sayStateTo(other);
    }
  }

  function beatAgain(): void {
    timer = setTimeout(() => {
      beat()
        .catch((error: unknown) => log.warn({ error: String(error) }, 'a sign of life could not be given'))
        .finally(() => {
          if (timer) beatAgain();
        });
    }, times.beatMs).unref();
  }

  bus.hear((text) => {
    try {
      heard(text);
    } catch (error) {
      log.error({ error: String(error) }, 'what another process said could not be understood');
    }
  });

  return {
    id,
    lastBeat: () => beatAt,
    start: async (all) => {
      rooms = all;
      await beat();
      await greet();
      beatAgain();
    },
    announceTriggers: async (isUsed) => {
      usesTriggers = isUsed;
      if (timer) await beat();
    },
    broadcast: (room, { event, payload, meta }) => {
      if (others.size === 0) return;
      const said = Buffer.isBuffer(payload) ? { bytes: payload.toString('base64') } : { payload };
      say({ kind: 'broadcast', room, event, ...said, ...(meta ? { meta } : {}) });
    },
    tellSteps: (told) => sayToOthers({ kind: 'steps', told }),
    resumed: () => {
      say({ kind: 'hello' });
      for (const other of others) sayStateTo(other);
    },
    close: async () => {
      if (timer) clearTimeout(timer);
      const wasStarted = timer !== null;
      timer = null;
      if (wasStarted) {
        sayToOthers({ kind: 'bye' });
        await bus.close();
        await database
          .as(serviceCaller)
          .query('select realtime.farewell($1)', [id])
          .catch((error: unknown) => log.debug({ error: String(error) }, 'no farewell could be said'));
      }
      await bus.close();
    },
  };
}

/** Takes so many seats off the front of what is to be said. */
function take(rooms: RoomSteps[]): RoomSteps[] {
  const taken: RoomSteps[] = [];
  for (let left = SEATS_AT_ONCE; left > 0 && rooms.length > 0; ) {
    const [first] = rooms;
    if (!first) break;
    const steps = first.steps.splice(0, left);
    left -= steps.length;
    taken.push({ room: first.room, steps });
    if (first.steps.length === 0) rooms.shift();
  }
  return taken;
}
