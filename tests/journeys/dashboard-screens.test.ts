import { expect, type Locator, type Page, test } from '@playwright/test';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

/** Screens that no story passes: each is opened as it stands, with the demo in it. */
const screens = {
  'owner@demo.test': [
    '/dashboard/pages',
    '/dashboard/posts',
    '/dashboard/posts/why-shade-is-blue',
    '/dashboard/post',
    '/dashboard/manage',
    '/dashboard/manage/site',
    '/dashboard/manage/site/menus',
    '/dashboard/manage/site/footer',
    '/dashboard/manage/media',
    '/dashboard/manage/media?view=list',
    '/dashboard/manage/ecommerce',
    '/dashboard/manage/ecommerce/memberships',
    '/dashboard/manage/ecommerce/coupons',
    '/dashboard/manage/ecommerce/payment',
    '/dashboard/manage/users',
    '/dashboard/manage/users/roles',
    '/dashboard/manage/elearning/caetgory',
    '/dashboard/manage/developers',
    '/dashboard/manage/reports/visits',
    '/dashboard/manage/reports/members',
    '/dashboard/manage/reports/rows/visits',
    '/dashboard/manage/developers/keys',
    '/dashboard/instructor/quizzes',
    '/dashboard/instructor/quizzes/bank',
  ],
  'student@demo.test': [
    '/dashboard/profile',
    '/dashboard/notifications',
    '/dashboard/notifications?view=preferences',
    '/dashboard/orders',
    '/dashboard/manage/users',
  ],
};

/** A screen has arrived when its heading stands and nothing of it is still a grey shape. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${originOf('demo')}${path}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
}

for (const [email, paths] of Object.entries(screens)) {
  test(`the screens of ${email} have no barriers and are no wider than their window`, async ({ page }) => {
    test.setTimeout(240_000);
    await signIn(page, originOf('demo'), email);
    for (const path of paths) {
      await test.step(path, async () => {
        await open(page, path);
        await expectNoBarriers(page);
        await expectNoSidewaysScroll(page);
      });
    }
  });
}

test('what an owner opens from a list has no barriers either: a product, a quiz and its trial', async ({ page }) => {
  await signIn(page, originOf('demo'), 'owner@demo.test');
  const addressOf = async (list: string, pattern: RegExp) => {
    await open(page, list);
    const links = page.getByRole('main').locator('a[href]');
    await expect.poll(async () => (await hrefsOf(links)).some((href) => pattern.test(href))).toBe(true);
    return (await hrefsOf(links)).find((href) => pattern.test(href)) ?? '';
  };
  const product = await addressOf('/dashboard/manage/ecommerce', /\/ecommerce\/products\//);
  const quiz = await addressOf('/dashboard/instructor/quizzes', /\/quizzes\/[0-9a-f-]{36}$/);
  for (const path of [product, quiz, `${quiz}/try`]) {
    await test.step(path, async () => {
      await open(page, path);
      await expectNoBarriers(page);
      await expectNoSidewaysScroll(page);
    });
  }
});

async function hrefsOf(links: Locator): Promise<string[]> {
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}
