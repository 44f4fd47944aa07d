import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

/** The addresses of courses and posts a page leads to. */
async function leadsTo(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  const links = await page.getByRole('main').locator('a[href^="/course/"], a[href^="/blog/"]').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  return [...new Set(paths.map((path) => path ?? ''))]
    .filter((path) => !/^\/course\/category\/|\.xml$/.test(path))
    .sort();
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

/** The access token in the cookie of the site the page stands on. */
async function tokenIn(page: Page): Promise<string> {
  const text = (await page.context().cookies(page.url()))
    .filter((cookie) => cookie.name.startsWith('sb-stoa-auth-token'))
    .sort((left, right) => left.name.localeCompare(right.name, 'en', { numeric: true }))
    .map((cookie) => decodeURIComponent(cookie.value))
    .join('');
  const plain = text.startsWith('base64-') ? Buffer.from(text.slice(7), 'base64url').toString() : text;
  return (JSON.parse(plain) as { access_token: string }).access_token;
}

/** Signs in where one is no member: the door opens no further than to the question whether to join. */
async function signInAsStranger(page: Page, account: 'demo' | 'atelier', site: string, email: string): Promise<void> {
  await page.goto(`${originOf(account)}/login?lang=en`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: `Join ${site}` })).toBeVisible();
  await expect(page.getByText(`You are signed in as ${email}`)).toBeVisible();
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
  await signInAsStranger(page, 'demo', 'Lumen Academy', 'student@atelier.test');
  // That the button was busy stays announced for some seconds after the button itself has gone.
  await expect(page.locator('[data-live-announcer] [role="img"]')).toHaveCount(0);
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
  await signInAsStranger(page, 'atelier', 'Atelier', 'owner@demo.test');
  const taken = await tokenIn(page);

  await page.goto(`${originOf('demo')}/`);
  expect((await readAs(page, emails, taken)).text).toBe('[]');
  const owner = await page.evaluate(async (bearer) => {
    const answer = await fetch('/api/account/isSiteOwner', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: '00000000-0000-7000-8000-00000000000a', email: 'owner@demo.test' }),
    });
    return answer.text();
  }, taken);
  expect(owner).not.toContain('true');
});
