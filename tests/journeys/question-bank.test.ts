import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const COURSE = 'colour-you-can-trust';
const LESSON = 'three-of-the-bank';
const MEMBER = 'member@demo.test';
const course = `(select id from public.courses where slug = '${COURSE}' limit 1)`;
const member = `(select m.id from public.members m join public.courses c on c.account_id = m.account_id where m.email = '${MEMBER}' and c.id = ${course})`;

/** An empty quiz of the course, hidden from everybody but this story's student, who is enrolled for it. */
test.beforeEach(() =>
  inDatabase(
    [
      `insert into public.lessons (account_id, course_id, section_id, title, slug, kind, position)
         select account_id, course_id, id, 'Three of the bank', $1, 'quiz', 900 from public.sections where course_id = ${course} order by position desc limit 1`,
      [LESSON],
    ],
    [`select private.enrol(account_id, id, ${member}, 'manual') from public.courses where id = ${course}`, []],
  ),
);
test.afterEach(() =>
  inDatabase(
    [`delete from public.lessons where slug = '${LESSON}'`],
    [`delete from public.questions where course_id = ${course} and quiz_id is null`],
    [`delete from public.question_categories where course_id = ${course}`],
    [`delete from public.lesson_progress where course_id = ${course} and member_id = ${member}`],
    [`delete from public.enrolments where course_id = ${course} and member_id = ${member}`],
    [`delete from public.account_notifications where message like '%Three of the bank%'`],
  ),
);

const bank = () => `${originOf('demo')}/dashboard/instructor/quizzes/bank`;

async function chooseCourse(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Course' }).click();
  await page.getByRole('option', { name: /^Colour you can trust/ }).click();
}

/** Writes a true-or-false question into the bank of the course. */
async function writeQuestion(page: Page, prompt: string) {
  await page.getByRole('button', { name: 'New question' }).click();
  const panel = page.getByRole('dialog', { name: 'New question' });
  await chooseCourse(page);
  await panel.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'True or false' }).click();
  await panel.getByRole('textbox', { name: 'Question' }).fill(prompt);
  await panel.getByText('True', { exact: true }).click();
  await panel.getByRole('button', { name: 'Save question' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText(prompt).first()).toBeVisible();
}

test('an instructor sorts the bank and lets a quiz draw from it; a student answers, and a corrected key is regraded after a preview', async ({
  page,
  browser,
}) => {
  test.slow();
  await signIn(page, originOf('demo'), 'instructor@demo.test');
  await page.goto(bank());
  await page.getByRole('button', { name: 'Categories' }).click();
  await chooseCourse(page);
  const categories = page.getByRole('dialog', { name: 'Categories' });
  await categories.getByRole('textbox', { name: 'New category' }).fill('Calibration');
  await categories.getByRole('button', { name: 'Add category' }).click();
  await expect(categories.getByRole('textbox', { name: 'Name of Calibration' })).toBeVisible();
  await expect(categories.getByRole('textbox', { name: 'New category' })).toHaveValue('');
  await expectNoBarriers(page);
  await page.keyboard.press('Escape');

  const prompts = ['A screen drifts with age.', 'A print glows by itself.', 'Paper has a colour of its own.'];
  for (const prompt of prompts) await writeQuestion(page, prompt);
  for (const prompt of prompts) await page.getByRole('checkbox', { name: prompt }).press('Space');
  await page.getByRole('button', { name: 'Move to category' }).click();
  const move = page.getByRole('dialog', { name: 'Move to category' });
  await move.getByRole('button', { name: 'No category' }).click();
  await page.getByRole('option', { name: 'Calibration' }).click();
  await move.getByRole('button', { name: 'Move to category' }).click();
  await expect(page.getByRole('row', { name: /A print glows/ })).toContainText('Calibration');
  await expectNoBarriers(page);

  // The quiz draws all three, so that the student's paper is known.
  await page.goto(`${originOf('demo')}/dashboard/instructor/quizzes`);
  await page.getByRole('link', { name: 'Three of the bank' }).click();
  await page.getByRole('button', { name: 'Draw random questions' }).click();
  const draw = page.getByRole('group', { name: 'Random questions 1' });
  await expect(draw.getByRole('button', { name: 'Category' })).toContainText('Calibration');
  await draw.getByRole('textbox', { name: 'Number' }).fill('3');
  await draw.getByRole('textbox', { name: 'Points each' }).fill('2');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Save quiz' }).click();
  await expect(page.getByText('Quiz saved.')).toBeVisible();
  const quizUrl = page.url();

  const context = await browser.newContext();
  const student = await context.newPage();
  await signIn(student, originOf('demo'), MEMBER);
  await student.goto(`${originOf('demo')}/dashboard/courses/${COURSE}?lesson=${LESSON}`);
  await student.getByRole('button', { name: 'Start quiz' }).click();
  // All three are called false: none is right by the keys there are.
  for (const number of [1, 2, 3]) {
    await student.getByText('False', { exact: true }).click();
    await expect(student.getByText('Answer saved')).toBeVisible();
    if (number < 3) await student.getByRole('button', { name: 'Next question' }).click();
  }
  await student.getByRole('button', { name: 'Submit quiz' }).first().click();
  await student.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(student.getByText('0 of 6 points: 0%')).toBeVisible();

  // The key of one was wrong.
  await page.goto(bank());
  await page.getByText('A print glows by itself.').click();
  const panel = page.getByRole('dialog', { name: 'Question' });
  await expect(panel.getByRole('link', { name: 'Three of the bank' })).toBeVisible();
  await panel.getByText('False', { exact: true }).click();
  await expectNoBarriers(page);
  await panel.getByRole('button', { name: 'Save question' }).click();
  await expect(panel).toHaveCount(0);
  await page.getByText('A print glows by itself.').click();
  await expect(panel.getByText('Version 2')).toBeVisible();

  await page.goto(quizUrl);
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.getByRole('button', { name: 'Regrade' }).click();
  const regrade = page.getByRole('dialog', { name: 'Regrade' });
  await expect(regrade.getByText('Results that change: 1')).toBeVisible();
  await expect(regrade.getByText('0 of 6 points, 0%')).toBeVisible();
  await expect(regrade.getByText('2 of 6 points, 33%')).toBeVisible();
  await expectNoBarriers(page);
  await regrade.getByRole('textbox', { name: 'Reason' }).fill('A print only reflects.');
  await regrade.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('list', { name: 'Earlier regrades' })).toContainText('A print only reflects.');
  await expectNoSidewaysScroll(page);

  await student.reload();
  await expect(student.getByText('2 of 6 points, 33%')).toBeVisible();
  await context.close();
});
