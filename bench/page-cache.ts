import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ask } from './ask.ts';
import { compare, median } from './compare.ts';
import { type Measured, residentBytes } from './processes.ts';
import { type Figure, megabytes, milliseconds, percent, thousands } from './report.ts';
import { signIn } from './sign-ins.ts';

type Bench = { server: Measured; host: string; folder: string; add(figure: Figure): void };

const BROTLI = { 'accept-encoding': 'br' };
const CHANGES = 20;
const HERD = 500;
const ACCOUNTS = Number(process.env.BENCH_ACCOUNTS ?? 1_000);
const PAGES_EACH = 20;
const AT_ONCE = 16;
const SECOND_MS = 1_000;

/** From a change to the page that shows it, a herd before a cold page, and the same bytes from disk by nginx. */
export async function pageCache(bench: Bench): Promise<void> {
  await changeToVisible(bench);
  await herd(bench);
  await besideNginx(bench);
}

/** The writer saves over HTTP; the page is asked until it says what was saved, by a visitor with no session. */
async function changeToVisible(bench: Bench): Promise<void> {
  const { server, host, add } = bench;
  const { headers } = await signIn(bench, 'owner@demo.test');
  const config = JSON.parse((await ask(server.port, host, '/api/config')).body.toString()) as {
    account: { account_id: string };
  };
  const address = `/rest/v1/options?account_id=eq.${config.account.account_id}&key=eq.settings`;
  const [option] = JSON.parse(
    (await ask(server.port, host, `${address}&select=value`, { headers })).body.toString(),
  ) as {
    value: Record<string, unknown>;
  }[];
  const save = (sitetitle: unknown) =>
    ask(server.port, host, address, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ value: { ...option?.value, sitetitle } }),
    });
  const times: number[] = [];
  for (let count = 0; count < CHANGES; count++) {
    const title = `Bench ${count} ${process.pid}`;
    const began = performance.now();
    const saved = await save(title);
    if (saved.status !== 204) throw new Error(`The settings could not be saved: ${saved.status}.`);
    while (!(await ask(server.port, host, '/')).body.includes(title))
      if (performance.now() - began > 10 * SECOND_MS) throw new Error('A change was not seen in ten seconds.');
    times.push(performance.now() - began);
  }
  await save(option?.value.sitetitle);
  const longest = Math.max(...times);
  add({
    name: 'from saving to the page that shows it',
    value: milliseconds(median(times)),
    beside: `longest of ${CHANGES}: ${milliseconds(longest)}`,
    limit: '<= 1,000 ms',
    holds: longest <= SECOND_MS,
  });
}

async function rendersOf(server: Measured): Promise<number> {
  const text = (await ask(server.port, 'localhost', '/metrics')).body.toString();
  return Number(/^stoa_page_renders_total (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
}

async function herd(bench: Bench): Promise<void> {
  const { server, host, add } = bench;
  const path = '/course';
  await forget(bench, path);
  const before = await rendersOf(server);
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: HERD }, () => ask(server.port, host, path, { headers: BROTLI })),
  );
  const took = performance.now() - began;
  const renders = (await rendersOf(server)) - before;
  const failed = answers.filter((answer) => answer.status !== 200).length;
  add({
    name: `${HERD} at once for one cold page: renders`,
    value: String(renders),
    beside: `all answered in ${milliseconds(took)}, ${failed} failed`,
    limit: '1',
    holds: renders === 1 && failed === 0,
  });
}

async function forget(bench: Bench, path: string): Promise<void> {
  const { server, host } = bench;
  const { headers } = await signIn(bench, 'owner@demo.test');
  const { account } = JSON.parse((await ask(server.port, host, '/api/config')).body.toString()) as {
    account: { account_id: string };
  };
  const called = `/api/site/revalidateCache?site=${account.account_id}&path=${encodeURIComponent(path.slice(1))}`;
  const answer = await ask(server.port, host, called, { headers });
  if (answer.status !== 200) throw new Error(`The cache could not be told to forget: ${answer.status}.`);
}

