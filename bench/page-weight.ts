import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '#tools/chromium.ts';
import { budgets, type PageWeight, weighPage } from '#tools/page-weight.ts';
import { ask } from './ask.ts';
import { median } from './compare.ts';
import { type Figure, kilobytes, milliseconds } from './report.ts';

type Bench = { port: number; host: string; add(figure: Figure): void };

/** One of each kind, as the demo has it. */
const pages = [
  ['home', '/'],
  ['course list', '/course'],
  ['course', '/course/light-and-exposure'],
  ['journal', '/blog'],
  ['post', '/blog/why-shade-is-blue'],
  ['documentation', '/docs/how-a-course-works'],
  ['page with a form', '/contact'],
  ['search', '/search?q=light'],
  ['not found', '/nowhere-at-all'],
] as const;
const watched = pages.slice(0, 1).concat([pages[2], pages[4]]);

/** What each kind of public page makes a visitor load: the same counting as the check that fails. */
export async function pageWeights({ port, host, add }: Bench): Promise<void> {
  const islands = new Map<string, number>();
  for (const [name, path] of pages) {
    const weight = weighPage((await ask(port, host, path)).body.toString());
    for (const [island, bytes] of weight.islands) islands.set(island, bytes);
    add(scriptOf(name, weight));
  }
  const [heaviest, bytes] = [...islands].toSorted((one, other) => other[1] - one[1])[0] ?? ['none', 0];
  add({
    name: 'heaviest island, React and texts included',
    value: kilobytes(bytes),
    beside: heaviest,
    limit: `<= ${kilobytes(budgets.island)}`,
    holds: bytes <= budgets.island,
  });
}

function scriptOf(name: string, { script, stylesheet }: PageWeight): Figure {
  return {
    name: `${name}: JavaScript a reader loads`,
    value: kilobytes(script),
    beside: `CSS ${kilobytes(stylesheet)} of ${kilobytes(budgets.stylesheet)}`,
    limit: `<= ${kilobytes(budgets.script)}`,
    holds: script <= budgets.script && stylesheet <= budgets.stylesheet,
  };
}

/** A telephone of the middle: four times slower than this machine, on a network of 1.6 Mbit/s and 150 ms. */
const SLOWER = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const WAIT_MS = 1_500;
const LOOKS = 3;
const LCP_MS = 1_000;
const TBT_MS = 10;
/** A task blocks what it takes longer than this. */
const BLOCKS_MS = 50;

type Vitals = { painted: number; shifted: number; blocked: number };

/** How a page with pictures, cookie notice and theme script comes to be seen on a slow telephone, told by the browser itself. */
export async function pageVitals({ port, host, add }: Bench): Promise<void> {
  const found = await findBrowser().catch(() => null);
  if (!found) {
    add({ name: 'how pages come to be seen', value: 'not measured: no browser was found' });
    return;
  }
  const browser = await chromium.launch(found);
  try {
    for (const [name, path] of watched) {
      const own = await medianOf(browser, `http://${host}:${port}${path}`, false);
      const slow = await medianOf(browser, `http://${host}:${port}${path}`, true);
      add({
        name: `${name}: largest paint, ${SLOWER} times slower processor`,
        value: milliseconds(own.painted),
        beside: `on a slow network too ${milliseconds(slow.painted)}`,
        limit: `<= ${LCP_MS} ms`,
        holds: own.painted <= LCP_MS,
      });
      add({
        name: `${name}: blocked, shifted`,
        value: milliseconds(own.blocked),
        beside: `layout shift ${own.shifted.toFixed(3)}, slow network ${slow.shifted.toFixed(3)}`,
        limit: `<= ${TBT_MS} ms, 0`,
        holds: own.blocked <= TBT_MS && own.shifted === 0 && slow.shifted === 0,
      });
    }
  } finally {
    await browser.close();
  }
}

/** The middle of some looks at a page: a machine does other things too. What shifts once is said. */
async function medianOf(browser: Browser, address: string, isSlowNetwork: boolean): Promise<Vitals> {
  const looks: Vitals[] = [];
  for (let look = 0; look < LOOKS; look++) looks.push(await vitalsOf(browser, address, isSlowNetwork));
  return {
    painted: median(looks.map(({ painted }) => painted)),
    blocked: median(looks.map(({ blocked }) => blocked)),
    shifted: Math.max(...looks.map(({ shifted }) => shifted)),
  };
}

async function vitalsOf(browser: Browser, address: string, isSlowNetwork: boolean): Promise<Vitals> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const db = await context.newCDPSession(page);
    await db.send('Network.enable');
    await db.send('Network.setCacheDisabled', { cacheDisabled: true });
    if (isSlowNetwork) await db.send('Network.emulateNetworkConditions', NETWORK);
    await db.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(WAIT_MS);
    return await told(page);
  } finally {
    await context.close();
  }
}

type Watched = Window & { vitals?: { painted: number; shifted: number; tasks: [number, number][] } };

/** Runs in the page before anything of it does. */
function watch(): void {
  const seen = { painted: 0, shifted: 0, tasks: [] as [number, number][] };
  (window as Watched).vitals = seen;
  const observe = (
    type: string,
    each: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry);
    }).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.painted = startTime;
  });
  observe('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shifted += value;
  });
  observe('longtask', ({ startTime, duration }) => {
    seen.tasks.push([startTime, duration]);
  });
}

async function told(page: Page): Promise<Vitals> {
  const seen = await page.evaluate(() => {
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return { ...(window as Watched).vitals, first: first?.startTime ?? 0 };
  });
  const { painted = 0, shifted = 0, tasks = [], first } = seen;
  // What takes long before anything is seen blocks nobody.
  const late = tasks.filter(([start, duration]) => start + duration > first);
  const blocked = late.reduce((sum, [, duration]) => sum + Math.max(0, duration - BLOCKS_MS), 0);
  return { painted, shifted, blocked };
}
