import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

test('a student writes a note beside a lesson, changes it, marks a place in a video, and finds both from another lesson', async ({
  page,
}) => {
  const course = `${originOf('demo')}/dashboard/courses/light-and-exposure`;
  await signIn(page, originOf('demo'), 'student@demo.test');
  await page.goto(`${course}?lesson=aperture-is-a-pupil`);
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByText('Write something first.')).toBeVisible();
  await notes.getByRole('textbox', { name: 'Your note' }).fill('Wide open: little is sharp.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  const note = notes.getByRole('article').filter({ hasText: 'little is sharp' });
  await expect(note).toBeVisible();
  await expect(notes.getByRole('textbox', { name: 'Your note' })).toHaveValue('');
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await note.getByRole('button', { name: 'Edit note' }).click();
  await notes.getByRole('textbox', { name: 'Edit note' }).fill('Wide open: the background blurs.');
  await notes.getByRole('button', { name: 'Save' }).click();
  await expect(notes.getByRole('article').filter({ hasText: 'the background blurs' })).toBeVisible();

  await page.goto(`${course}?lesson=what-the-meter-assumes`);
  const video = page.locator('#content video');
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    element.currentTime = 7;
  });
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(6);
  await notes.getByRole('button', { name: 'Bookmark this place' }).click();
  const mark = notes.getByRole('button', { name: 'Play from 0:07' });
  await expect(mark).toBeVisible();
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 0;
  });
  await mark.click();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(6);
  await expectNoBarriers(page);

  await notes.getByText('Notes of other lessons').click();
  await expect(notes.getByText('the background blurs')).toBeVisible();
  await notes
    .getByRole('article')
    .filter({ hasText: 'the background blurs' })
    .getByRole('button', { name: 'Delete note' })
    .click();
  await expect(notes.getByText('the background blurs')).toHaveCount(0);
  await notes.getByRole('button', { name: 'Delete bookmark' }).click();
  await expect(mark).toHaveCount(0);
});
