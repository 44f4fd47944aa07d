import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { paths } from '#paths';
import { findBrowser } from '#tools/chromium.ts';
import { type Figure, milliseconds } from './report.ts';

/**
 * From the press on an entry until a screen of the dashboard can be used: its heading and its rows are there, React has taken
 * them over (what the server drew is seen before, and told apart), nothing of it is still a placeholder, and the browser has
 * a moment to spare. On a telephone of the middle, as Lighthouse takes it, slow from the first byte on. A screen for the
 * first time is stepped to as by somebody who has looked at the one before: once the page has fetched ahead what it fetches
 * ahead. The time runs from when the finger is lifted.
 */

type Bench = { port: number; host: string; add(figure: Figure): void };
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const SLOWER = 4;
/** 1.6 Mbit/s both ways, 150 ms there and back. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const LOOKS = 5;
/** Each with a browser that knows no screen yet. */
const FIRST_LOOKS = 4;
const LOOKED_FOR_MS = 3_000;
const FINGER_MS = 80;
const COLD_MS = 2_000;
const BETWEEN_MS = 300;

/** Entries of the menu of who runs a site, with what stands on their screens once these are whole. */
const screens = [
  { path: paths.users(), rows: '#content [role="row"], #content tbody tr' },
  { path: paths.posts(), rows: '#content [role="row"], #content tbody tr' },
  { path: paths.dashboard(), rows: '#content .stat-number' },
] as const;

export async function dashboardSpeed({ port, host, add }: Bench): Promise<void> {
  const found = await findBrowser().catch(() => null);
  if (!found) {
    add({ name: 'the dashboard', value: 'not measured: no browser was found' });
    return;
  }
  const browser = await chromium.launch(found);
  const origin = `http://${host}:${port}`;
  try {
    for (const [who, email] of [
      ['a learner', 'student@demo.test'],
      ['an owner', 'owner@demo.test'],
    ] as const) {
      const cookies = await cookiesOf(browser, origin, email);
      const seen: number[] = [];
      const usable: number[] = [];
      for (let look = 0; look < LOOKS; look++) {
        const cold = await coldLoad(browser, origin, cookies);
        seen.push(cold.seen);
        usable.push(cold.usable);
      }
      add({ name: `dashboard of ${who}, cold: seen whole after`, ...told(seen) });
      add({ name: `dashboard of ${who}, cold: usable after`, ...told(usable, COLD_MS) });
    }
    const cookies = await cookiesOf(browser, origin, 'owner@demo.test');
    const first = new Map<string, number[]>();
    const again: number[] = [];
    for (let look = 0; look < FIRST_LOOKS; look++) {
      const steps = await betweenScreens(browser, origin, cookies, look === 0 ? LOOKS : 1);
      for (const [path, taken] of steps.first) first.set(path, [...(first.get(path) ?? []), taken]);
      again.push(...steps.again);
    }
    for (const [path, taken] of first)
      add({ name: `${path} for the first time: usable after`, ...told(taken, BETWEEN_MS) });
    add({ name: 'dashboard, a screen one has been on: usable after', ...told(again, BETWEEN_MS) });
  } finally {
    await browser.close();
  }
}

function told(taken: number[], limit?: number): Omit<Figure, 'name'> {
  const sorted = taken.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return {
    value: milliseconds(median),
    beside: `worst ${milliseconds(sorted.at(-1) ?? Number.NaN)} of ${sorted.length}`,
    ...(limit === undefined ? {} : { limit: `<= ${limit} ms`, holds: median <= limit }),
  };
}

async function telephone(browser: Browser, cookies: Cookies): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en',
  });
  await context.addCookies(cookies);
  return context;
}

