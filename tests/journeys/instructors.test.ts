import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

test('an owner invites somebody to teach, who then finds that course, its archive and the posts, and no revenue; a film of another site waits for consent', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const demo = originOf('demo');
  const title = `Silver prints ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, demo, 'owner@demo.test', '/dashboard/instructor/new');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Create course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const address = new URL(page.url()).pathname;

  const context = await browser.newContext();
  const teacher = await context.newPage();
  // Home of somebody who teaches and learns nothing: their courses with students, drafts, ways to create.
  await signIn(teacher, demo, 'instructor@demo.test', '/dashboard');
  const taught = teacher.getByRole('region', { name: 'Courses you teach' });
  await expect(taught.getByRole('link', { name: 'Light and exposure', exact: true })).toBeVisible();
  await expect(taught.getByRole('link', { name: 'New course' })).toBeVisible();
  await expect(taught.getByRole('link', { name: 'New post' })).toBeVisible();
  await expect(teacher.getByText('No courses yet')).toHaveCount(0);
  await expectNoBarriers(teacher);
  await expectNoSidewaysScroll(teacher);
  await taught.getByRole('link', { name: /^1 student ?: Light and exposure$/ }).click();
  await expect(teacher.getByRole('row', { name: /Amara Okafor/ })).toBeVisible();

  await teacher.goto(`${demo}/dashboard/instructor`);
  await expect(teacher.getByRole('heading', { level: 1, name: /^Instructor/ })).toBeVisible();
  await expect(teacher.getByRole('link', { name: 'Light and exposure', exact: true })).toBeVisible();
  await expect(teacher.getByRole('link', { name: title })).toHaveCount(0);
  await teacher.goto(`${demo}${address}`);
  await expect(teacher.getByRole('button', { name: 'Add section' })).toHaveCount(0);
  await teacher.goto(`${demo}/dashboard/course/${address.split('/').pop()}/students`);
  await expect(teacher.getByRole('heading', { level: 1, name: 'Course not found' })).toBeVisible();
  await expect(teacher.getByRole('button', { name: 'Enrol students' })).toHaveCount(0);

  await page.goto(`${demo}${address}?tab=details`);
  await page.getByRole('button', { name: 'Invite an instructor' }).click();
  await page.getByRole('option', { name: 'Tomás Rivera' }).click();
  await expect(page.getByRole('button', { name: 'Remove Tomás Rivera' })).toBeVisible();
  await expectNoBarriers(page);

  await teacher.goto(`${demo}/dashboard/instructor`);
  await teacher.getByRole('link', { name: title, exact: true }).click();
  await removeAndRestore(teacher);
  await watchForeignFilm(teacher);

  await teacher.goto(`${demo}/dashboard/manage/reports`);
  await expect(teacher.getByText('Enrolments', { exact: true }).first()).toBeVisible();
  await expect(teacher.getByText('How your courses are doing at a glance.')).toBeVisible();
  await expect(teacher.getByText('Page views', { exact: true })).toHaveCount(0);
  await expect(teacher.getByText('Revenue', { exact: true })).toHaveCount(0);
  await expect(teacher.getByRole('link', { name: 'Sales' })).toHaveCount(0);
  await teacher.goto(`${demo}/dashboard/manage/reports/rows/joined`);
  await expect(teacher.getByRole('heading', { level: 1, name: 'You don’t have access' })).toBeVisible();
  await teacher.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Posts' }).click();
  await expect(teacher.getByRole('heading', { level: 1, name: /^Posts/ })).toBeVisible();
  await expect(teacher.getByRole('row', { name: /Why shade is blue/ })).toBeVisible();
  await context.close();
});

/** Takes a written lesson with its section out of the course, back by undoing, out again, and back from the archive. */
async function removeAndRestore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add section' }).first().click();
  await page.getByRole('textbox', { name: 'Section title' }).fill('Silver');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('button', { name: 'Add lesson to Silver' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Developing');
  await page.locator('[contenteditable="true"]').fill('Two minutes in the dark.');
  await page.getByRole('button', { name: 'Save lesson' }).click();
  const row = page.getByRole('row', { name: /Silver/ });
  await expect(page.getByRole('row', { name: /Developing/ })).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();

  await row.click();
  await page.getByRole('button', { name: 'Remove section' }).click();
  await expect(page.getByText('Silver was moved to the archive.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  await row.click();
  await page.getByRole('button', { name: 'Remove section' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('All changes saved')).toBeVisible();

  await page.getByRole('tab', { name: 'Archive' }).click();
  await expect(page.getByRole('list', { name: 'Archive' })).toContainText('Silver');
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Restore Silver' }).click();
  await expect(page.getByText('Silver was restored.')).toBeVisible();
  await expect(page.getByText('The archive is empty')).toBeVisible();
  await page.getByRole('tab', { name: 'Curriculum' }).click();
  await page.getByRole('row', { name: /Developing/ }).click();
  await expect(page.getByText('Two minutes in the dark.')).toBeVisible();
}

/** The lesson that is open gets a film of another site, which is loaded once its viewer has agreed. */
async function watchForeignFilm(page: Page): Promise<void> {
  const asked: string[] = [];
  await page.route(/youtube-nocookie\.com/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Film</title></html>',
    });
  });
  await page.getByRole('button', { name: /Type$/ }).click();
  await page.getByRole('option', { name: 'Video' }).click();
  await page.getByRole('textbox', { name: /^File URL/ }).fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  await page.getByRole('button', { name: 'Save lesson' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Preview as student' }).click();
  await expect(page.getByText('This content comes from youtube-nocookie.com', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open at youtube.com' })).toBeVisible();
  await expectNoBarriers(page);
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Load content' }).click();
  await expect(page.locator('iframe[src*="youtube-nocookie.com"]')).toBeFocused();
  await expect.poll(() => asked).toHaveLength(1);

  // Who has agreed to all cookies is not asked again.
  await page.context().addCookies([{ name: 'cookie_preference', value: 'all', url: originOf('demo') }]);
  await page.reload();
  await expect(page.locator('iframe[src*="youtube-nocookie.com"]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load content' })).toHaveCount(0);
}
