import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { removeCluster } from '#base/server/embedded-postgres.ts';
import { root } from '#base/server/root.ts';
import { ask, askJson } from './ask.ts';
import { community } from './community.ts';
import { compare, measure } from './compare.ts';
import { dashboardSpeed } from './dashboard.ts';
import { domainEvents } from './events.ts';
import { largeFiles } from './files.ts';
import { gradebook } from './gradebook.ts';
import { learning } from './learning.ts';
import { lighthouseScores } from './lighthouse.ts';
import { memberList } from './members.ts';
import { manyAccounts, pageCache } from './page-cache.ts';
import { pageVitals, pageWeights } from './page-weight.ts';
import { type Measured, residentBytes, startProduct, startYardstick } from './processes.ts';
import { measureRealtime } from './realtime.ts';
import {
  type Figure,
  kilobytes,
  megabytes,
  microseconds,
  milliseconds,
  percent,
  seconds,
  tableOf,
  thousands,
} from './report.ts';
import { rows } from './rows.ts';
import { siteSearch } from './search.ts';
import { checkout, manyOrders, startProvider, webhooks } from './shop.ts';
import { signIns } from './sign-ins.ts';
import { slowPhone } from './slow-phone.ts';

/** `npm run bench`: every figure beside its limit and its yardstick, measured in one run. A missed target fails nothing. */

const HOST = 'demo.localhost';
const BROTLI = { 'accept-encoding': 'br' };
const COLD_MS = 8;
/** Less than the pages of a thousand accounts need. */
const SMALL_CACHE_MB = 64;
const figures: Figure[] = [];

function add(figure: Figure): void {
  figures.push(figure);
  process.stderr.write(`  ${figure.name}: ${figure.value}${figure.beside ? ` (${figure.beside})` : ''}\n`);
}

/** One kind of server and what is measured of it. `variables`: what it is started with beside the usual. */
type Part = { variables?: Record<string, string>; measure(server: Measured): Promise<void> };

const provider = await startProvider();

const parts: Record<string, Part> = {
  page: {
    measure: async (server) => {
      await cachedPage(server);
      await pageCache({ server, host: HOST, folder, add });
    },
  },
  rows: { measure: (server) => rows({ server, host: HOST, folder, add }) },
  'sign-ins': { measure: (server) => signIns({ server, host: HOST, folder, add }) },
  weight: { measure: ({ port }) => pageWeights({ port, host: HOST, add }) },
  sight: { measure: ({ port }) => pageVitals({ port, host: HOST, add }) },
  lighthouse: { measure: ({ port }) => lighthouseScores({ port, host: HOST, add }) },
  dashboard: { measure: ({ port }) => dashboardSpeed({ port, host: HOST, add }) },
  'slow-phone': { measure: ({ port }) => slowPhone({ port, host: HOST, add }) },
  files: { measure: filesUpAndDown },
  uncached: { measure: uncachedPage, variables: { PAGE_CACHE: 'off' } },
  events: { measure: () => domainEvents({ folder, add }) },
  realtime: { measure: liveSockets },
  accounts: {
    measure: (server) => manyAccounts({ server, folder, add }, SMALL_CACHE_MB),
    variables: { PAGE_CACHE_MB: String(SMALL_CACHE_MB) },
  },
  checkout: { measure: (server) => checkout({ server, host: HOST, folder, add }) },
  webhooks: {
    variables: provider.variables,
    measure: (server) => webhooks({ server, host: HOST, folder, add }),
  },
  // Last: a hundred thousand posts and people more are in the way of everything else.
  search: { measure: (server) => siteSearch({ server, host: HOST, folder, add }) },
  members: { measure: (server) => memberList({ server, host: HOST, folder, add }) },
  orders: { measure: (server) => manyOrders({ server, host: HOST, folder, add }) },
  learning: { measure: (server) => learning({ server, host: HOST, folder, add }) },
  community: { measure: (server) => community({ server, host: HOST, folder, add }) },
  gradebook: { measure: (server) => gradebook({ server, host: HOST, folder, add }) },
};

