import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const LESSON = `(select id from public.lessons where slug = 'proof-one-picture' and kind = 'assignment')`;
const MEMBER = 'member@demo.test';
const own = `member_id in (select id from public.members where email = '${MEMBER}')`;
const clear = () =>
  inDatabase(
    [`delete from public.assignment_submissions where ${own}`],
    [`delete from public.lesson_progress where ${own} and lesson_id = ${LESSON}`],
    [
      `delete from public.enrolments where ${own} and course_id = (select course_id from public.lessons where id = ${LESSON})`,
    ],
  );

test.beforeEach(async () => {
  await clear();
  await inDatabase([
    `select private.enrol(m.account_id, l.course_id, m.id, 'manual') from public.members m join public.lessons l on l.account_id = m.account_id
      where m.email = $1 and l.id = ${LESSON}`,
    [MEMBER],
  ]);
});
test.afterEach(clear);

test('a student writes, comes back to the draft, and hands in; the instructor grades it by keyboard, and the student reads the grade', async ({
  page,
  browser,
}) => {
  const lesson = `${originOf('demo')}/dashboard/courses/colour-you-can-trust?lesson=proof-one-picture`;
  await signIn(page, originOf('demo'), MEMBER);
  await page.goto(lesson);
  await page.getByLabel('Your text').fill('A yellow door, printed twice.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Your text')).toHaveValue('A yellow door, printed twice.');
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByText('Waiting for its grade', { exact: true })).toBeVisible();

  const teacher = await browser.newPage();
  await signIn(teacher, originOf('demo'), 'instructor@demo.test', '/dashboard/instructor/submissions');
  // The oldest comes first: on to the member's.
  const whose = teacher.getByRole('heading', { level: 2, name: /Elif Kaya/ });
  await teacher.getByRole('button', { name: 'Next', exact: true }).focus();
  await expect(async () => {
    if (!(await whose.isVisible())) await teacher.keyboard.press('Alt+KeyJ');
    await expect(whose).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectNoBarriers(teacher);
  await teacher.getByRole('radio', { name: 'Both, with a reason' }).focus();
  await teacher.keyboard.press('1');
  await teacher.keyboard.press('2');
  await teacher.keyboard.press('3');
  await expect(teacher.getByRole('textbox', { name: 'Points', exact: true })).toHaveValue('30');
  await teacher.getByRole('textbox', { name: 'Feedback' }).fill('The grey is well seen.');
  await teacher.keyboard.press('Control+Enter');
  await expect(teacher.getByText('Grade saved.')).toBeVisible();
  await expect(whose).toBeHidden();
  await teacher.close();

  await page.reload();
  await expect(page.getByText('The grey is well seen.')).toBeVisible();
  // Four days late, five percent of fifty points each.
  await expect(page.getByText(/30 points, less \d+(\.\d+)? for being \d+ days late\./)).toBeVisible();
});
