import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const shop = () => originOf('demo');

test('an owner enrols a member by a file, sees how far a student is, resets and restores it, and ends an access', async ({
  page,
}) => {
  // Another story may have let them in, or learned on.
  await inDatabase([
    `delete from public.enrolments e using public.members m where m.id = e.member_id and m.email = 'member@demo.test'
        and e.course_id = (select id from public.courses where slug = 'light-and-exposure')`,
  ]);
  await signIn(page, shop(), 'owner@demo.test', '/dashboard/instructor');
  await page.getByRole('link', { name: /^\d+ students?.*Light and exposure/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Enrol students' }).click();
  const panel = page.getByRole('dialog', { name: 'Enrol students' });
  await panel.getByRole('textbox', { name: 'E-mail addresses' }).fill('not an address');
  await panel.getByRole('button', { name: 'Check' }).click();
  await expect(panel.getByText('Line 1 has no e-mail address: not an address')).toBeVisible();
  await panel.getByRole('textbox', { name: 'E-mail addresses' }).fill('');
  await panel.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,email\r\nMaya,member@demo.test\r\nNobody,nobody@demo.test\r\n'),
  });
  await expect(panel.getByRole('textbox', { name: 'E-mail addresses' })).toHaveValue(/nobody@demo.test/);
  await panel.getByRole('button', { name: 'Check' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'member@demo.test' })).toContainText('Will be enrolled');
  await expect(panel.getByRole('listitem').filter({ hasText: 'nobody@demo.test' })).toContainText('Is not a member');
  await expectNoBarriers(page);
  await panel.getByRole('button', { name: 'Enrol 1 student' }).click();
  await expect(page.getByText('1 student is enrolled.')).toBeVisible();

  await page.getByRole('button', { name: 'Enrol a group' }).click();
  const groups = page.getByRole('dialog', { name: 'Enrol a group' });
  await groups.getByRole('button', { name: /Group of members/ }).click();
  await page.getByRole('option', { name: /Critique/ }).click();
  await expect(groups.getByText(/^Will be enrolled: \d+\. Enrolled already: [1-9]\d*\.$/)).toBeVisible();
  await expectNoBarriers(page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Discard/ })
    .click();

  await page.getByRole('searchbox', { name: 'Search students' }).fill('student@demo.test');
  await page.getByRole('row', { name: /Amara/ }).getByRole('button', { name: /Amara/ }).first().click();
  const student = page.getByRole('dialog', { name: /Amara/ });
  const progress = student.locator('p').filter({ hasText: /of 10 lessons/ });
  const before = (await progress.innerText()).trim();
  expect(before).toMatch(/^[1-9]\d*% · [1-9]\d* of 10 lessons$/);
  await expect(student.getByRole('listitem').filter({ hasText: 'What a stop is' })).toContainText('completed');
  await expectNoBarriers(page);
  const write = student.getByRole('link', { name: 'Write a message' });
  await expect(write).toHaveAttribute('href', /^\/dashboard\/messages\?to=/);
  await student.getByRole('button', { name: 'Reset progress' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset progress' }).click();
  await expect(progress).toHaveText('0% · 0 of 10 lessons');
  await student.getByRole('button', { name: 'Restore' }).click();
  await expect(progress).toHaveText(before);
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox', { name: 'Search students' }).fill('member@demo.test');
  await page
    .getByRole('row', { name: /member@demo.test/ })
    .getByRole('button')
    .first()
    .click();
  const member = page.getByRole('dialog').first();
  await member.getByRole('button', { name: 'End access' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End access' }).click();
  await expect(page.getByText('The access has ended.')).toBeVisible();

  // It is left to the other stories as it was.
  await inDatabase([`delete from public.enrolments where source = 'manual'`], ['delete from public.progress_resets']);
});
