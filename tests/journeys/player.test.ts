import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const course = '/dashboard/courses/light-and-exposure';
const VIDEO = 'what-the-meter-assumes';

const second = (page: Page) =>
  page.locator('#content video').evaluate((element: HTMLVideoElement) => element.currentTime);
const moveTo = (page: Page, to: number) =>
  page.locator('#content video').evaluate((element: HTMLVideoElement, time) => {
    element.muted = true;
    element.currentTime = time;
  }, to);

test('a learner reads along with a video, searches what is said and plays from there', async ({ page }) => {
  await signIn(page, originOf('demo'), 'student@demo.test', `${course}?lesson=${VIDEO}`);
  await page.locator('#content video').evaluate((element: HTMLVideoElement) => {
    element.muted = true;
  });
  await page.getByText('Transcript', { exact: true }).click();
  await expect(page.getByRole('button', { name: /What the meter proposes/ })).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('near hills');
  await expect(page.getByText('Lines found: 1')).toBeAttached();
  const line = page.getByRole('button', { name: /the near hills open/ });
  await line.press('Enter');
  await expect.poll(() => second(page)).toBeGreaterThan(13);
  await expect(line).toHaveAttribute('aria-current', 'true');
});

test('a learner searches a course, and reads a lesson without what is around it', async ({ page }) => {
  await signIn(page, originOf('demo'), 'student@demo.test', `${course}?lesson=${VIDEO}`);
  await page.getByRole('searchbox', { name: 'Search this course' }).fill('pupil');
  const hit = page.getByRole('link', { name: /^Aperture is a pupil/ }).first();
  await expect(page.getByText(/^Lessons found: [1-9]/)).toBeVisible();
  await expectNoBarriers(page);
  await hit.click();
  await expect(page).toHaveURL(/lesson=aperture-is-a-pupil/);
  const outline = page.getByRole('navigation', { name: 'Course content' });
  await expect(outline).toBeVisible();
  await page.getByRole('button', { name: 'Reading mode' }).click();
  await expect(outline).toBeHidden();
  await expectNoBarriers(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Reading mode', pressed: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reading mode' }).click();
  await expect(outline).toBeVisible();
});

test('an instructor corrects captions and forbids skipping; a learner sees both', async ({ page }) => {
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/course/light-and-exposure');
  await page.getByRole('treegrid').getByText('What the meter assumes').first().click();
  await page.getByRole('button', { name: 'Edit captions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Captions' });
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveCount(5);
  await dialog.getByRole('textbox', { name: 'Text' }).first().fill('Three stops under: the sun keeps its rim.');
  await dialog.getByRole('textbox', { name: 'End' }).first().fill('soon');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Enter the time as minutes and seconds')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'End' }).first().fill('0:04.5');
  await dialog.getByRole('button', { name: 'Add caption' }).click();
  await dialog.getByRole('textbox', { name: 'Text' }).last().fill('The end.');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('switch', { name: /^No skipping/ }).setChecked(true, { force: true });
  await page.getByRole('button', { name: 'Save lesson' }).click();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);

  // Whoever has watched it in another story may skip.
  await inDatabase([
    `delete from public.lesson_progress p using public.lessons l, public.members m
      where (l.account_id, l.id) = (p.account_id, p.lesson_id) and l.slug = $1 and (m.account_id, m.id) = (p.account_id, p.member_id) and m.email = $2`,
    [VIDEO, 'student@demo.test'],
  ]);
  await signIn(page, originOf('demo'), 'student@demo.test', `${course}?lesson=${VIDEO}`);
  await page.getByText('Transcript', { exact: true }).click();
  await expect(page.getByRole('button', { name: /the sun keeps its rim/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /The end\./ })).toBeVisible();
  await moveTo(page, 20);
  await expect(page.getByText('You can skip ahead once you have watched up to there.')).toBeVisible();
  await expect.poll(() => second(page)).toBeLessThan(19);
  await expect(page.getByText('Play 90% to')).toBeVisible();
  await expectNoBarriers(page);

  // As it was, for whoever opens the lesson next.
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/course/light-and-exposure');
  await page.getByRole('treegrid').getByText('What the meter assumes').first().click();
  await expect(page.getByRole('button', { name: 'Edit captions' })).toBeVisible();
  await page.getByText('No skipping', { exact: true }).click();
  await page.getByRole('button', { name: 'Save lesson' }).click();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);
});
