import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { paths } from '#paths';
import { findBrowser } from '#tools/chromium.ts';
import { budgets } from '#tools/page-weight.ts';
import { median } from './compare.ts';
import { type Figure, kilobytes, milliseconds } from './report.ts';

/**
 * How long a lesson, the cover of a quiz and the checkout take on a slow phone that has nothing of them yet: until their text
 * is painted, and until a press on their main button does something. Bytes are those on the wire.
 */

type Bench = { port: number; host: string; add(figure: Figure): void };
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

const SLOWER = 4;
/** 400 kbit/s both ways, 400 ms there and back. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const ROUNDS = 3;
const MAX_MS = 4_000;
const MAX_SHIFT = 0.05;
const GIVE_UP_MS = 60_000;
/** What moves or is loaded by itself after the page is usable does so within this. */
const REST_MS = 1_500;

const COURSE = 'light-and-exposure';

type Target = {
  name: string;
  path: string;
  /** What somebody came to read. */
  text: string;
  button: string;
  /** What a press on the button shows; null where it leads to another address. */
  reaction: string | null;
  /** A visitor's cart as stored in the browser; without one it is the student who looks. */
  cart?: string;
  /** Milliseconds. */
  limits: { readable?: number; usable?: number };
};

type Look = {
  readable: number;
  usable: number;
  shift: number;
  bytes: Record<'Document' | 'Script' | 'Stylesheet' | 'Font', number>;
};

export async function slowPhone({ port, host, add }: Bench): Promise<void> {
  const executable = await findBrowser().catch(() => null);
  if (!executable) {
    add({ name: 'slow phone', value: 'not measured: no browser was found' });
    return;
  }
  const browser = await chromium.launch(executable);
  const origin = `http://${host}:${port}`;
  try {
    const cookies = await signIn(browser, origin);
    for (const target of await targetsOf(browser, origin, cookies)) {
      const looks: Look[] = [];
      for (let round = 0; round < ROUNDS; round++) looks.push(await look(browser, origin, cookies, target));
      report(target, looks, add);
    }
  } finally {
    await browser.close();
  }
}

function report({ name, limits }: Target, looks: Look[], add: Bench['add']): void {
  const figure = (label: string, pick: (look: Look) => number, limit: number | undefined) => {
    const times = looks.map(pick);
    const value = median(times);
    add({
      name: `slow phone, ${name}: ${label}`,
      value: milliseconds(value),
      beside: `worst ${milliseconds(Math.max(...times))} of ${times.length}`,
      ...(limit === undefined ? {} : { limit: `<= ${milliseconds(limit)}`, holds: value <= limit }),
    });
  };
  figure('text painted after', ({ readable }) => readable, limits.readable);
  figure('usable after', ({ usable }) => usable, limits.usable);
  const shift = Math.max(...looks.map((one) => one.shift));
  add({
    name: `slow phone, ${name}: layout shift`,
    value: shift.toFixed(3),
    limit: `<= ${MAX_SHIFT}`,
    holds: shift <= MAX_SHIFT,
  });
  const bytesOf = (type: keyof Look['bytes']) => median(looks.map(({ bytes }) => bytes[type]));
  add({
    name: `slow phone, ${name}: script before the first press`,
    value: kilobytes(bytesOf('Script')),
    beside: `document ${kilobytes(bytesOf('Document'))}, CSS ${kilobytes(bytesOf('Stylesheet'))}, fonts ${kilobytes(bytesOf('Font'))}`,
    limit: `<= ${kilobytes(budgets.firstPress)}`,
    holds: bytesOf('Script') <= budgets.firstPress,
  });
}

