import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { mailTo } from './outbox.ts';
import { freshEmail, originOf, PASSWORD, signIn, signInByForm } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { asService } from './unbound-rows.ts';

const demo = () => originOf('demo');
const platform = () => originOf();
const NEW_PASSWORD = 'a wholly new sentence';

async function signUp(page: Page, email: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: 'en', url: demo() }]);
  await page.goto(`${demo()}/signup`);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Ines Forgetful');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(new RegExp(`^${demo()}/dashboard`));
}

const themeOf = (page: Page) => page.locator('style#account-theme').innerHTML();

test('a forgotten password is asked for on a school’s page and chosen on the platform’s, in the school’s dress', async ({
  page: earlier,
  browser,
}, { project }) => {
  const email = freshEmail('forgetful');
  await signUp(earlier, email);

  // Another day, another browser: nobody is signed in here.
  const asking = await browser.newContext(project.use);
  const page = await asking.newPage();
  await page.goto(`${demo()}/login`);
  const dress = await themeOf(page);
  // What was typed at sign-in goes along, and stands in no address.
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expect(page).toHaveURL(`${demo()}/login/reset-password`);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await expect(page).toHaveURL(`${demo()}/login`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Open the link in it to set a new password.')).toBeVisible();
  // No code is asked for where a school's scripts could read it.
  await expect(page.getByLabel('Code from the e-mail')).toHaveCount(0);
  await expectNoBarriers(page);
  // The link works in any browser, so this one keeps nothing for it.
  expect((await asking.cookies()).filter(({ name }) => name.includes('code-verifier'))).toEqual([]);
  const link = await mailTo(email, /http:\/\/[^\s"]+\/login\/reset-password[^\s"<]+/);
  await asking.close();

  // The mail is opened in a third browser, after something has looked at its link.
  const opening = await browser.newContext(project.use);
  const mail = await opening.newPage();
  await mail.goto(`${platform()}/login`);
  const looked = await mail.evaluate(
    (href) => Promise.all(['GET', 'HEAD'].map(async (method) => (await fetch(href, { method })).status)),
    link,
  );
  expect(looked).toEqual([200, 200]);
  await mail.goto('about:blank');
  await mail.goto(link);
  expect(new URL(mail.url()).origin).toBe(platform());
  await expect(mail).toHaveTitle(/Lumen Academy/);
  await expect(mail.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
  await expect(mail.getByText('For your account at Lumen Academy.')).toBeVisible();
  expect(await themeOf(mail)).toBe(dress);
  expect(await mail.getByRole('link', { name: 'Lumen Academy, home page' }).getAttribute('href')).toBe(`${demo()}/`);
  const logo = mail.getByRole('banner').locator('img');
  if ((await logo.count()) > 0)
    expect(await logo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBeGreaterThan(
      0,
    );
  await expectNoBarriers(mail);
  await expectNoSidewaysScroll(mail);
  // Opening it has spent nothing.
  await mail.reload();
  await mail.getByLabel('New password').fill('password');
  await mail.getByRole('button', { name: 'Save password' }).click();
  await expect(mail.getByText(/appeared in a data breach|too easy/)).toBeVisible();
  await mail.getByLabel('New password').fill(NEW_PASSWORD);
  await mail.getByRole('button', { name: 'Save password' }).click();

  // Back at the school, where the new password is the way in.
  await expect(mail).toHaveURL(`${demo()}/login?password=new`);
  await expect(mail.getByText('Your password was changed. Sign in with the new one.')).toBeVisible();
  await expectNoBarriers(mail);
  expect((await opening.cookies()).filter(({ name }) => name.includes('auth-token'))).toEqual([]);
  await mail.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await mail.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await mail.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(mail).toHaveURL(`${demo()}/dashboard`);
  expect((await opening.cookies(platform())).filter(({ name }) => name.includes('auth-token'))).toEqual([]);

  // A second time the link says at once that it is spent, and leads back to where another is asked for.
  await mail.goto(link);
  await expect(mail).toHaveURL(new RegExp(`^${demo()}/login/reset-password`));
  await expect(mail.getByText('This link was already used or has expired.')).toBeVisible();
  await expect(mail.getByRole('button', { name: 'Send link' })).toBeVisible();
  await expect(mail.getByLabel('New password')).toHaveCount(0);
  await expectNoBarriers(mail);
  await opening.close();
});

test('without the mail’s token, or in a dress nobody signed, the platform’s page asks for the mail', async ({
  page,
}) => {
  await page.goto(`${platform()}/login/reset-password?school=00000000-0000-7000-8000-00000000000a.9999999999.x`);
  await expect(page).toHaveURL(`${platform()}/login/reset-password`);
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  await expect(page.getByText('Lumen Academy')).toHaveCount(0);
});

test('what only the person may do is asked for once: by the password in the form, else by a mailed code', async ({
  page,
  browser,
}, { project }) => {
  const email = freshEmail('careful');
  await signUp(page, email);
  const elsewhere = await browser.newContext(project.use);
  await signIn(await elsewhere.newPage(), demo(), email, '/login');
  await elsewhere.close();
  await page.goto(`${demo()}/dashboard/profile`);
  const asked = page.getByRole('dialog', { name: 'Confirm it is you' });
  const present = page.getByRole('textbox', { name: 'Current password' });
  const fresh = page.getByRole('textbox', { name: 'New password' });
  const save = page.getByRole('button', { name: 'Change password' });
  await present.fill('not the password');
  await fresh.fill(NEW_PASSWORD);
  await save.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  const others = page.getByRole('button', { name: /^Sign out on / });
  await expect(others).toHaveCount(1);
  await present.fill(PASSWORD);
  await save.click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(asked).toHaveCount(0);
  // A new password ends what goes on elsewhere, which the list says at once.
  await expect(others).toHaveCount(0);

  // Who has no password leaves it out.
  await fresh.fill(PASSWORD);
  await save.click();
  await expect(asked).toBeVisible();
  await expectNoBarriers(page, '[role="dialog"]');
  await asked.getByRole('button', { name: 'Send me a code' }).click();
  await expect(asked.getByText(`We sent a code to ${email}.`)).toBeVisible();
  const code = await mailTo(email, /\b\d{6}\b(?=[^<]*ten minutes)/);
  await asked.getByRole('textbox', { name: 'Code' }).fill(code);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(asked).toHaveCount(0);
  await expect(fresh).toHaveValue('');
  await expect(page.getByText('Your password was changed.').filter({ visible: true }).first()).toBeVisible();

  // A new password asks anew; who closes the question has changed nothing.
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const leaving = page.getByRole('alertdialog');
  await leaving.getByRole('textbox').fill(email);
  await leaving.getByRole('button', { name: 'Delete my account' }).click();
  await asked.getByRole('button', { name: 'Close' }).click();
  await expect(leaving.getByText('You did not confirm it is you')).toBeVisible();
  await leaving.getByRole('button', { name: 'Delete my account' }).click();
  await asked.getByLabel('Current password').fill(PASSWORD);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(`${demo()}/`);
  await page.goto(`${demo()}/login`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible();
});

test('an account’s scripts stand on its pages and on none where people prove who they are or pay', async ({ page }) => {
  await page.goto(`${demo()}/login`);
  const [row] = await asService(page, 'accounts?slug=eq.demo&select=account_id', 'GET');
  const misc = `options?account_id=eq.${row.account_id}&key=eq.misc`;
  const [before] = await asService(page, `${misc}&select=value`, 'GET');
  await asService(page, 'options?on_conflict=account_id,key', 'POST', {
    account_id: row.account_id,
    key: 'misc',
    value: { ...before?.value, scripts: [{ src: 'https://example.org/everywhere.js' }] },
  });
  try {
    const scripted = async (path: string) => {
      const { headers, html } = await page.evaluate(async (address) => {
        const answer = await fetch(address);
        return { headers: Object.fromEntries(answer.headers), html: await answer.text() };
      }, demo() + path);
      const policy = headers['content-security-policy'] ?? '';
      return {
        path,
        hasScripts: html.includes('id="account-scripts"') || policy.includes('example.org'),
        framedBy: /frame-ancestors ('\w+')/.exec(policy)?.[1],
        frameOptions: headers['x-frame-options'],
      };
    };
    for (const path of ['/', '/nothing-here'])
      expect(await scripted(path)).toEqual({ path, hasScripts: true, framedBy: "'self'", frameOptions: 'SAMEORIGIN' });
    for (const path of [
      ...['/login', '/login/', '/LogIn', '/%6Cogin', '/login/reset-password', '/login/nothing-here', '//login'],
      ...['/signup', '/SIGNUP/', '/signup/nothing-here', '/checkout', '/Checkout/', '/checkout/nothing-here'],
    ])
      expect(await scripted(path)).toEqual({ path, hasScripts: false, framedBy: "'none'", frameOptions: 'DENY' });
    // Every way from a page with scripts to one without is a new document.
    await page.goto(`${demo()}/`);
    for (const path of ['/login', '/signup', '/checkout', '/dashboard']) {
      await page.evaluate(() => Object.assign(window, { ofAnAccount: true }));
      await Promise.all([
        page.waitForURL(/\/(?:login|signup|checkout)/),
        page.evaluate((href) => {
          const link = Object.assign(document.createElement('a'), { href });
          document.body.append(link);
          link.click();
        }, path),
      ]);
      expect(await page.evaluate(() => 'ofAnAccount' in window)).toBe(false);
      await page.goBack();
    }
  } finally {
    await page.goto(`${demo()}/login`);
    if (before) await asService(page, misc, 'PATCH', { value: before.value });
    else await asService(page, misc, 'DELETE');
  }
});

test('whoever is signed in at a school finds the question for the mail there, and no way around it', async ({
  page,
}) => {
  await signInByForm(page, demo(), 'parent@demo.test');
  await page.goto(`${demo()}/login/reset-password`);
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveCount(0);
});