/** nginx, one worker, with the page's compressed bytes and headers in a file. */
async function besideNginx({ server, host, folder, add }: Bench): Promise<void> {
  const name = 'cached home page beside nginx, the same bytes from disk: requests/s';
  if (spawnSync('nginx', ['-v']).error) {
    add({ name, value: 'not measured: nginx is not installed' });
    return;
  }
  await ask(server.port, host, '/', { headers: BROTLI });
  const page = await ask(server.port, host, '/', { headers: BROTLI });
  const nginx = await startNginx(join(folder, 'nginx'), page.body, page.headers);
  try {
    const copy = await ask(nginx.port, host, '/', { headers: BROTLI });
    if (!copy.body.equals(page.body)) throw new Error('nginx does not answer what the product answers.');
    const target = { host, path: '/', headers: BROTLI };
    const taken = await compare({ ...target, server }, { ...target, server: nginx });
    add({
      name,
      value: thousands(taken.ours.perSecond),
      beside: `nginx ${thousands(taken.yardstick.perSecond)}: ${percent(taken.ours.perSecond / taken.yardstick.perSecond)}; p99 ${milliseconds(taken.ours.p99)}, nginx ${milliseconds(taken.yardstick.p99)}`,
    });
  } finally {
    await nginx.stop();
  }
}

const NGINX_OWN = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'content-type']);

async function startNginx(folder: string, body: Buffer, headers: string[]): Promise<Measured> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), body);
  const lines: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (!NGINX_OWN.has((headers[at] ?? '').toLowerCase()))
      lines.push(`add_header ${headers[at]} '${(headers[at + 1] ?? '').replaceAll("'", "\\'").replaceAll('$', '')}';`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 100000000; sendfile on; open_file_cache max=10;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${folder}; etag off; default_type 'text/html; charset=utf-8';
    ${lines.join('\n    ')} }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  while ((await ask(port, 'localhost', '/').catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error('nginx did not start.');
    await pause(20);
  }
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid ?? 0, port, child, stop };
}

/**
 * Many accounts with many pages each, more than the memory set aside holds: what the process holds, and how long the
 * slowest hundredth waits, cold pages among them. Leaves the accounts behind: for a folder that is thrown away.
 */
export async function manyAccounts(
  { server, folder, add }: Omit<Bench, 'host'>,
  megabytesOfCache: number,
): Promise<void> {
  const { database_url } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { database_url: string };
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    await client.query(
      `insert into public.accounts (slug) select 'bench-' || n from generate_series(1, $1) n on conflict do nothing`,
      [ACCOUNTS],
    );
    // Each has the demo's own pages under names of its own.
    await client.query(
      `insert into public.pages (account_id, slug, title, status, content)
       select a.account_id, 'page-' || n, 'Page ' || n, 'published', p.content
         from public.accounts a, generate_series(1, $1) n,
              (select content from public.pages where account_id = (select account_id from public.accounts where slug = 'demo')
                and status = 'published' order by length(content::text) desc limit 1) p
        where a.slug like 'bench-%' on conflict do nothing`,
      [PAGES_EACH],
    );
  } finally {
    await client.end();
  }
  const before = residentBytes(server.pid);
  const times: number[] = [];
  const addresses = Array.from({ length: ACCOUNTS * PAGES_EACH }, (_, at) => ({
    host: `bench-${(at % ACCOUNTS) + 1}.localhost`,
    path: `/page-${Math.floor(at / ACCOUNTS) + 1}`,
  }));
  let next = 0;
  const visitor = async () => {
    for (let at = next++; at < addresses.length; at = next++) {
      const { host, path } = addresses[at] ?? { host: '', path: '' };
      const began = performance.now();
      const answer = await ask(server.port, host, path, { headers: BROTLI });
      if (answer.status !== 200) throw new Error(`${host}${path} answered ${answer.status}.`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  times.sort((left, right) => left - right);
  const metrics = (await ask(server.port, 'localhost', '/metrics')).body.toString();
  const held = Number(/^stoa_cached_pages_bytes (\S+)$/m.exec(metrics)?.[1] ?? Number.NaN);
  const pages = Number(/^stoa_cached_pages (\S+)$/m.exec(metrics)?.[1] ?? Number.NaN);
  const most = megabytesOfCache * 1024 * 1024;
  add({
    name: `${thousands(ACCOUNTS)} accounts with ${PAGES_EACH} pages each: memory of the cache`,
    value: megabytes(held),
    beside: `${thousands(pages)} pages; the process grew from ${megabytes(before)} to ${megabytes(residentBytes(server.pid))}`,
    limit: `<= ${megabytes(most)}`,
    holds: held <= most,
  });
  add({
    name: `${thousands(ACCOUNTS)} accounts with ${PAGES_EACH} pages each: p99 of cold pages, ${AT_ONCE} at once`,
    value: milliseconds(times[Math.floor(times.length * 0.99)] ?? 0),
    beside: `p50 ${milliseconds(times[times.length >> 1] ?? 0)}`,
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
