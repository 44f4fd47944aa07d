import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

test('an instructor duplicates a course, a section and a lesson, copies from another course, and changes several lessons by keyboard', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const title = `Pinhole again ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, originOf('demo'), 'instructor@demo.test');
  await page.goto(`${originOf('demo')}/dashboard/course/a-pinhole-camera-in-an-afternoon`);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate course' }).click();
  const naming = page.getByRole('dialog', { name: 'Duplicate course' });
  await expect(naming.getByRole('textbox', { name: 'Title' })).toHaveValue(/\(copy\)$/);
  await expectNoBarriers(page);
  await naming.getByRole('textbox', { name: 'Title' }).fill(title);
  await naming.getByRole('button', { name: 'Duplicate course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();

  const tree = page.getByRole('treegrid', { name: 'Curriculum' });
  const lessons = tree.getByRole('row', { level: 2 });
  const before = await lessons.count();
  expect(before).toBeGreaterThan(1);
  const [first = ''] = await lessons.first().locator('[title]').allInnerTexts();
  await lessons.first().getByText(first, { exact: true }).click();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(page.getByText(`${first} was duplicated.`)).toBeVisible();
  await expect(lessons).toHaveCount(before + 1);
  await expect(lessons.nth(1)).toContainText(`${first} (copy)`);

  await page.getByRole('button', { name: 'Copy from another course' }).click();
  const copying = page.getByRole('dialog', { name: 'Copy from another course' });
  await copying.getByRole('combobox', { name: 'Course' }).fill('Light and');
  await page.getByRole('option', { name: /Light and exposure/ }).click();
  const choice = copying.getByRole('list', { name: 'Lessons to copy' });
  await choice.getByRole('checkbox').nth(1).check({ force: true });
  await choice.getByRole('checkbox').nth(2).check({ force: true });
  await expectNoBarriers(page);
  await copying.getByRole('button', { name: 'Copy lessons (2)' }).click();
  await expect(page.getByText('Lessons copied: 2')).toBeVisible();
  await expect(lessons).toHaveCount(before + 3);

  await page.getByRole('button', { name: 'Select lessons' }).click();
  const list = page.getByRole('list', { name: 'Lessons to select' });
  await list.getByRole('checkbox', { name: first, exact: true }).focus();
  await page.keyboard.press('Space');
  await list.getByRole('checkbox', { name: `${first} (copy)` }).focus();
  await page.keyboard.press('Space');
  const hidden = list.getByText('Hidden', { exact: true });
  const hiddenBefore = await hidden.count();
  const actions = page.getByRole('region', { name: 'Actions for the selected lessons' });
  await expect(actions).toContainText('Selected: 2');
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await actions.getByRole('button', { name: 'Hide' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lessons changed: 2')).toBeVisible();
  await expect(hidden).toHaveCount(hiddenBefore + 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(hidden).toHaveCount(hiddenBefore);

  await list.getByRole('checkbox', { name: `${first} (copy)` }).focus();
  await page.keyboard.press('Space');
  await actions.getByRole('button', { name: 'Archive' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lessons archived: 1')).toBeVisible();
  await page.getByRole('button', { name: 'Finish selecting' }).click();
  await expect(lessons).toHaveCount(before + 2);
  await page.reload();
  await expect(lessons).toHaveCount(before + 2);
});

test('an author says what completes a lesson; a student completes it by the time spent there, and not by a button', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await signIn(page, originOf('demo'), 'owner@demo.test');
  await page.goto(`${originOf('demo')}/dashboard/course/light-and-exposure`);
  const tree = page.getByRole('treegrid', { name: 'Curriculum' });
  await tree.getByText('What the meter assumes', { exact: true }).click();
  await page.getByRole('button', { name: /Completed by/ }).click();
  await page.getByRole('option', { name: 'Time spent in it' }).click();
  await page.getByRole('textbox', { name: 'Minutes to spend in it' }).fill('1');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Save lesson' }).click();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);

  await inDatabase([
    `delete from public.lesson_progress p using public.lessons l where l.id = p.lesson_id and l.slug = 'what-the-meter-assumes'`,
  ]);
  const context = await browser.newContext();
  const student = await context.newPage();
  await signIn(student, originOf('demo'), 'student@demo.test');
  const began = student.waitForResponse(/rpc\/beat_lesson/);
  await student.goto(`${originOf('demo')}/dashboard/courses/light-and-exposure?lesson=what-the-meter-assumes`);
  await expect(student.getByRole('progressbar', { name: /Spend 1 min in this lesson/ })).toBeVisible();
  await expect(student.getByRole('button', { name: /Mark as complete|Complete and continue/ })).toHaveCount(0);
  await expectNoBarriers(student);
  await began;
  // As if the student had been here for most of the minute: the next beat makes it whole.
  await inDatabase([
    `update public.lesson_progress p set dwell_seconds = 59 from public.lessons l where l.id = p.lesson_id and l.slug = 'what-the-meter-assumes'`,
  ]);
  await expect(student.getByRole('progressbar', { name: /Spend 1 min in this lesson/ })).toHaveCount(0, {
    timeout: 40_000,
  });
  await expect(student.getByRole('link', { name: /What the meter assumes.*completed/ })).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: /Completed by/ }).click();
  await page.getByRole('option', { name: /Usual for this type/ }).click();
  await page.getByRole('button', { name: 'Save lesson' }).click();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);
});

test('an instructor goes from a course to its report, and sees where learners stop', async ({ page }) => {
  await signIn(page, originOf('demo'), 'instructor@demo.test');
  await page.goto(`${originOf('demo')}/dashboard/course/light-and-exposure`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await expect(page).toHaveURL(/\/reports\/learning\?course=/);
  const lessons = page.getByRole('table', { name: 'Where learners drop off' });
  await expect(lessons.getByRole('columnheader')).toHaveText([
    'Name',
    'Opened',
    'Completed',
    'Stopped here',
    'Minutes',
    'Score',
  ]);
  expect(await lessons.getByRole('row').count()).toBeGreaterThan(3);
  await expectNoBarriers(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('who makes a lesson required is warned that those who have finished the course fall below 100%', async ({
  page,
}) => {
  const own = `account_id = (select account_id from public.members where email = $1 limit 1)
    and member_id in (select id from public.members where email = $1)
    and course_id in (select id from public.courses where slug = $2)`;
  const who = ['member@demo.test', 'a-pinhole-camera-in-an-afternoon'];
  await inDatabase([
    `select private.enrol(m.account_id, c.id, m.id, 'manual') from public.members m join public.courses c on c.account_id = m.account_id
      where m.email = $1 and c.slug = $2`,
    who,
  ]);
  await signIn(page, originOf('demo'), 'instructor@demo.test');
  const open = async () => {
    await page.goto(`${originOf('demo')}/dashboard/course/a-pinhole-camera-in-an-afternoon`);
    const lesson = page.getByRole('treegrid', { name: 'Curriculum' }).getByRole('row', { level: 2 }).first();
    await lesson.locator('[title]').first().click();
  };
  const required = page.getByRole('switch', { name: 'Required' });
  const warning = page.getByText('Some students have finished this course.');
  const save = async () => {
    await page.getByRole('button', { name: 'Save lesson' }).click();
    await expect(page.getByRole('button', { name: 'Save lesson' })).toBeHidden();
  };
  try {
    await open();
    await expect(required).toBeChecked();
    await required.press('Space');
    await save();
    await required.press('Space');
    // Nobody has finished it yet.
    await expect(page.getByRole('button', { name: 'Save lesson' })).toBeVisible();
    await expect(warning).toHaveCount(0);
    await save();
    await required.press('Space');
    await save();
    await inDatabase([`update public.enrolments set completed_at = now() where ${own}`, who]);
    await open();
    await required.press('Space');
    await expect(warning).toBeVisible();
    await expectNoBarriers(page);
    await save();
    await expect(warning).toHaveCount(0);
  } finally {
    await inDatabase([`delete from public.enrolments where ${own}`, who]);
  }
});
