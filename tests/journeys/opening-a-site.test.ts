import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, openSideBar, originOf, PASSWORD, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

test('a person signs up on the platform, opens a site, stands on it as its owner, and finds the way to a larger plan', async ({
  page,
}) => {
  const slug = `tide-${crypto.randomUUID().slice(0, 8)}`;
  const platform = originOf();
  await page.context().addCookies([{ name: 'lang', value: 'en', url: platform }]);
  await page.goto(`${platform}/signup?redirectedFrom=/dashboard/setup`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ines Prado');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(freshEmail('ines'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create a site' })).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);

  const address = page.getByRole('textbox', { name: 'Address' });
  await page.getByRole('textbox', { name: 'Site name' }).fill('Demo');
  await expect(address).toHaveValue('demo');
  await expect(page.getByText('This address is taken. Choose another.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Site name' }).fill('Tide School');
  await expect(address).toHaveValue('tide-school');
  await address.fill(slug);
  await expect(page.getByText(`${slug}.localhost is available.`)).toBeVisible();
  // There is no choice yet of what a site is for: the other kinds come with what they are about.
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create site' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your site is live' })).toBeVisible();
  await expectNoBarriers(page);

  const site = platform.replace('//localhost', `//${slug}.localhost`);
  const visitor = await page.context().newPage();
  expect((await visitor.goto(`${site}/about`))?.status()).toBe(200);
  await visitor.close();
  await page.getByRole('button', { name: 'Open site' }).click();
  await expect(page).toHaveURL(new RegExp(`^${site}/`));
  await takeTheTour(page, site);
  await page.goto(`${site}/dashboard/billing`);
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  await page.goto(`${site}/dashboard/upgrade`);
  await expect(page).toHaveURL(new RegExp(`^${platform}/dashboard/billing\\?account=[0-9a-f-]{36}$`));
  await expect(page.getByText('$29 a month', { exact: false })).toBeVisible();

  // What is left to do stands on the site itself: its owner arrives there signed in.
  for (const [step, address] of [
    ['Set up payments', 'manage/ecommerce/payment'],
    ['Invite a member', 'manage/users/invitations'],
    ['Create a course', 'instructor/new'],
  ] as const) {
    await page.goto(`${platform}/dashboard/setup`);
    await page.getByRole('button', { name: step }).click();
    await expect(page).toHaveURL(`${site}/dashboard/${address}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }

  // Two sites of one owner: from the platform to either, and from there back.
  await page.goto(`${platform}/dashboard/setup?new=1`);
  await page.getByRole('textbox', { name: 'Site name' }).fill('Reef School');
  await address.fill(`reef-${slug}`);
  await expect(page.getByText(`reef-${slug}.localhost is available.`)).toBeVisible();
  await page.getByRole('button', { name: 'Create site' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your site is live' })).toBeVisible();
  await page.goto(`${platform}/dashboard`);
  await chooseInOwnMenu(page, 'Tide School');
  await expect(page).toHaveURL(new RegExp(`^${site}/dashboard`));
  await chooseInOwnMenu(page, 'All your sites');
  await expect(page).toHaveURL(`${platform}/dashboard`);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/Reef School/, /Tide School/]);
});

/** The tour begins by itself on a new site, at whichever screen, by keyboard alone, waits where it is left, and ends at the About page. */
async function takeTheTour(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/dashboard/manage/users`);
  const tour = page.getByRole('dialog', { name: 'Find your way around' });
  await expect(tour).toContainText('1 of 11');
  await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused();
  await expectNoBarriers(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'More room to work' })).toContainText('2 of 11');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Search everything' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('dialog', { name: 'More room to work' })).toBeVisible();
  const kept = () => page.evaluate(() => [localStorage.getItem('account-demo'), localStorage.getItem('demo-done')]);
  expect(await kept()).toEqual(['1', null]);
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'More room to work' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('The tour is paused at step 2.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.driver-popover')).toHaveCount(0);
  expect(await kept()).toEqual(['1', null]);

  await openSideBar(page);
  await page.getByRole('button', { name: /profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Take the tour' }).click();
  for (let step = 1; step <= 11; step += 1) {
    const shown = page.locator('.driver-popover');
    await expect(shown).toContainText(`${step} of 11`);
    const button = shown.getByRole('button', { name: step === 11 ? 'Open the About page' : 'Next' });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click();
  }
  await expect(page).toHaveURL(`${site}/about`);
  expect(await kept()).toEqual(['10', 'true']);
}

test('the owner of a site sees what it uses and costs, compares plans, asks for a domain and takes that back', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, originOf(), 'owner@atelier.test');
  for (const path of ['/dashboard/setup', '/dashboard/addons', '/dashboard/billing']) {
    await page.goto(`${originOf()}${path}`);
    await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
  await expect(page.getByText('$19 once, does not renew.')).toBeVisible();
  await expect(page.getByText('512 MB')).toBeVisible();
  await page.getByRole('button', { name: 'Compare plans' }).click();
  await expect(page.getByRole('heading', { name: 'Professional' })).toBeVisible();
  await expect(page.getByText('Billed 48 times, then it ends.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await expect(page.getByText('We send an invoice by e-mail', { exact: false })).toBeVisible();
  // What goes with the smaller plan, and what becomes of it, is said before it is taken.
  const step = page.getByRole('dialog', { name: 'Switch to Starter?' });
  // What the product does not have yet is not spoken of.
  await expect(step.getByText('Groups')).toHaveCount(0);
  await expect(step.getByRole('button', { name: 'Switch to Starter' })).toBeEnabled();
  await expectNoBarriers(page, '[role="dialog"]');

  await page.goto(`${originOf()}/dashboard/billing`);
  await page.getByRole('link', { name: /^ST-/ }).click();
  await expect(page.getByRole('heading', { name: /^Invoice ST-/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Items' })).toContainText('$19');
  await expectNoSidewaysScroll(page);

  // Each number leads to what it is made of: the days of a month here, the rows of now on the site.
  await page.goto(`${originOf()}/dashboard/billing`);
  await page.getByRole('button', { name: /E-mails: view details/ }).click();
  const days = page.getByRole('dialog', { name: 'E-mails this month' });
  await expect(days.getByText(/Total|No usage this month yet/)).toBeVisible();
  await expectNoBarriers(page, '[role="dialog"]');
  await days.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /Members: view details/ }).click();
  await expect(page).toHaveURL(`${originOf('atelier')}/dashboard/manage/users`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto(`${originOf()}/dashboard/billing`);
  await page.context().addCookies([{ name: 'lang', value: 'en', url: originOf('atelier') }]);
  const pictures = page.getByRole('button', { name: /CDN images: view details/ });
  const counted = Number.parseInt((await pictures.innerText()).trim(), 10);
  await pictures.click();
  await expect(page).toHaveURL(`${originOf('atelier')}/dashboard/manage/media?view=list&kind=image`);
  const besides = page.locator('dl', { hasText: 'Images that count toward your plan' }).locator('dd');
  await expect(besides.first()).toHaveText(String(counted));
  const [all, ...parts] = (await besides.allInnerTexts()).map(Number);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all);
  // The list holds those of the library, and nothing else.
  await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(
    Number(await page.locator('dt', { hasText: 'Media library' }).locator('+ dd').innerText()),
  );

  await page.goto(`${originOf()}/dashboard/app`);
  const phone = page.getByRole('region', { name: 'As an app' });
  await expect(phone.getByRole('figure')).toHaveText(/Atelier$/);
  await expect(phone.getByRole('listitem')).toHaveText([/^Android:/, /^iPhone and iPad:/, /^Computer:/]);
  await expectNoSidewaysScroll(page);
  await installFrom(page);
  await page.goto(`${originOf()}/dashboard/app`);
  await page.getByRole('textbox', { name: 'Domain' }).fill('print.atelier.example');
  await page.getByRole('button', { name: 'Add domain' }).click();
  const domain = page.getByRole('region', { name: 'print.atelier.example' });
  await expect(domain.getByText('Waiting for DNS records')).toBeVisible();
  await expect(domain.getByText('_stoa.print.atelier.example')).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await domain.getByRole('button', { name: 'Remove domain' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove domain' }).click();
  await expect(domain).toHaveCount(0);
});

/** The site alone may ask to be installed: the way leads there. By a button where the browser can, else in words. */
async function installFrom(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Install on this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Install Atelier as an app' });
  await expect(dialog).toContainText('In Chrome or Edge, choose “Install”');
  await expect(page).toHaveURL(`${originOf('atelier')}/dashboard`);
  await expectNoBarriers(page, '[role="dialog"]');
  await expect(dialog.getByRole('button', { name: 'Install' })).toHaveCount(0);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = (await session.send('Page.getInstallabilityErrors')) as {
    installabilityErrors: { errorId: string }[];
  };
  // A window of a test is private, where nothing is installed; what the site itself answers for is all there.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void document.documentElement.setAttribute('data-asked', ''),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    window.dispatchEvent(offer);
  });
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect(page.getByText('Atelier installed.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-asked'))).toBe(true);
}

async function chooseInOwnMenu(page: Page, name: string): Promise<void> {
  await openSideBar(page);
  await page.getByRole('button', { name: /profile menu$/ }).click();
  await page.getByRole('menuitem', { name }).click();
}
