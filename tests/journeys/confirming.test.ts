import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { test } from './browser.ts';
import { freshEmail, originOf, PASSWORD } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { COURSE } from './shop.ts';
import { launch } from './start-product.ts';

async function fillSignUp(page: Page, origin: string, email: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: 'en', url: origin }]);
  await page.goto(`${origin}/signup`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Nora Lind');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}-of-mine`);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('a default start signs in at once whoever signs up', async ({ page }) => {
  await fillSignUp(page, originOf('demo'), freshEmail('nora'));
  await expect(page).toHaveURL(`${originOf('demo')}/dashboard`);
});

test.describe('with a mail server', () => {
  /** What arrived, newest last, with its lines as they were before they were cut for the way. */
  const letters: { to: string; text: string }[] = [];
  let post: SMTPServer;
  let product: Awaited<ReturnType<typeof launch>>;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    post = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        let raw = '';
        stream.on('data', (part) => {
          raw += part;
        });
        stream.on('end', () => {
          const text = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
          letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', text });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
    const address = post.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    product = await launch('confirming.log', {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SUPER_ADMIN_EMAILS: 'boss@journeys.test',
    });
  });
  test.afterAll(async () => {
    await product.stop();
    await new Promise<void>((resolve) => post.close(resolve));
  });
  const at = (slug: string) => `http://${slug ? `${slug}.` : ''}localhost:${product.port}`;
  async function letterTo(email: string): Promise<string> {
    await expect.poll(() => letters.some(({ to }) => to === email)).toBe(true);
    return letters.findLast(({ to }) => to === email)?.text ?? '';
  }

  test('who signs up on a school types the code of the mail, and lands signed in', async ({ page }) => {
    const email = freshEmail('nora');
    await fillSignUp(page, at('demo'), email);
    await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
    const code = /this code: (\d{6})/.exec(await letterTo(email))?.[1] ?? '';
    await page.getByLabel('Code from the e-mail').fill(code === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Continue with the code' }).click();
    await expect(page.getByText('This code is wrong or has expired.')).toBeVisible();
    await page.getByLabel('Code from the e-mail').fill(code);
    await page.getByRole('button', { name: 'Continue with the code' }).click();
    await expect(page).toHaveURL(`${at('demo')}/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the link of the mail opens in another browser, takes a press, and lands signed in', async ({
    page,
    browser,
  }) => {
    const email = freshEmail('nils');
    await fillSignUp(page, at(''), email);
    await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
    const link = /http:\/\/\S+\/signup\/confirm\?token=[\w-]+/.exec(await letterTo(email))?.[0] ?? '';
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(link);
    await expectNoBarriers(other);
    await other.getByRole('button', { name: 'Confirm e-mail address' }).click();
    await expect(other).toHaveURL(`${at('')}/dashboard`);
    await elsewhere.close();
  });

  test('a used link is answered by another one, mailed from the same page', async ({ page }) => {
    const email = freshEmail('nina');
    await fillSignUp(page, at('demo'), email);
    await letterTo(email);
    const mailed = letters.length;
    await page.goto(`${at('demo')}/signup/confirm?token=used`);
    await page.getByRole('button', { name: 'Confirm e-mail address' }).click();
    await expect(page.getByText('This link was already used or has expired.')).toBeVisible();
    await expectNoBarriers(page);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(`If ${email} has not been confirmed yet, an e-mail is on its way.`)).toBeVisible();
    await expect.poll(() => letters.length).toBeGreaterThan(mailed);
    await page.goto(/http:\/\/\S+\/signup\/confirm\?token=[\w-]+/.exec(await letterTo(email))?.[0] ?? '');
    await page.getByRole('button', { name: 'Confirm e-mail address' }).click();
    await expect(page).toHaveURL(`${at('demo')}/dashboard`);
  });

  test('who runs the platform sets their password by the link the start printed, once', async ({ page }) => {
    const link = /http:\/\/\S+\/login\/set-up\?code=[0-9a-f]+/.exec(readFileSync('confirming.log', 'utf8'))?.[0] ?? '';
    await page.goto(link);
    await expectNoBarriers(page);
    await page.getByLabel('New password', { exact: true }).fill(`${PASSWORD}-of-mine`);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(`${at('')}/dashboard`);
    await page.goto(`${at('')}/dashboard/accounts`);
    await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
    // A second time it says so before anything is typed, and leads to where another link is mailed.
    await page.goto(link);
    await expect(page.getByText('This link was already used or has expired.')).toBeVisible();
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
    await expectNoBarriers(page);
    await page.getByRole('link', { name: 'Reset your password' }).click();
    await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  });

  test('who buys as somebody new types the code at the checkout, and the order is placed', async ({ page }) => {
    const email = freshEmail('nell');
    await page.context().addCookies([{ name: 'lang', value: 'en', url: at('demo') }]);
    await page.goto(`${at('demo')}/course/${COURSE.slug}`);
    await page.getByRole('link', { name: 'Add to cart' }).first().click();
    await expect(page.getByRole('link', { name: 'In your cart: check out' }).first()).toBeVisible();
    await page.goto(`${at('demo')}/checkout`);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}-of-mine`);
    const country = page.getByRole('combobox', { name: 'Country' });
    await country.selectOption({ label: 'Portugal' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nell Ray');
    await page.getByRole('button', { name: /^Place order/ }).click();
    const code = /this code: (\d{6})/.exec(await letterTo(email))?.[1] ?? '';
    await page.getByRole('textbox', { name: 'Code from the e-mail' }).fill(code);
    await expectNoBarriers(page);
    await page.getByRole('button', { name: /^Place order/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
  });
});
