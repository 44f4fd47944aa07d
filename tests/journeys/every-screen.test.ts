import { type Browser, expect, type Page } from '@playwright/test';
import { matchRoutes, type RouteObject } from 'react-router';
import routes from '#app/routes.ts';
import { pseudoText } from '#base/shared/pseudo-language.ts';
import { test } from './browser.ts';
import { PASSWORD } from './people.ts';
import { type SaidByData, saidByData } from './said-by-data.ts';
import { expectContentInItsDirection, expectContrastIn, expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { launch } from './start-product.ts';
import { cutOff, plainWords } from './words-of-a-screen.ts';

/**
 * Every screen there is, found by the links that lead to it, in a language nobody speaks: what was never given to a
 * translator stands out, and what has no room for longer words is cut off. The table of addresses says what is missing.
 * Stories scan what opens on a screen; the screens themselves are scanned here, each once in two looks.
 */

type Walker = { email: string | null; host: 'demo' | 'platform'; begins: readonly string[] };

/** Who walks where. What one has seen the next passes by, but each has a home of their own. */
const walkers: readonly Walker[] = [
  {
    email: 'owner@demo.test',
    host: 'demo',
    begins: [
      '/dashboard',
      '/dashboard/media',
      '/dashboard/instructor/quizzes',
      // Whoever else sees the tickets first is led to no replies.
      '/dashboard/tickets/replies',
      '/dashboard/nothing/here',
    ],
  },
  // Whoever else sees the orders first is led to no subscriptions, and a code is mailed.
  {
    email: 'instructor@demo.test',
    host: 'demo',
    begins: [
      '/dashboard',
      '/dashboard/orders/subscriptions',
      '/dashboard/orders/payment-methods',
      '/dashboard/orders/items',
      '/dashboard/orders/redeem',
      '/dashboard/orders/recommend',
    ],
  },
  // Whoever else sees the progress first has none, and is led to no grades.
  {
    email: 'student@demo.test',
    host: 'demo',
    begins: ['/dashboard', '/dashboard/manage/users', '/dashboard/progress'],
  },
  { email: 'parent@demo.test', host: 'demo', begins: ['/dashboard'] },
];

/** Who walks at the same time. */
const walkersBeside: readonly Walker[] = [
  {
    email: null,
    host: 'demo',
    begins: [
      '/',
      '/course',
      '/course/category/photography',
      '/course/light-and-exposure',
      '/course/light-and-exposure?lesson=a-window-a-wall-an-hour',
      '/shop',
      '/shop/a-year-of-looking',
      '/about',
      '/membership',
      '/instructors',
      '/faq',
      '/contact',
      '/blog',
      '/blog/why-shade-is-blue',
      '/docs',
      '/docs/how-a-course-works',
      '/search?q=light',
      '/members/tomás-rivera',
      '/groups/night-sky-walkers',
      '/groups/first-hundred-frames',
      '/login',
      '/signup',
      '/login/reset-password',
      '/signup/confirm?token=x',
      '/login/set-up?code=x',
      '/checkout',
      '/thankyou',
      '/nothing/here',
    ],
  },
  { email: null, host: 'platform', begins: ['/', '/pricing'] },
  { email: 'owner@demo.test', host: 'platform', begins: ['/dashboard'] },
  { email: 'admin@stoa.test', host: 'platform', begins: ['/dashboard'] },
];

/** Reached by what a person does or is sent, not by a link; each is passed by a story of its own. */
const WITHOUT_LINK = [
  'pages/screens/public-preview.tsx',
  'posts/screens/public-post-preview.tsx',
  'docs/screens/public-doc-preview.tsx',
  'forms/screens/public-subscribed.tsx',
  'members/screens/public-invitation.tsx',
  'carts/screens/public-saved-cart.tsx',
  'open-badges/screens/public-badge.tsx',
];

type Entry = { path?: string; index?: boolean; file: string; children?: Entry[] };
const entries = routes as Entry[];
const screensOf = (list: readonly Entry[]): Entry[] =>
  list.flatMap((entry) => (entry.children ? screensOf(entry.children) : entry.file.endsWith('.tsx') ? [entry] : []));
const asRoutes = (list: readonly Entry[]): RouteObject[] =>
  list.map(({ path, index, file, children }) =>
    index ? { index: true, handle: file } : { path, handle: file, children: children && asRoutes(children) },
  );
const table = asRoutes(entries);
const fileOf = (path: string) => matchRoutes(table, path)?.at(-1)?.route.handle as string | undefined;

test('every text is translated and has room, and no screen has barriers', async ({ browser }) => {
  test.setTimeout(1_200_000);
  const product = await launch('pseudo.log', { PSEUDO_LANGUAGE: 'on' });
  try {
    const data = await saidByData(product.folder);
    const problems: string[] = [];
    const walkInTurn = async (those: readonly Walker[]) => {
      for (const { email, host, begins } of those) {
        const origin = `http://${host === 'demo' ? 'demo.' : ''}localhost:${product.port}`;
        const page = await pageOf(browser, origin, email);
        await walk({ page, origin, begins, data, problems });
        await page.context().close();
      }
    };
    await Promise.all([walkInTurn(walkers), walkInTurn(walkersBeside)]);
    expect(problems).toEqual([]);
    const missed = screensOf(entries).filter(
      ({ file }) => !seen.has(file) && !WITHOUT_LINK.some((end) => file.endsWith(end)),
    );
    expect(missed.map(({ path, file }) => `${path} (${file})`)).toEqual([]);
  } finally {
    await product.stop();
  }
});

const seen = new Set<string>();
type Walk = { page: Page; origin: string; begins: readonly string[]; data: SaidByData; problems: string[] };

/** From screen to screen by their links, each once. */
async function walk({ page, origin, begins, data, problems }: Walk): Promise<void> {
  const waiting: string[] = [...begins];
  const passed = new Set<string>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const file = fileOf(new URL(path, origin).pathname) ?? '';
    const isBeginning = begins.some((begin) => begin === path);
    if (!file.endsWith('.tsx') || passed.has(isBeginning ? path : file) || (seen.has(file) && !isBeginning)) continue;
    passed.add(path).add(file);
    // Whoever walks beside passes it by.
    seen.add(file);
    const address = path;
    await test.step(address, async () => {
      const first = await lookAt(page, origin, address, data);
      // Numbers that others change between the server's render and the browser's differ once; what is wrong does so again.
      const isRace = first.found.some((problem) => HYDRATION.test(problem));
      const { arrived, links, found } = isRace ? await lookAt(page, origin, address, data) : first;
      seen.add(fileOf(arrived) ?? '');
      waiting.push(...links);
      problems.push(...found.map((problem) => `${address}: ${problem}`));
    });
  }
}