async function slowed(page: Page): Promise<void> {
  const db = await page.context().newCDPSession(page);
  await db.send('Network.enable');
  await db.send('Network.emulateNetworkConditions', NETWORK);
  await db.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

async function cookiesOf(browser: Browser, origin: string, email: string): Promise<Cookies> {
  const context = await telephone(browser, []);
  try {
    await context.addCookies([{ name: 'lang', value: 'en', url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}${paths.login()}`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.waitForURL((url) => url.pathname === paths.dashboard());
    // By then the browser has told its time zone, as it has to whoever comes back.
    await page.locator('#content h1').waitFor();
    return await context.cookies();
  } finally {
    await context.close();
  }
}

/** A browser that has never been here but knows who one is. */
async function coldLoad(browser: Browser, origin: string, cookies: Cookies): Promise<{ seen: number; usable: number }> {
  const context = await telephone(browser, cookies);
  try {
    const page = await context.newPage();
    await slowed(page);
    await page.goto(`${origin}${paths.dashboard()}`, { waitUntil: 'commit' });
    const usable = await usableAt(page, paths.dashboard(), '#content h1');
    const seen = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) =>
            resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
          );
          observer.observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    return { seen, usable };
  } finally {
    await context.close();
  }
}

async function betweenScreens(
  browser: Browser,
  origin: string,
  cookies: Cookies,
  rounds: number,
): Promise<{ first: Map<string, number>; again: number[] }> {
  const context = await telephone(browser, cookies);
  const first = new Map<string, number>();
  const again: number[] = [];
  try {
    const page = await context.newPage();
    await slowed(page);
    await page.goto(`${origin}${paths.dashboard()}`);
    await fetchedAhead(page);
    for (let round = 0; round < rounds; round++) {
      for (const { path, rows } of screens) {
        await page.getByRole('button', { name: 'Open menu' }).tap();
        const entry = page.locator(`.side-nav a[href="${path}"]`);
        await entry.waitFor({ state: 'visible' });
        await page.evaluate(() => {
          const note = (event: Event) => performance.mark('pressed', { startTime: event.timeStamp });
          document.addEventListener('click', note, { once: true, capture: true });
          document.querySelector('#content h1')?.setAttribute('data-left', '');
        });
        await touch(page, entry);
        const at = await usableAt(page, path, rows);
        const pressed = await page.evaluate(
          () => performance.getEntriesByName('pressed').at(-1)?.startTime ?? Number.NaN,
        );
        if (round === 0 && path !== paths.dashboard()) first.set(path, at - pressed);
        else again.push(at - pressed);
      }
    }
  } finally {
    await context.close();
  }
  return { first, again };
}

/** As a finger does: it rests for a moment before it is lifted, and only then the entry counts as pressed. */
async function touch(page: Page, entry: Locator): Promise<void> {
  const box = await entry.boundingBox();
  if (!box) throw new Error('There is no entry to press.');
  const db = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await db.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await new Promise((resolve) => setTimeout(resolve, FINGER_MS));
  await db.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await db.detach();
}

/** Until nothing has been fetched for as long as somebody takes to look for the next entry. */
async function fetchedAhead(page: Page): Promise<void> {
  await page.waitForFunction(
    (rest) =>
      performance.now() -
        Math.max(...performance.getEntriesByType('resource').map((one) => one.startTime + one.duration)) >
      rest,
    LOOKED_FOR_MS,
  );
}

/** When a screen can be used, in milliseconds since its document was asked for. */
function usableAt(page: Page, path: string, rows: string): Promise<number> {
  return page.evaluate(
    ([path, rows]) =>
      new Promise<number>((resolve) => {
        // React marks what it has taken over.
        const isTaken = (element: Element | null) =>
          element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber'));
        // Of the screen before, which stays until the next is drawn, the heading is another one.
        const isNext = (heading: Element | null) => isTaken(heading) && heading?.getAttribute('data-left') === null;
        const isThere = () =>
          location.pathname === path &&
          isNext(document.querySelector('#content h1')) &&
          document.querySelector(rows) !== null &&
          document.querySelector('#content .sk') === null;
        const look = () => {
          if (isThere()) requestIdleCallback(() => (isThere() ? resolve(performance.now()) : look()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [path, rows] as const,
  );
}
