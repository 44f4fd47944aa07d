import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, signInByForm } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { readPage } from './visitor.ts';

const atelier = () => originOf('atelier');

/** The link that was mailed last to an address, as the outbox shows it; waited for until it is another than `former`. */
async function linkTo(email: string, former = ''): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const outbox = await readPage('localhost', '/dev/outbox');
      const mine = outbox.split('<article').filter((mail) => mail.includes(`<b>${email}</b>`));
      const sent =
        mine.map((mail) => /http:[^\s"<]+\/login[^\s"<]*#token_hash[^\s"<]+/.exec(mail)?.[0]).find(Boolean) ?? '';
      link = sent.replaceAll('&amp;', '&');
      return link !== former && link;
    })
    .toBeTruthy();
  return link;
}

async function english(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: 'en', url: atelier() }]);
}

test('an owner asks for terms and offers links by mail, and somebody signs up and in by them', async ({
  page: owner,
  browser,
}, { project }) => {
  await english(owner);
  await signInByForm(owner, atelier(), 'owner@atelier.test');
  await owner.goto(`${atelier()}/dashboard/manage/site`);
  await owner.getByRole('textbox', { name: 'Terms page' }).fill('/terms');
  await owner.getByText('Sign-in link by e-mail').click();
  await expectNoBarriers(owner);
  await expectNoSidewaysScroll(owner);
  await owner.getByRole('button', { name: /^Save/ }).click();
  await expect(owner.getByText('Saved', { exact: false }).first()).toBeVisible();

  const email = freshEmail('linked');
  const guest = await browser.newContext(project.use);
  const page = await guest.newPage();
  await english(page);
  await page.goto(`${atelier()}/signup`);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Lin Ked');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Sign up without a password' }).click();
  await expect(page.getByText('Accept this to continue.')).toBeVisible();
  const tick = page.getByRole('checkbox', { name: /I have read and accept: Terms/ });
  await expect(tick).toBeFocused();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await tick.check();
  await page.getByRole('button', { name: 'Sign up without a password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  await expectNoBarriers(page);
  const first = await linkTo(email);
  await guest.close();

  // The mail is opened in another browser; opening it spends nothing, a press signs in.
  const other = await browser.newContext(project.use);
  const mail = await other.newPage();
  await english(mail);
  await mail.goto(first);
  await mail.reload();
  await expectNoBarriers(mail);
  await expect(mail.getByRole('heading', { level: 1, name: 'Sign in without a password' })).toBeVisible();
  await mail.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(mail).toHaveURL(`${atelier()}/dashboard`);
  await expect(mail.getByRole('button', { name: /^Lin Ked.*profile menu/ })).toBeAttached();
  await other.close();

  // Another day: the link is asked for at the door, where one wanted to go elsewhere.
  const later = await browser.newContext(project.use);
  const door = await later.newPage();
  await english(door);
  await door.goto(`${atelier()}/login?redirectedFrom=/dashboard/profile`);
  await door.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await door.getByRole('button', { name: 'Sign in without a password' }).click();
  await expect(door.getByText(`If ${email} has an account here`)).toBeVisible();
  const second = await linkTo(email, first);
  await door.goto(second);
  await expect(door.getByRole('heading', { level: 1, name: 'Sign in without a password' })).toBeVisible();
  await door.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(door).toHaveURL(`${atelier()}/dashboard/profile`);
  await later.close();

  // One that was used signs nobody in.
  const last = await (await browser.newContext(project.use)).newPage();
  await english(last);
  // Opened in a tab that shows the sign-in already, it changes the hash alone.
  await last.goto(`${atelier()}/login`);
  await last.getByRole('button', { name: 'Show password' }).click();
  await expect(last.getByRole('button', { name: 'Hide password' })).toBeVisible();
  await last.evaluate((hash) => location.assign(hash), new URL(second).hash);
  await expect(last.getByRole('heading', { level: 1, name: 'Sign in without a password' })).toBeVisible();
  await last.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(last.getByText('This link was already used or has expired.')).toBeVisible();
  await last.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(last.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  await last.context().close();

  await owner.getByRole('textbox', { name: 'Terms page' }).fill('');
  await owner.getByText('Sign-in link by e-mail').click();
  // What was saved before says "Saved" still: the other stories of Atelier begin once this is stored, too.
  const stored = owner.waitForResponse(
    (response) => /\/rest\//.test(response.url()) && response.request().method() !== 'GET',
  );
  await owner.getByRole('button', { name: /^Save/ }).click();
  expect((await stored).ok()).toBe(true);
});
