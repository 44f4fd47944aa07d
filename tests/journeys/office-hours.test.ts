import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

test('an instructor says when they answer, and who writes to them is told', async ({ page, browser }, { project }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const forgetHours = () => inDatabase(['delete from public.office_hours']);
  await forgetHours();
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/messages');
  try {
    await page.getByRole('button', { name: 'More for messages' }).click();
    await page.getByRole('menuitem', { name: 'Office hours' }).click();
    const panel = page.getByRole('dialog', { name: 'Office hours' });
    await panel.getByText('Monday', { exact: true }).click();
    await panel.getByLabel('Monday: From').fill('18:00');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('Enter an end after the beginning.').first()).toBeVisible();
    await panel.getByLabel('Monday: From').fill('09:30');
    await expectNoBarriers(page);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The office hours were saved.')).toBeVisible();

    const student = await (await browser.newContext(project.use)).newPage();
    await student.setViewportSize({ width: 390, height: 844 });
    await signIn(student, originOf('demo'), 'student@demo.test', '/dashboard/messages');
    await student.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
    const begin = student.getByRole('dialog', { name: 'New conversation' });
    await begin.getByRole('searchbox', { name: 'Search members' }).fill('tom');
    await begin.getByRole('button', { name: 'Add Tomás Rivera' }).click();
    await begin.getByRole('button', { name: 'Start conversation' }).click();
    await expect(student.getByText(/office hours of .*(Monday|now)/i)).toBeVisible();
    const field = student.getByRole('textbox', { name: /^Message to/ });
    await field.fill(`When it suits you ${mark}`);
    await field.press('Enter');
    await expect(student.getByRole('log')).toContainText(mark);
    await expectNoBarriers(student);
    await expectNoSidewaysScroll(student);
  } finally {
    await forgetHours();
    await inDatabase(['delete from public.messages where body like $1', [`%${mark}`]]);
  }
});
