import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const COURSE = 'Light and exposure';
/** As the demo has it: others read the same page. */
const asSeeded = () =>
  inDatabase([
    `update public.course_reviews r set rating = 5, status = 'shown', body = 'I have read about stops for years.', reply = null, replied_by = null, replied_at = null
       from public.courses c where (c.account_id, c.id) = (r.account_id, r.course_id) and c.slug = 'light-and-exposure'`,
  ]);

test('a student rates a course; visitors read it on its page, its instructor answers and hides it', async ({
  page,
  browser,
}, { project }) => {
  const text = `Two evenings, one window, ${crypto.randomUUID().slice(0, 8)}.`;
  await asSeeded();
  try {
    await signIn(page, originOf('demo'), 'student@demo.test', '/dashboard/courses');
    await page.getByRole('button', { name: `Review: ${COURSE}` }).click();
    const panel = page.getByRole('dialog', { name: 'Your review' });
    await panel.getByText('3 stars', { exact: true }).click();
    await panel.getByRole('textbox', { name: 'Review' }).fill(text);
    await expectNoBarriers(page);
    await panel.getByRole('button', { name: 'Save review' }).click();
    await expect(page.getByText('Your review was saved.')).toBeVisible();

    const visitor = await (await browser.newContext(project.use)).newPage();
    await visitor.setViewportSize({ width: 390, height: 844 });
    await expect(async () => {
      await visitor.goto(`${originOf('demo')}/course/light-and-exposure`);
      await expect(visitor.getByText(text)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(visitor.getByText('3 of 5, 1 review')).toBeVisible();
    expect(await visitor.locator('script[type="application/ld+json"]').first().textContent()).toContain(
      '"ratingValue":3',
    );
    await expectNoBarriers(visitor);
    await expectNoSidewaysScroll(visitor);

    const teacher = await (await browser.newContext(project.use)).newPage();
    await signIn(teacher, originOf('demo'), 'instructor@demo.test', '/dashboard/manage/elearning/reviews');
    await expect(teacher.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible();
    await teacher
      .getByRole('row')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Amara Okafor' })
      .first()
      .click();
    const answer = teacher.getByRole('dialog', { name: /^Review by / });
    await answer.getByRole('textbox', { name: 'Reply' }).fill('Come to the next one at dusk.');
    await expectNoBarriers(teacher);
    await answer.getByRole('button', { name: 'Save reply' }).click();
    await expect(teacher.getByText('The reply was saved.')).toBeVisible();
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByText('Come to the next one at dusk.')).toBeVisible({ timeout: 1_000 });
    }).toPass();

    await teacher
      .getByRole('row')
      .filter({ hasText: text })
      .getByRole('button', { name: /^(More|Actions)/ })
      .click();
    await teacher.getByRole('menuitem', { name: 'Hide' }).click();
    await expect(teacher.getByText('The review is hidden.')).toBeVisible();
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByText(text)).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await page.reload();
    await page.getByRole('button', { name: `Review: ${COURSE}` }).click();
    await expect(panel.getByText('Your review is hidden')).toBeVisible();
  } finally {
    await asSeeded();
  }
});
