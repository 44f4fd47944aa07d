import { request } from 'node:http';
import { join } from 'node:path';
import { median } from './compare.ts';
import { type Measured, residentBytes, startYardstick } from './processes.ts';
import { type Figure, megabytes, percent } from './report.ts';

const BYTES = 100 * 1024 * 1024;
const CHUNK = Buffer.alloc(256 * 1024, 'stoa');
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

type Place = { port: number; host: string; path: string; headers: Record<string, string> };
type Taken = { up: number; down: number };

/**
 * 100 MB up and down through the whole product, in turn with a bare server; figures of MB a second, and what the
 * server's memory grew by meanwhile.
 */
export async function largeFiles(options: {
  server: Measured;
  host: string;
  /** Of a bucket that takes files of this size. */
  bucket: string;
  headers: Record<string, string>;
  folder: string;
  add(figure: Figure): void;
}): Promise<void> {
  const { server, host, bucket, headers, folder, add } = options;
  const bare = await startYardstick('bare-files.ts', { BARE_FILE: join(folder, 'bare-file') });
  try {
    const own: Place = {
      port: server.port,
      host,
      path: `/storage/v1/object/${bucket}/bench.txt`,
      headers: { ...headers, 'content-type': 'text/plain', 'x-upsert': 'true' },
    };
    const same: Place = { port: bare.port, host, path: '/', headers: { 'content-type': 'text/plain' } };
    for (const place of [own, same]) await both(place);
    const before = residentBytes(server.pid);
    const ours: Taken[] = [];
    const yardstick: Taken[] = [];
    for (let count = 0; count < ROUNDS; count++) {
      // Who goes first changes, so that neither always finds the disk busier.
      if (count % 2 === 0) ours.push(await both(own));
      yardstick.push(await both(same));
      if (count % 2 === 1) ours.push(await both(own));
    }
    const grown = residentBytes(server.pid) - before;
    for (const way of ['up', 'down'] as const) {
      const mine = median(ours.map((taken) => taken[way]));
      const theirs = median(yardstick.map((taken) => taken[way]));
      add({
        name: `100 MB ${way} by /storage/v1`,
        value: `${megabytes(mine)}/s`,
        beside: `bare Node stream ${megabytes(theirs)}/s: ${percent(mine / theirs)}`,
        limit: '>= 60 %',
        holds: mine / theirs >= 0.6,
      });
    }
    add({
      name: `memory grown by ${ROUNDS} times 100 MB up and down`,
      value: megabytes(Math.max(0, grown)),
      limit: '<= 100 MB',
      holds: grown <= BYTES,
    });
    await call({ ...own, headers: { ...headers } }, 'DELETE');
  } finally {
    await bare.stop();
  }
}

/** Bytes a second, up and then down. */
async function both(place: Place): Promise<Taken> {
  return { up: await timed(() => call(place, 'POST')), down: await timed(() => call(place, 'GET')) };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return BYTES / ((performance.now() - began) / 1000);
}

function call(place: Place, method: 'POST' | 'GET' | 'DELETE'): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: place.port,
        path: place.path,
        method,
        headers: {
          ...place.headers,
          host: `${place.host}:${place.port}`,
          ...(method === 'POST' ? { 'content-length': BYTES } : {}),
        },
      },
      (answer) => {
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
        });
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200 && (method !== 'GET' || size === BYTES)) resolve();
          else reject(new Error(`${method} ${place.path} answered ${answer.statusCode} and ${size} bytes.`));
        });
      },
    );
    asked.on('error', reject);
    if (method !== 'POST') {
      asked.end();
      return;
    }
    let left = BYTES;
    const send = () => {
      while (left > 0) {
        const piece = CHUNK.subarray(0, Math.min(left, CHUNK.length));
        left -= piece.length;
        if (!asked.write(piece)) return;
      }
      asked.end();
    };
    asked.on('drain', send);
    send();
  });
}
