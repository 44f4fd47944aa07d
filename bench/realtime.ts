import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '#base/server/root.ts';
import { type Measured, residentBytes } from './processes.ts';
import type { Done, Task } from './realtime-sockets.ts';
import { type Figure, kilobytes, megabytes, milliseconds, seconds } from './report.ts';

/**
 * The live service under many sockets: what one holds, how long a broadcast takes to reach all of them, how long until
 * a crowd that comes at once knows each other. The sockets are held by two other processes of this machine.
 */
const SOCKETS = 5_000;
const CROWD = 1_000;
const HOLDERS = 2;
const BROADCASTS = 20;
const FANOUT_MS = 250;
const STORM_SECONDS = 2;
const SOCKET_BYTES = 20 * 1024;
const PATIENCE_MS = 60_000;

export async function measureRealtime(server: Measured, host: string, apiKey: string): Promise<Figure[]> {
  const holders = Array.from({ length: HOLDERS }, () =>
    fork(join(root, 'bench', 'realtime-sockets.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  );
  const all = (task: (index: number) => Task) =>
    Promise.all(holders.map((holder, index) => perform(holder, task(index))));
  const joined = (topic: string, count: number) =>
    all(() => ({
      do: 'join',
      port: server.port,
      host: `${host}:${server.port}`,
      apiKey,
      topic,
      count: count / HOLDERS,
    }));
  try {
    // What the first sockets bring into memory, code and connections, is no socket's own.
    await joined('realtime:warm', 100);
    await hear(all, 'realtime:warm', 'warm');
    await all(() => ({ do: 'leave' }));
    await pause(2_000);

    const before = residentBytes(server.pid);
    const began = performance.now();
    await joined('realtime:bench', SOCKETS);
    const joining = (performance.now() - began) / 1000;
    await pause(2_000);
    const held = residentBytes(server.pid);
    const each = (held - before) / SOCKETS;

    const latencies: number[] = [];
    for (let count = 0; count < BROADCASTS; count++) {
      latencies.push(...(await hear(all, 'realtime:bench', `nonce-${count}-`)));
      await pause(100);
    }
    latencies.sort((left, right) => left - right);
    const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;

    await all(() => ({ do: 'leave' }));
    await pause(2_000);
    await joined('realtime:quiet', CROWD);
    const storm = await all(() => ({ do: 'track', topic: 'realtime:hall', expected: CROWD }));
    const tookSeconds =
      (Math.max(...storm.flatMap((one) => one.at)) - Math.min(...storm.map((one) => one.startedAt))) / 1000;

    return [
      {
        name: `${SOCKETS} live sockets, joined: memory of each`,
        value: kilobytes(each),
        beside: `server: ${megabytes(before)} before, ${megabytes(held)} with them; all joined in ${seconds(joining)}`,
        limit: '<= 20 KB',
        holds: each <= SOCKET_BYTES,
      },
      {
        name: `a broadcast to ${SOCKETS} sockets, p99`,
        value: milliseconds(at(0.99)),
        beside: `p50 ${milliseconds(at(0.5))}, last ${milliseconds(at(1))}`,
        limit: `<= ${FANOUT_MS} ms`,
        holds: at(0.99) <= FANOUT_MS,
      },
      {
        name: `${CROWD} presence joins at once, until all know all`,
        value: seconds(tookSeconds),
        limit: `<= ${STORM_SECONDS} s`,
        holds: tookSeconds <= STORM_SECONDS,
      },
    ];
  } finally {
    for (const holder of holders) holder.disconnect();
  }
}

/** One broadcast: the milliseconds it took to each socket. */
async function hear(
  all: (task: (index: number) => Task) => Promise<Done[]>,
  topic: string,
  nonce: string,
): Promise<number[]> {
  await all(() => ({ do: 'listen', nonce }));
  const done = await all((index) => ({ do: 'hear', topic, isSpeaker: index === HOLDERS - 1, nonce }));
  const spokenAt = done[HOLDERS - 1]?.startedAt ?? Number.NaN;
  return done.flatMap(({ at }) => at.map((moment) => moment - spokenAt));
}

async function perform(holder: ChildProcess, task: Task): Promise<Done> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const ended = once(holder, 'exit', { signal }).then(() => {
    throw new Error('A process that holds sockets ended.');
  });
  const answered = once(holder, 'message', { signal });
  try {
    holder.send(task);
    const [done] = (await Promise.race([answered, ended])) as [Done];
    return done;
  } finally {
    for (const one of [answered, ended]) one.catch(() => {});
    over.abort();
  }
}
