import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookies } from '#app/auth/session-cookies.ts';
import { sessionCookie } from '#base/browser/stored-session.ts';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { localeCodes } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { budgets, lazyScript, type PageWeight, sharedScript, weighPage } from '#tools/page-weight.ts';
import { copyPreparedFolder } from '#tools/testing/prepared-folder.ts';
import { healthy, npmStart, type Product, removeFolder } from './product.ts';

let product: Product;
const weights = new Map<string, PageWeight>();

/** The page as it is sent, whatever its status; with `body` the response to what is posted. */
function pageOf(host: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<string> {
  const { port } = new URL(product.origin);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, host: `${host}:${port}` },
      },
      (message) => {
        let text = '';
        message.setEncoding('utf8');
        message.on('data', (part: string) => {
          text += part;
        });
        message.on('error', reject);
        message.on('end', () => resolve(text));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** What a search engine is told of, and the pages beside: of each kind there is one at least. */
async function addressesOf(host: string): Promise<string[]> {
  const listed = [...(await pageOf(host, '/sitemap.xml')).matchAll(/<loc>([^<]*)<\/loc>/g)];
  const beside = [
    paths.login(),
    paths.signUp(),
    paths.resetPassword(),
    paths.confirmSignUp('nobody-was-mailed-this'),
    paths.setUpLogin('nobody-was-shown-this'),
    paths.invitation('nobody-was-mailed-this'),
    paths.search(),
    '/search?q=light',
    '/nowhere-at-all',
    '/subscribed',
    '/thankyou',
    // The heaviest island there is, with the texts of every language.
    ...localeCodes.map((locale) => `${paths.login()}?lang=${locale}`),
  ];
  const told = listed.map(([, address = '']) => new URL(address).pathname);
  return [...new Set([...told, ...beside])];
}

beforeAll(async () => {
  product = await npmStart({ DATA_DIR: await copyPreparedFolder('demo'), HOST: '127.0.0.1' });
  await healthy(product);
  for (const host of ['demo.localhost', 'atelier.localhost', 'localhost']) {
    const waiting = await addressesOf(host);
    for (const path of waiting) {
      const html = await pageOf(host, path);
      weights.set(host + path, weighPage(html));
      // As it is sent to who has nothing of the site yet.
      weights.set(`${host}${path} (whole)`, weighPage(await pageOf(host, path, { 'sec-fetch-site': 'none' })));
      // People are found by their courses and posts, not by search engines.
      for (const [, person = ''] of html.matchAll(/href="(\/members\/[^"?#]+)/g))
        if (!waiting.includes(person)) waiting.push(person);
    }
  }
}, 240_000);

afterAll(async () => {
  product.npm.kill('SIGTERM');
  await product.ended;
  removeFolder(product.folder);
});

const over = (limit: number, bytesOf: (weight: PageWeight) => number) =>
  [...weights].filter(([, weight]) => bytesOf(weight) > limit).map(([page, weight]) => `${page}: ${bytesOf(weight)}`);

describe('every public page of the demo', () => {
  test('is weighed, of each kind one at least', () => {
    const pages = [...weights.keys()];
    for (const part of [
      '/',
      '/course/',
      '/course/category/',
      '/shop/',
      '/blog/',
      '/docs/',
      '/members/',
      '/groups/',
      '/about',
    ])
      expect(
        pages.filter((page) => page.startsWith(`demo.localhost${part}`)),
        part,
      ).not.toHaveLength(0);
    // Each as whoever goes on within the site gets it, and as whoever arrives does.
    expect(pages.length).toBeGreaterThan(120);
  });

  test('gives who reads it no more than 15 KB of script', () => {
    expect(over(budgets.script, ({ script }) => script)).toEqual([]);
    // A page without a script would hold every budget.
    expect([...weights.values()].every(({ script }) => script > 1_000)).toBe(true);
  });

  test('comes alive as a whole nowhere, where somebody signs in neither', () => {
    expect([...weights].filter(([, { isHydrated }]) => isHydrated).map(([page]) => page)).toEqual([]);
  });

  test('has no sheet of more than 25 KB', () => {
    expect(over(budgets.stylesheet, ({ stylesheet }) => stylesheet)).toEqual([]);
    expect([...weights.values()].every(({ stylesheet }) => stylesheet > 1_000)).toBe(true);
  });
});

test('no island takes more than 100 KB to come alive, React and texts included', () => {
  const all = new Map([...weights.values()].flatMap(({ islands }) => [...islands]));
  const heavy = [...weights].flatMap(([page, { islands }]) =>
    [...islands].flatMap(([name, bytes]) => (bytes > budgets.island ? [`${page}, ${name}: ${bytes}`] : [])),
  );
  expect(heavy).toEqual([]);
  expect([...all.keys()].sort()).toEqual(
    expect.arrayContaining(['add-to-cart', 'cart', 'post-comments', 'search', 'site-form', 'user-menu']),
  );
  // The doors of every site.
  expect([...all.keys()]).toEqual(expect.arrayContaining(['login', 'sign-up', 'reset-password', 'invitation']));
});

describe('the dashboard', () => {
  const screens: [host: string, path: string, kilobytes: number][] = [
    ['demo.localhost', paths.dashboard(), 200],
    ['demo.localhost', paths.notifications(), 250],
    ['demo.localhost', paths.users(), 310],
    ['localhost', paths.accounts(), 265],
  ];
  // The door lets pass whoever has a cookie, and the document is the same for all of them.
  const weighed = () =>
    Promise.all(
      screens.map(async ([host, path]) => weighPage(await pageOf(host, path, { cookie: `${sessionCookie}=anybody` }))),
    );

  test('needs no more than 180 KB of script for the shell of home, notifications, members and accounts', async () => {
    const weights = await weighed();
    expect(weights.every(({ isHydrated }) => isHydrated)).toBe(true);
    const shell = sharedScript(weights);
    expect(shell).toBeLessThanOrEqual(budgets.shell);
    // Without a framework in it something else would have been weighed.
    expect(shell).toBeGreaterThan(100 * 1024);
  });

  test('needs little more for what stands in it', async () => {
    const weights = await weighed();
    const heavy = screens.flatMap(([host, path, kilobytes], at) => {
      const bytes = weights[at]?.script ?? 0;
      return bytes > kilobytes * 1024 ? [`${host}${path}: ${bytes}`] : [];
    });
    expect(heavy).toEqual([]);
  });
});

/** The cookies of a browser in which the demo's student is signed in. */
async function studentCookies(): Promise<string> {
  const { anon_key } = JSON.parse(await pageOf('demo.localhost', '/api/config')) as { anon_key: string };
  const session = await pageOf(
    'demo.localhost',
    '/auth/v1/token?grant_type=password',
    { apikey: anon_key, 'content-type': 'application/json' },
    JSON.stringify({ email: 'student@demo.test', password: DEMO_PASSWORD }),
  );
  const lines = sessionCookies(JSON.parse(session) as object, product.origin);
  return [...lines.map((line) => line.split(';')[0]), 'time-zone=Europe/Lisbon', 'lang=en'].join('; ');
}

describe('before anything is pressed', () => {
  const COURSE = 'light-and-exposure';
  let lesson = '';
  let quiz = '';
  let checkout = '';
  beforeAll(async () => {
    const cookie = await studentCookies();
    lesson = await pageOf('demo.localhost', paths.player(COURSE, 'a-window-a-wall-an-hour'), { cookie });
    quiz = await pageOf('demo.localhost', paths.player(COURSE, 'ten-questions-about-exposure'), { cookie });
    const course = await pageOf('demo.localhost', paths.course(COURSE));
    const product = /href="\/checkout\?add=([0-9a-f-]{36})"/.exec(course)?.[1] ?? '';
    checkout = await pageOf('demo.localhost', paths.checkout(product));
  });

  test('a lesson and the cover of a quiz load no more than 150 KB of script', () => {
    const weight = weighPage(lesson);
    expect(weight.isHydrated).toBe(true);
    expect(weight.script).toBeGreaterThan(100 * 1024);
    expect(weight.script).toBeLessThanOrEqual(budgets.firstPress);
    // The quiz is loaded where there is one.
    const quizzes = weighPage(quiz);
    expect(quizzes.script + lazyScript('quiz-player', quizzes.files)).toBeLessThanOrEqual(budgets.firstPress);
  });

  test('the checkout loads no more than an island may', () => {
    const weight = weighPage(checkout);
    expect(weight.islands.get('checkout')).toBeGreaterThan(60 * 1024);
    expect(weight.islands.get('checkout')).toBeLessThanOrEqual(budgets.island);
    expect(weight.script).toBeLessThanOrEqual(budgets.firstPress);
    expect(weight.isHydrated).toBe(false);
  });

  test('the text of a lesson, the rules of a quiz and the total of what an address orders are in the document', () => {
    expect(lesson).toMatch(/<h1[^>]*>A window, a wall, an hour<\/h1>/);
    expect(lesson).toContain('find a window that the sun does not shine through right now');
    expect(quiz).toMatch(/<h1[^>]*>Ten questions about exposure<\/h1>/);
    expect(quiz).toMatch(/Pass mark<\/dt><dd[^>]*>60%/);
    expect(checkout).toMatch(/<h1[^>]*>Checkout<\/h1>/);
    expect(checkout).toContain('€90');
    expect(checkout).toMatch(/<input[^>]*type="email"/);
    expect(checkout).toMatch(/<button[^>]*type="submit"[^>]*>.*?Place order for €90/);
  });
});
