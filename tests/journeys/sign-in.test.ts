import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { openSideBar, originOf, PASSWORD, signInByForm } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const doors = {
  'the platform': { origin: () => originOf(), emails: ['admin@stoa.test', 'owner@demo.test', 'owner@atelier.test'] },
  'Lumen Academy': {
    origin: () => originOf('demo'),
    emails: ['owner@demo.test', 'instructor@demo.test', 'student@demo.test', 'parent@demo.test', 'member@demo.test'],
  },
  Atelier: { origin: () => originOf('atelier'), emails: ['owner@atelier.test', 'student@atelier.test'] },
};

for (const [site, { origin, emails }] of Object.entries(doors)) {
  for (const email of emails) {
    test(`${email} signs in on ${site}`, async ({ page }) => {
      await signInByForm(page, origin(), email);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await openSideBar(page);
      await expectNoBarriers(page);
    });
  }
}

test('whoever comes to a closed room without a session is asked in first, and then stands in it', async ({ page }) => {
  // They are quicker than the script: what they press meanwhile is pressed once it is there.
  const held = Promise.withResolvers<void>();
  await page.route('**/site/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${originOf('demo')}/dashboard/notifications`, { waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/login\?redirectedFrom=/);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('parent@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  held.resolve();
  await expect(page).toHaveURL(`${originOf('demo')}/dashboard/notifications`);
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
});

test('who is signed in already goes on from the login page, and who came back from a problem stays', async ({
  page,
}) => {
  await signInByForm(page, originOf('demo'), 'student@demo.test');
  await page.goto(`${originOf('demo')}/login`);
  await expect(page).toHaveURL(`${originOf('demo')}/dashboard`);
  await page.goto(`${originOf('demo')}/login?redirectedFrom=/dashboard/messages`);
  await expect(page).toHaveURL(`${originOf('demo')}/dashboard/messages`);
  await page.goto(`${originOf('demo')}/login?problem=expired`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('student@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible();
  await expect(page).toHaveURL(/problem=expired/);
});

test('a wrong password is refused in words, and the form stays', async ({ page }) => {
  await page.goto(`${originOf('demo')}/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('member@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('member@demo.test');
  await expectNoBarriers(page);
});

test('a session of the platform is handed over to the academy by a code that works once', async ({ page, browser }) => {
  await signInByForm(page, originOf(), 'owner@demo.test');
  const handedOver = await handOver(page);
  expect(new URL(handedOver).origin).toBe(originOf('demo'));

  await page.goto(handedOver);
  await expect(page).toHaveURL(`${originOf('demo')}/dashboard`);
  await openSideBar(page);
  await expect(page.getByRole('button', { name: /profile menu/ })).toBeVisible();

  const stranger = await browser.newContext();
  const elsewhere = await stranger.newPage();
  await elsewhere.goto(handedOver);
  await elsewhere.goto(`${originOf('demo')}/dashboard`);
  await expect(elsewhere).toHaveURL(/\/login/);
  await stranger.close();
});

test('nobody hands over a session to an account that is not theirs', async ({ page }) => {
  await signInByForm(page, originOf(), 'owner@atelier.test');
  await expect(handOver(page)).rejects.toThrow(/403|404/);
});

/** Asks the platform, as its own screens do, for the way into demo. */
async function handOver(page: Page): Promise<string> {
  const beside = await page.context().newPage();
  const config = await beside.goto(`${originOf('demo')}/api/config`);
  const { account } = JSON.parse((await config?.text()) ?? '') as { account: { account_id: string } };
  await beside.close();
  const answer = await page.evaluate(async (accountId) => {
    const sent = await fetch('/api/session/handoff', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: accountId }),
    });
    return { status: sent.status, body: (await sent.json()) as { url?: string } };
  }, account.account_id);
  if (!answer.body.url) throw new Error(`The handoff was refused with ${answer.status}.`);
  return answer.body.url;
}
