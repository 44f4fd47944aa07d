import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { ask, askJson } from './ask.ts';
import { CONNECTIONS, compare, measure } from './compare.ts';
import { databaseUrl } from './database.ts';
import { type Measured, startYardstick } from './processes.ts';
import { type Figure, milliseconds, percent, thousands } from './report.ts';

type Bench = { server: Measured; host: string; folder: string; add(figure: Figure): void };
type Session = { access_token: string; refresh_token: string; user: { id: string } };

/** Signs in as one of the demo's people; `headers` is what their browser sends with every call. */
export async function signIn(
  bench: Bench,
  email: string,
): Promise<{ headers: Record<string, string>; userId: string; refreshToken: string }> {
  const apikey = keyOf(bench.folder);
  const session = await askJson<Session>(bench.server.port, bench.host, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  return {
    headers: { apikey, authorization: `Bearer ${session.access_token}` },
    userId: session.user.id,
    refreshToken: session.refresh_token,
  };
}

/** Sign-in, which is as quick as its hashing is meant to be, and refresh beside a bare transaction of two statements. */
export async function signIns(bench: Bench): Promise<void> {
  const { server, host, folder, add } = bench;
  const headers = { apikey: keyOf(folder), 'content-type': 'application/json' };
  await longestHold(server);
  const taken = await measure(
    {
      server,
      host,
      path: '/auth/v1/token?grant_type=password',
      headers,
      body: JSON.stringify({ email: 'student@demo.test', password: DEMO_PASSWORD }),
      isCrowd: true,
    },
    4,
    2,
  );
  const held = await longestHold(server);
  add({
    name: 'sign-in by password, 4 at a time: requests/s',
    value: thousands(taken.perSecond),
    beside: `${milliseconds(taken.processorMicroseconds / 1000)} of processor time each, argon2id by far the most`,
  });
  add({
    name: 'sign-in: longest hold of the event loop meanwhile',
    value: milliseconds(held * 1000),
    limit: '<= 20 ms',
    holds: held <= 0.02,
  });

  const bare = await startYardstick('bare-select.ts', {
    BARE_DATABASE: databaseUrl(folder),
    BARE_SELECT: 'update private.bench_tokens set used = used + 1 where token = md5((random() * 9999)::int::text)',
    BARE_SECOND: 'insert into private.bench_tokens (token) values (gen_random_uuid()::text) returning token',
    BARE_BEFORE:
      'create table if not exists private.bench_tokens (token text primary key, used int not null default 0)',
    BARE_VALUES: '[]',
  });
  try {
    const { ours, yardstick } = await compare(
      {
        server,
        host,
        path: '/auth/v1/token?grant_type=refresh_token',
        headers,
        refreshTokens: async () => {
          const tokens: string[] = [];
          while (tokens.length < CONNECTIONS) tokens.push((await signIn(bench, 'member@demo.test')).refreshToken);
          return tokens;
        },
      },
      { server: bare, host, path: '/', headers: {}, body: '{}' },
    );
    add({
      name: 'refresh of a session: requests/s',
      value: thousands(ours.perSecond),
      beside: `bare Node and a transaction of two statements ${thousands(yardstick.perSecond)}: ${percent(ours.perSecond / yardstick.perSecond)}`,
      limit: '>= 1,500 or the bare one',
      // A disk that cannot do more commits a second than that is the machine's limit.
      holds: ours.perSecond >= 1500 || ours.perSecond >= yardstick.perSecond,
    });
    add({
      name: 'refresh of a session: p99',
      value: milliseconds(ours.p99),
      beside: `bare ${milliseconds(yardstick.p99)}`,
    });
  } finally {
    await bare.stop();
  }
}

export function keyOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { anon_key: string }).anon_key;
}

/** The longest the server's event loop was held since this was last asked, in seconds. */
async function longestHold(server: Measured): Promise<number> {
  const text = (await ask(server.port, 'localhost', '/metrics')).body.toString();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
}
