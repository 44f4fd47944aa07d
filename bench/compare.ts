import type { Load } from './load.ts';
import { type Measured, processorSeconds, sendLoad } from './processes.ts';

export type Target = { server: Measured; host: string; path: string; headers: Record<string, string> } & Pick<
  Load,
  'body' | 'isCrowd' | 'people'
> & {
    /** One for each connection, new ones each round: a round ends in the middle of an exchange. */
    refreshTokens?: () => Promise<string[]>;
  };

/** Medians over the rounds; `processorMicroseconds` is what the answering process used a request. */
export type Taken = { perSecond: number; processorMicroseconds: number; p50: number; p99: number };

export const CONNECTIONS = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const WARM_UP_SECONDS = 2;

/** Loads both in turn, several times, so that whatever else the machine does falls on both. */
export async function compare(ours: Target, yardstick: Target): Promise<{ ours: Taken; yardstick: Taken }> {
  for (const target of [ours, yardstick]) await round(target, WARM_UP_SECONDS);
  const rounds: { ours: Taken; yardstick: Taken }[] = [];
  for (let count = 0; count < ROUNDS; count++) {
    // Who goes first changes, so that neither always finds the machine warmer.
    if (count % 2 === 0) rounds.push({ ours: await round(ours), yardstick: await round(yardstick) });
    else {
      const second = await round(yardstick);
      rounds.push({ yardstick: second, ours: await round(ours) });
    }
  }
  return { ours: middle(rounds.map((one) => one.ours)), yardstick: middle(rounds.map((one) => one.yardstick)) };
}

export async function measure(target: Target, connections = CONNECTIONS, rounds = ROUNDS): Promise<Taken> {
  await round(target, WARM_UP_SECONDS, connections);
  const taken: Taken[] = [];
  for (let count = 0; count < rounds; count++) taken.push(await round(target, SECONDS, connections));
  return middle(taken);
}

async function round(target: Target, seconds = SECONDS, connections = CONNECTIONS): Promise<Taken> {
  const refreshTokens = await target.refreshTokens?.();
  const before = processorSeconds(target.server.pid);
  const result = await sendLoad({
    port: target.server.port,
    host: `${target.host}:${target.server.port}`,
    path: target.path,
    headers: target.headers,
    connections,
    seconds,
    ...(target.body === undefined ? {} : { body: target.body }),
    ...(refreshTokens ? { refreshTokens } : {}),
    ...(target.people ? { people: target.people } : {}),
    ...(target.isCrowd ? { isCrowd: true } : {}),
  });
  const used = processorSeconds(target.server.pid) - before;
  return {
    perSecond: result.requests / result.seconds,
    processorMicroseconds: (used / result.requests) * 1e6,
    p50: result.p50,
    p99: result.p99,
  };
}

function middle(taken: Taken[]): Taken {
  const of = (pick: (one: Taken) => number) => median(taken.map(pick));
  return {
    perSecond: of((one) => one.perSecond),
    processorMicroseconds: of((one) => one.processorMicroseconds),
    p50: of((one) => one.p50),
    p99: of((one) => one.p99),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}