async function pageOf(browser: Browser, origin: string, email: string | null): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en',
    timezoneId: 'UTC',
    // Screens are looked at as they are at rest, and so come to rest at once.
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'lang', value: 'en', url: origin }]);
  const page = await context.newPage();
  if (!email) return page;
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox', { name: pseudoText('E-mail') }).fill(email);
  await page.getByLabel(pseudoText('Password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: pseudoText('Sign in'), exact: true }).click();
  await expect(page).toHaveURL(`${origin}/dashboard`);
  return page;
}

/** What React says of a screen that hydrates differently from what the server rendered. */
const HYDRATION = /error #(?:4\d\d|520)/;

/** One screen in both widths: light in the long language, night in Arabic; where it is and where its links lead. */
async function lookAt(page: Page, origin: string, path: string, data: SaidByData) {
  const found: string[] = [];
  const tell = (error: Error) => void found.push(error.message);
  // A screen that hydrates differently from what the server rendered is rendered anew, and says so here alone.
  const tellHydration = (error: Error) => void (HYDRATION.test(error.message) && tell(error));
  page.on('pageerror', tellHydration);
  await open(page, `${origin}${path}`).catch(tell);
  const arrived = new URL(page.url()).pathname;
  const plain = (await page.evaluate(plainWords)).filter((text) => !data.isKnown(text));
  found.push(...plain.map((text) => `not translated: ${text}`));
  found.push(...(await page.evaluate(cutOff)).map((text) => `cut off: ${text}`));
  await scanned(page).catch(tell);
  await expectContrastIn(page, 'dark').catch(tell);
  await fits(page, [1280, 768]).catch(tell);
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  await setScene(page, origin, { width: 390, height: 844, language: 'ar', theme: 'night' });
  const isPublic = !path.startsWith('/dashboard');
  await open(page, `${origin}${path}${isPublic ? `${path.includes('?') ? '&' : '?'}lang=ar` : ''}`).catch(tell);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl').catch(tell);
  if (isPublic) await expectContentInItsDirection(page).catch(tell);
  await scanned(page).catch(tell);
  await fits(page, [390, 320]).catch(tell);
  await setScene(page, origin, { width: 1280, height: 800, language: 'en', theme: 'light' });
  page.off('pageerror', tellHydration);
  const own = links
    .map((link) => new URL(link))
    .filter((url) => url.origin === origin && !url.searchParams.has('lang'));
  return { arrived, links: own.map((url) => url.pathname), found };
}

/** The usual widths, the width where a telephone's page becomes a desk's, and the narrowest phone. */
async function fits(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
}

/** A second look at what may have been on its way at the first: what is really wrong is still there. */
async function scanned(page: Page): Promise<void> {
  await expectNoBarriers(page).catch(async () => {
    await page.waitForLoadState('networkidle');
    await expectNoBarriers(page);
  });
}

type Scene = { width: number; height: number; language: string; theme: string };

async function setScene(page: Page, origin: string, { width, height, language, theme }: Scene): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.context().addCookies([{ name: 'lang', value: language, url: origin }]);
  await page.evaluate((name) => localStorage.setItem('theme', name), theme);
}

/** A screen has arrived when its heading stands and nothing of it is still a grey shape. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .sk')).toHaveCount(0);
}
