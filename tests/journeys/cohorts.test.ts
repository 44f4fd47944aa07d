import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const SLUG = 'sundials-for-a-cohort';

const begin = () =>
  inDatabase(
    [
      `insert into public.courses (account_id, title, slug, access, status, summary, sort, author_id)
       select m.account_id, 'Sundials', $1, 'free', 'draft', 'Tell the time.', 98, m.id
         from public.members m join public.accounts a using (account_id) where a.slug = 'demo' and m.email = 'instructor@demo.test'`,
      [SLUG],
    ],
    [
      `insert into public.sections (account_id, course_id, title, position) select account_id, id, 'One', 1 from public.courses where slug = $1`,
      [SLUG],
    ],
    [
      `insert into public.lessons (account_id, course_id, section_id, title, slug, kind, position)
       select s.account_id, s.course_id, s.id, 'Gnomon', 'gnomon-for-a-cohort', 'text', 1 from public.sections s join public.courses c on c.id = s.course_id where c.slug = $1`,
      [SLUG],
    ],
    [`update public.courses set status = 'published' where slug = $1`, [SLUG]],
  );
const end = () =>
  inDatabase(
    [`delete from public.course_cohorts where course_id in (select id from public.courses where slug = $1)`, [SLUG]],
    [`delete from public.enrolments where course_id in (select id from public.courses where slug = $1)`, [SLUG]],
    [`delete from public.courses where slug = $1`, [SLUG]],
    [`delete from public.account_notifications where message like '%Sundials%'`],
  );

test('an instructor plans a start with one seat; a second member waits for it and gets it', async ({ page, browser }, {
  project,
}) => {
  test.setTimeout(120_000);
  await end();
  await begin();
  try {
    await signIn(page, originOf('demo'), 'instructor@demo.test', `/dashboard/course/${SLUG}/students`);
    await page.getByRole('button', { name: 'Cohorts' }).click();
    const panel = page.getByRole('dialog', { name: 'Cohorts' });
    await panel.getByRole('button', { name: 'Add cohort' }).click();
    const form = page.getByRole('dialog', { name: 'Add cohort' });
    await form.getByRole('button', { name: 'Save cohort' }).click();
    await expect(form.getByText('Choose the first day.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Name' }).fill('Midsummer');
    const days = form.getByRole('group', { name: 'First day' });
    await days.locator('[data-type=month]').pressSequentially('6');
    await days.locator('[data-type=day]').pressSequentially('21');
    await days.locator('[data-type=year]').pressSequentially('2031');
    await form.getByRole('textbox', { name: /^Seats/ }).fill('1');
    await expectNoBarriers(page);
    await form.getByRole('button', { name: 'Save cohort' }).click();
    await expect(page.getByText('The cohort was saved.')).toBeVisible();
    await expect(panel.getByText('0 of 1 seats taken')).toBeVisible();

    const visitor = await (await browser.newContext(project.use)).newPage();
    await visitor.goto(`${originOf('demo')}/course/${SLUG}`);
    await expect(visitor.getByText('Next start: June 21, 2031')).toBeVisible();
    await expect(visitor.getByText('1 seat left')).toBeVisible();

    const student = await (await browser.newContext(project.use)).newPage();
    await student.setViewportSize({ width: 390, height: 844 });
    await signIn(student, originOf('demo'), 'student@demo.test', `/dashboard/courses/${SLUG}`);
    await expect(student.getByText('When do you want to begin?')).toBeVisible();
    await expectNoBarriers(student);
    await expectNoSidewaysScroll(student);
    await student.getByRole('button', { name: 'Enrol for free' }).click();
    await expect(student.getByText('Your course starts on June 21, 2031.')).toBeVisible();

    const member = await (await browser.newContext(project.use)).newPage();
    await signIn(member, originOf('demo'), 'member@demo.test', `/dashboard/courses/${SLUG}`);
    await member.getByRole('button', { name: 'Join the waiting list' }).click();
    await expect(member.getByText(/at place 1/)).toBeVisible();
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByText('Full, with a waiting list')).toBeVisible({ timeout: 1_000 });
    }).toPass();

    await page.goto(`${originOf('demo')}/dashboard/course/${SLUG}/students`);
    await page
      .getByRole('button', { name: /Amara Okafor$/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'End access' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End access' }).click();
    await expect(page.getByText('The access has ended.').or(page.getByText('Access ended')).first()).toBeVisible();
    await expect(page.getByRole('row', { name: /Elif/ })).toContainText('Midsummer');
    await member.reload();
    await expect(member.getByText('Your course starts on June 21, 2031.')).toBeVisible();
  } finally {
    await end();
  }
});
