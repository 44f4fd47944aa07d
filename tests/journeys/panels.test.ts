import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { openSideBar, originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

/** What is used here of the router that a page in the browser keeps. */
type Router = {
  subscribe(hear: (state: { location: { pathname: string }; navigation: { state: string } }) => void): () => void;
};

const demo = () => originOf('demo');
const questionOf = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });

/** Closes in one of the ways that say nothing, and answers the question by going on. */
async function staysAfter(page: Page, close: () => Promise<void>, field: Locator, words: string): Promise<void> {
  await close();
  const question = questionOf(page);
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(field).toHaveValue(words);
}

test('what was typed in a panel is dropped by nobody but who typed it: by key, by cross, beside it, by a step back, by a reload', async ({
  page,
}) => {
  const coupons = `${demo()}/dashboard/manage/ecommerce/coupons`;
  await signIn(page, demo(), 'owner@demo.test', '/dashboard/manage/ecommerce');
  await page.goto(coupons);
  const open = page.getByRole('button', { name: 'New coupon' }).first();
  await open.click();
  const panel = page.getByRole('dialog', { name: 'New coupon' });
  const name = panel.getByRole('textbox', { name: 'Code' });
  // Where nothing was typed nothing is asked, and the focus goes back to where one came from.
  await expect(name).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(open).toBeFocused();

  await open.click();
  await name.fill('HARVEST');
  await staysAfter(page, () => page.keyboard.press('Escape'), name, 'HARVEST');
  await expect(name).toBeFocused();
  await staysAfter(page, () => panel.getByRole('button', { name: 'Close' }).click(), name, 'HARVEST');
  // With one line more under a field nothing that takes the focus lies below the question's button.
  await panel.getByRole('textbox', { name: 'Percent' }).fill('12.5');
  await expect(panel.getByText('Read as 12.5%')).toBeVisible();
  const width = page.viewportSize()?.width ?? 0;
  if (width > 700) await staysAfter(page, () => page.mouse.click(20, 400), name, 'HARVEST');
  // Escape on the question means to go on, too. The panel takes the focus back two frames after the question is gone.
  await expect.poll(() => panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expectNoBarriers(page, '[role="alertdialog"]');
  await page.keyboard.press('Escape');
  await expect(questionOf(page)).toHaveCount(0);
  await expect(name).toHaveValue('HARVEST');

  // The browser asks in its own words before the page is loaded anew.
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload()).catch(() => {});
  await expect.poll(() => asked).toBe('beforeunload');
  await expect(name).toHaveValue('HARVEST');

  await panel.getByRole('button', { name: 'Close' }).click();
  await questionOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(panel).toHaveCount(0);
  await open.click();
  await expect(name).toHaveValue('');
  // What was typed and taken back is nothing.
  await name.fill('X');
  await name.fill('');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('a step back asks as well, and so do the dialogs and the forms within a panel; what is saved is left unasked', async ({
  page,
}) => {
  await signIn(page, demo(), 'owner@demo.test', '/dashboard/notifications');
  await page.goto(`${demo()}/dashboard/manage/media`);
  await page.goto(`${demo()}/dashboard/manage/settings`);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(`${demo()}/dashboard/manage/media`);

  // A dialog: the name of a folder.
  const open = page.getByRole('button', { name: 'New folder' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const folder = `Winter ${crypto.randomUUID().slice(0, 6)}`;
  await name.fill(folder);
  await staysAfter(page, () => page.keyboard.press('Escape'), name, folder);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await questionOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();
  await open.click();
  await name.fill(folder);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(questionOf(page)).toHaveCount(0);
  await expect(page.getByText(folder).first()).toBeVisible();

  // A form that stands within a panel and keeps its words by itself, and a step back through the app.
  await page.goto(`${demo()}/dashboard/manage/users`);
  const listed = page
    .getByRole('row', { name: /Amara Okafor/ })
    .or(page.getByRole('listitem').filter({ hasText: 'Amara Okafor' }));
  await listed.first().getByText('Amara Okafor').first().click();
  const panel = page.getByRole('dialog', { name: 'Amara Okafor' });
  const called = panel.getByRole('textbox', { name: 'Name', exact: true });
  await called.fill('Amara O.');
  await staysAfter(page, () => page.keyboard.press('Escape'), called, 'Amara O.');
  await panel.getByRole('button', { name: 'Close' }).click();
  await questionOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(panel).toHaveCount(0);
});

test('a screen is not left from under a panel without a question, and left where that is wished', async ({ page }) => {
  await signIn(page, demo(), 'owner@demo.test', '/dashboard');
  // Within the app: a step back is a navigation of ours.
  await openSideBar(page);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Courses', exact: true }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard/courses`);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('Coupons');
  await palette
    .getByRole('option', { name: /^Coupons/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${demo()}/dashboard/manage/ecommerce/coupons`);
  await page.getByRole('button', { name: 'New coupon' }).first().click();
  const name = page.getByRole('dialog', { name: 'New coupon' }).getByRole('textbox', { name: 'Code' });
  await name.fill('SPRING');
  await staysAfter(page, () => page.evaluate(() => history.back()), name, 'SPRING');
  await expect(page).toHaveURL(`${demo()}/dashboard/manage/ecommerce/coupons`);
  // Whoever goes on stepping back arrives there, before the screen in between has been drawn, too.
  await page.evaluate(() => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router };
    const end = router.subscribe(({ location, navigation }) => {
      if (location.pathname !== '/dashboard/courses' || navigation.state !== 'idle') return;
      end();
      history.back();
    });
    history.back();
  });
  await questionOf(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(`${demo()}/dashboard`);
  await expect(questionOf(page)).toHaveCount(0);
});
