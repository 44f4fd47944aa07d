import { expect, type Page, test } from '@playwright/test';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

/** Screens that no story passes: each is opened as it stands, with the demo in it. */
const screens = {
  'owner@demo.test': [
    '/dashboard/pages',
    '/dashboard/posts',
    '/dashboard/posts/why-shade-is-blue',
    '/dashboard/post',
    '/dashboard/manage/site',
    '/dashboard/manage/site/footer',
    '/dashboard/manage/ecommerce',
    '/dashboard/manage/ecommerce/memberships',
    '/dashboard/manage/ecommerce/coupons',
    '/dashboard/manage/ecommerce/payment',
    '/dashboard/manage/users',
    '/dashboard/manage/users/roles',
    '/dashboard/manage/elearning/caetgory',
    '/dashboard/instructor/quizzes',
    '/dashboard/instructor/quizzes/bank',
  ],
  'student@demo.test': [
    '/dashboard/profile',
    '/dashboard/notifications',
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
