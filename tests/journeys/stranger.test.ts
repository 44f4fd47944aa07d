import { expect, type Page, test } from '@playwright/test';
import { originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

/** The addresses of courses and posts a page leads to. */
async function leadsTo(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  const links = await page.getByRole('main').locator('a[href^="/course/"], a[href^="/blog/"]').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  return [...new Set(paths.map((path) => path ?? ''))].filter((path) => !path.startsWith('/course/category/')).sort();
}

/** What a program in the page is told by a service, under a token. */
async function readAs(page: Page, path: string, token: string): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async ([address, bearer]) => {
      const config = (await (await fetch('/api/config')).json()) as { anon_key: string };
      const answer = await fetch(address ?? '', {
        headers: { apikey: config.anon_key, authorization: `Bearer ${bearer}` },
      });
      return { status: answer.status, text: await answer.text() };
    },
    [path, token],
  );
}

async function tokenIn(page: Page): Promise<string> {
  const { anon_key } = (await (await page.request.get(`${new URL(page.url()).origin}/api/config`)).json()) as {
    anon_key: string;
  };
  const text = (await page.context().cookies(page.url()))
    .filter((cookie) => cookie.name.startsWith('sb-stoa-auth-token'))
    .sort((left, right) => left.name.localeCompare(right.name, 'en', { numeric: true }))
    .map((cookie) => decodeURIComponent(cookie.value))
    .join('');
  const plain = text.startsWith('base64-') ? Buffer.from(text.slice(7), 'base64url').toString() : text;
  const { access_token } = JSON.parse(plain) as { access_token: string };
  expect(access_token).not.toBe(anon_key);
  return access_token;
}

test('every public list of one site shows its own, and leads nowhere on the other', async ({ page }) => {
  for (const list of ['/', '/course', '/blog']) {
    const demos = await leadsTo(page, `${originOf('demo')}${list}`);
    const ateliers = await leadsTo(page, `${originOf('atelier')}${list}`);
    expect(demos.filter((path) => ateliers.includes(path))).toEqual([]);
    for (const path of demos.slice(0, 3)) {
      expect((await page.goto(`${originOf('demo')}${path}`))?.status()).toBe(200);
      expect((await page.goto(`${originOf('atelier')}${path}`))?.status()).toBe(404);
    }
  }
  expect((await leadsTo(page, `${originOf('demo')}/course`)).length).toBeGreaterThan(2);
});

test('a student of Atelier is nobody in particular on Lumen Academy, by its own door', async ({ page }) => {
  await page.goto(`${originOf('demo')}/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('student@atelier.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
  await expectNoBarriers(page);
  const token = await tokenIn(page);
  for (const path of [
    '/rest/v1/members?select=name,email',
    '/rest/v1/orders?select=id',
    '/rest/v1/enrolments?select=id',
  ])
    expect((await readAs(page, path, token)).text).toBe('[]');
  expect((await readAs(page, '/rest/v1/options?select=value&key=eq.bunnyCreds', token)).text).toBe('[]');
});

test('a token of the academy’s owner that was taken on Atelier opens nothing of the academy', async ({ page }) => {
  await signIn(page, originOf('demo'), 'owner@demo.test');
  const rightful = await tokenIn(page);
  const emails = '/rest/v1/members?select=email';
  expect((await readAs(page, emails, rightful)).text).toContain('student@demo.test');

  // The same person on Atelier's site, where somebody else's scripts may run.
  await page.goto(`${originOf('atelier')}/login`);
  await page.locator('input[type="email"], input[name="email"]').first().fill('owner@demo.test');
  await page.locator('input[type="password"]').first().fill(PASSWORD);
  await page.locator('form button[type="submit"]').first().click();
  await expect(page).not.toHaveURL(/\/login/);
  const taken = await tokenIn(page);

  await page.goto(`${originOf('demo')}/`);
  expect((await readAs(page, emails, taken)).text).toBe('[]');
  const owner = await page.request.post(`${originOf('demo')}/api/account/isSiteOwner`, {
    headers: { authorization: `Bearer ${taken}` },
    data: { account_id: '00000000-0000-7000-8000-00000000000a', email: 'owner@demo.test' },
  });
  expect(await owner.text()).not.toContain('true');
});