const wished = process.argv.slice(2);
const unknown = wished.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
const folder = mkdtempSync(join(tmpdir(), 'stoa-bench-'));
let product: Measured | undefined;
try {
  if (wished.length === 0) await starts();
  for (const [name, part] of Object.entries(parts)) {
    if (wished.length > 0 && !wished.includes(name)) continue;
    product = await startProduct(folder, part.variables);
    await part.measure(product);
    if (name === 'rows') memoryOf(product);
    await product.stop();
  }
} finally {
  await product?.stop();
  provider.close();
  if (existsSync(folder)) {
    removeCluster(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
process.stdout.write(`\n${tableOf(figures)}\n`);

async function starts(): Promise<void> {
  // Without its stamp the build is made anew, as on a fresh clone.
  rmSync(join(root, 'build', 'stamp'), { force: true });
  const first = await startProduct(folder);
  add({ name: 'first start to healthy, build included', value: seconds(first.seconds) });
  await first.stop();
  const second = await startProduct(folder);
  add({
    name: 'second start to healthy',
    value: seconds(second.seconds),
    limit: '<= 5.0 s',
    holds: second.seconds <= 5,
  });
  await second.stop();
}

function memoryOf(server: Measured): void {
  const held = residentBytes(server.pid);
  add({
    name: 'memory of the server after the load',
    value: megabytes(held),
    limit: '<= 300 MB',
    holds: held <= 300 * 1024 * 1024,
  });
}

async function liveSockets(server: Measured): Promise<void> {
  const { anon_key } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as { anon_key: string };
  for (const figure of await measureRealtime(server, HOST, anon_key)) add(figure);
}

async function cachedPage(server: Measured): Promise<void> {
  await ask(server.port, HOST, '/', { headers: BROTLI });
  const page = await ask(server.port, HOST, '/', { headers: BROTLI });
  if (page.status !== 200) throw new Error(`The home page of the demo answered ${page.status}.`);
  const html = brotliDecompressSync(page.body);
  add({
    name: 'home page: HTML',
    value: kilobytes(html.length),
    beside: `${kilobytes(page.body.length)} compressed`,
    limit: '> 20 KB',
    holds: html.length > 20 * 1024,
  });

  const file = join(folder, 'bare-page.json');
  writeFileSync(
    file,
    JSON.stringify({ status: page.status, headers: withoutNodesOwn(page.headers), body: page.body.toString('base64') }),
  );
  const bare = await startYardstick('bare-page.ts', { BARE_PAGE: file });
  try {
    const copy = await ask(bare.port, HOST, '/', { headers: BROTLI });
    if (!copy.body.equals(page.body) || copy.headers.length !== page.headers.length)
      throw new Error('The yardstick does not answer what the product answers.');
    const target = { host: HOST, path: '/', headers: BROTLI };
    const taken = await compare({ ...target, server }, { ...target, server: bare });
    const share = taken.ours.perSecond / taken.yardstick.perSecond;
    const cost = taken.ours.processorMicroseconds / taken.yardstick.processorMicroseconds;
    add({
      name: 'cached home page, 32 connections: requests/s',
      value: thousands(taken.ours.perSecond),
      beside: `bare Node ${thousands(taken.yardstick.perSecond)}: ${percent(share)}`,
      limit: '>= 70 %',
      holds: share >= 0.7,
    });
    add({
      name: 'cached home page: processor time a request',
      value: microseconds(taken.ours.processorMicroseconds),
      beside: `bare Node ${microseconds(taken.yardstick.processorMicroseconds)}: ${cost.toFixed(2)} times`,
      limit: '<= 1.50 times',
      holds: cost <= 1.5,
    });
    add({
      name: 'cached home page: p99',
      value: milliseconds(taken.ours.p99),
      beside: `bare Node ${milliseconds(taken.yardstick.p99)}`,
    });
  } finally {
    await bare.stop();
  }
}

async function filesUpAndDown(server: Measured): Promise<void> {
  const { service_role_key } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as {
    service_role_key: string;
  };
  const headers = { apikey: service_role_key, authorization: `Bearer ${service_role_key}` };
  const buckets = await askJson<{ id: string }[]>(server.port, HOST, '/storage/v1/bucket?search=-private', { headers });
  const bucket = buckets[0]?.id;
  if (!bucket) throw new Error('The demo has no bucket for large files.');
  await largeFiles({ server, host: HOST, bucket, headers, folder, add });
}

/** Both forms of a page: for who goes on within the site, and for who arrives, with its first paint in it. */
async function uncachedPage(server: Measured): Promise<void> {
  const light = { server, host: HOST, path: '/', headers: BROTLI };
  const whole = { ...light, headers: { ...BROTLI, 'sec-fetch-site': 'none' } };
  for (const [form, target] of [
    ['uncached home page', light],
    ['the same for who arrives', whole],
  ] as const) {
    for (const connections of [32, 1]) {
      const taken = await measure(target, connections, 3);
      const used = taken.processorMicroseconds / 1000;
      add({
        name: `${form}, ${connections === 1 ? 'one at a time' : `${connections} connections`}: processor time`,
        value: milliseconds(used),
        beside: `${thousands(taken.perSecond)}/s, compression included`,
        limit: `<= ${COLD_MS} ms`,
        holds: used <= COLD_MS,
      });
    }
  }
  // One at a time, so that no page waits for another's turn.
  const before = await renderingOf(server);
  const alone = await measure(light, 1, 2);
  const after = await renderingOf(server);
  const renders = after.renders - before.renders;
  const reading = ((after.readingSeconds - before.readingSeconds) / renders) * 1000;
  const drawn = ((after.seconds - before.seconds) / renders) * 1000;
  add({
    name: 'uncached home page, one at a time',
    value: milliseconds(alone.p50),
    beside: `reads ${milliseconds(reading)}, React and router ${milliseconds(drawn - reading)}, compressing and sending ${milliseconds(Math.max(0, alone.p50 - drawn))}`,
  });
}

async function renderingOf(server: Measured): Promise<{ renders: number; seconds: number; readingSeconds: number }> {
  const text = (await ask(server.port, 'localhost', '/metrics')).body.toString();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    renders: figure('stoa_page_renders_total'),
    seconds: figure('stoa_page_render_seconds_total'),
    readingSeconds: figure('stoa_page_render_reading_seconds_total'),
  };
}

/** Node writes these itself for whoever answers. */
function withoutNodesOwn(headers: string[]): string[] {
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
  return headers.filter((_, index) => !own.has((headers[index - (index % 2)] ?? '').toLowerCase()));
}
