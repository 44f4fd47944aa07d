import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

test('a learner asks beside a lesson, the instructor finds the question at home and answers, and the learner accepts the answer', async ({
  page,
}) => {
  const lesson = '/dashboard/courses/light-and-exposure?lesson=aperture-is-a-pupil';
  const question = `Why is f/8 sharper than f/22? ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, originOf('demo'), 'student@demo.test', lesson);
  const discussion = page.getByRole('region', { name: 'Discussion' });
  await discussion.getByRole('textbox', { name: 'Your question or comment' }).fill(question);
  await discussion.getByRole('button', { name: 'Post' }).click();
  const questionPost = discussion.getByRole('article').filter({ hasText: question });
  await expect(questionPost).toBeVisible();
  await expect(discussion.getByText('awaiting review')).toHaveCount(0);
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);

  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/instructor');
  const open = page.getByRole('region', { name: /^Unanswered questions/ });
  await expectNoBarriers(page);
  await open.getByRole('link', { name: question }).click();
  await expect(page).toHaveURL(/lesson=aperture-is-a-pupil#comment-/);
  await questionPost.getByRole('button', { name: /^Reply to/ }).click();
  await discussion.getByRole('textbox', { name: 'Your reply' }).fill('Because light bends around a narrow edge.');
  await discussion.getByRole('textbox', { name: 'Your reply' }).press('Control+Enter');
  await expect(discussion.getByRole('textbox', { name: 'Your reply' })).toHaveCount(0);
  await expect(discussion.getByRole('article').filter({ hasText: 'Because light bends' })).toBeVisible();
  await page.goto(`${originOf('demo')}/dashboard/instructor`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: question })).toHaveCount(0);

  await signIn(page, originOf('demo'), 'student@demo.test', lesson);
  const item = discussion.getByRole('listitem').filter({ hasText: question }).first();
  await item.getByRole('button', { name: /^Mark as answer/ }).click();
  await expect(item.getByText('Accepted answer')).toBeVisible();
  await expect(item.getByText('Answered', { exact: true })).toBeVisible();
  await expectNoBarriers(page);
});

test('an instructor switches the discussions of a course off and on', async ({ page }) => {
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/course/seeing-cells?tab=details');
  const discussions = page.getByRole('switch', { name: /^Discussions/ });
  await expect(discussions).toBeChecked();
  for (const [isOn, count] of [
    [false, 0],
    [true, 1],
  ] as const) {
    await discussions.setChecked(isOn, { force: true });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    const preview = await page.context().newPage();
    await preview.goto(`${originOf('demo')}/dashboard/courses/seeing-cells`);
    await expect(preview.getByRole('navigation', { name: 'Course content' })).toBeVisible();
    await expect(preview.getByRole('searchbox', { name: 'Search this course' })).toBeVisible();
    await expect(preview.getByRole('region', { name: 'Discussion' })).toHaveCount(count);
    await preview.close();
  }
});