async function phone(browser: Browser, cookies: Cookies): Promise<BrowserContext> {
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

async function signIn(browser: Browser, origin: string): Promise<Cookies> {
  const context = await phone(browser, []);
  try {
    await context.addCookies([{ name: 'lang', value: 'en', url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}${paths.login()}`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill('student@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.waitForURL((url) => url.pathname === paths.dashboard());
    await page.locator('#content h1').waitFor();
    return await context.cookies();
  } finally {
    await context.close();
  }
}

/** A text lesson and a quiz of the demo's student, and the checkout of a visitor. */
async function targetsOf(browser: Browser, origin: string, cookies: Cookies): Promise<Target[]> {
  const context = await phone(browser, cookies);
  try {
    const page = await context.newPage();
    await page.goto(`${origin}${paths.player(COURSE)}`);
    const lessons = page.locator(`#content a[href^="${paths.player(COURSE)}?"]`);
    await lessons.nth(2).waitFor({ state: 'attached' });
    const addresses = await lessons.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const lesson = addresses.find((address) => address.endsWith('window-a-wall-an-hour')) ?? '';
    const quiz = addresses.find((address) => address.includes('questions')) ?? '';
    const button = '#content article .btn-primary';
    return [
      {
        name: 'text lesson',
        path: lesson,
        text: '#content .prose p',
        button,
        reaction: null,
        limits: { readable: MAX_MS },
      },
      {
        name: 'quiz cover',
        path: quiz,
        text: '#content dl',
        button,
        reaction: 'fieldset',
        limits: { readable: MAX_MS },
      },
      {
        name: 'checkout',
        path: paths.checkout(),
        cart: await cartOf(browser, origin),
        text: 'h1',
        button: 'form .btn-primary',
        reaction: '[aria-invalid="true"]',
        limits: { usable: MAX_MS },
      },
    ];
  } finally {
    await context.close();
  }
}

/** A cart as the site itself stores it in a visitor's browser. */
async function cartOf(browser: Browser, origin: string): Promise<string> {
  const context = await phone(browser, []);
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/course/${COURSE}`);
    await page.locator('[data-island="add-to-cart"] a').first().click();
    await page.waitForFunction(() => localStorage.getItem('cart') !== null);
    return await page.evaluate(() => localStorage.getItem('cart') ?? '');
  } finally {
    await context.close();
  }
}

/** One cold visit, in a browser that has only the cookies, or the cart. */
async function look(browser: Browser, origin: string, cookies: Cookies, target: Target): Promise<Look> {
  const { cart, path } = target;
  const context = await phone(browser, cart === undefined ? cookies : []);
  try {
    await context.addCookies([{ name: 'lang', value: 'en', url: origin }]);
    if (cart !== undefined) await context.addInitScript((text) => localStorage.setItem('cart', text), cart);
    await context.addInitScript(watchShifts);
    const page = await context.newPage();
    const bytes = await slowDown(page);
    await page.goto(`${origin}${path}`, { waitUntil: 'commit', timeout: GIVE_UP_MS });
    const [readable, usable] = await Promise.all([paintedAt(page, target.text), usableAt(page, target.button)]);
    await page.waitForTimeout(REST_MS);
    const loaded = { ...bytes };
    const shift = await page.evaluate(() => (window as Shifting).shift ?? 0);
    await press(page, target);
    return { readable, usable, shift, bytes: loaded };
  } finally {
    await context.close();
  }
}

type Shifting = Window & { shift?: number };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Adds up the layout shifts that no input caused. */
function watchShifts(): void {
  new PerformanceObserver((list) => {
    const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
    const page = window as Shifting;
    page.shift = shifts.reduce((sum, { value }) => sum + value, page.shift ?? 0);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Slows the page down, and counts the bytes that arrive, by what they are. */
async function slowDown(page: Page): Promise<Look['bytes']> {
  const bytes = { Document: 0, Script: 0, Stylesheet: 0, Font: 0 };
  const client = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  client.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? '';
    if (type in bytes) bytes[type as keyof typeof bytes] += encodedDataLength;
  });
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', NETWORK);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return bytes;
}

/** When the text stands on the screen in a font that is not hidden, in milliseconds since the document was requested. */
function paintedAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const isPainted = () => {
          const element = document.querySelector<HTMLElement>(selector);
          const isReadable = element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? false;
          return isReadable && performance.getEntriesByName('first-contentful-paint').length > 0;
        };
        const check = () =>
          requestAnimationFrame(() => (isPainted() ? setTimeout(() => resolve(performance.now())) : check()));
        check();
      }),
    text,
  );
}

/** When React has hydrated the button and the browser has a moment to spare. */
function usableAt(page: Page, button: string): Promise<number> {
  return page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const isHydrated = () => {
          const element = document.querySelector(selector);
          return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'));
        };
        const check = () => {
          if (isHydrated()) requestIdleCallback(() => (isHydrated() ? resolve(performance.now()) : check()));
          else requestAnimationFrame(check);
        };
        check();
      }),
    button,
  );
}

/** Presses the button, and fails where nothing comes of it. */
async function press(page: Page, { button, reaction }: Target): Promise<void> {
  const address = page.url();
  await page.locator(button).first().tap();
  if (reaction) await page.locator(reaction).first().waitFor({ timeout: GIVE_UP_MS });
  else await page.waitForURL((url) => url.href !== address, { waitUntil: 'commit', timeout: GIVE_UP_MS });
}
