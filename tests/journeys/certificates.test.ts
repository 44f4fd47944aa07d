import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const COURSE = 'Knots for a certificate';
const ISSUED = '/dashboard/manage/elearning/certificates/issued';
const site = () => originOf('demo');

/** A course of one lesson, in which the student is: what they complete of others is for other stories. */
const begin = () =>
  inDatabase(
    [
      `insert into public.courses (account_id, title, slug, access, visibility, status, summary, sort)
       select account_id, $1, 'knots-for-a-certificate', 'free', 'members', 'draft', 'Tie.', 99 from public.accounts where slug = 'demo'`,
      [COURSE],
    ],
    [
      `insert into public.sections (account_id, course_id, title, position)
       select account_id, id, 'One', 1 from public.courses where slug = 'knots-for-a-certificate'`,
    ],
    [
      `insert into public.lessons (account_id, course_id, section_id, title, slug, kind, position)
       select account_id, course_id, id, 'Bowline', 'bowline-for-a-certificate', 'text', 1 from public.sections
        where course_id = (select id from public.courses where slug = 'knots-for-a-certificate')`,
    ],
    [
      `insert into public.lesson_contents (account_id, id, course_id, body)
       select account_id, id, course_id, '<p>Around, and through.</p>' from public.lessons where slug = 'bowline-for-a-certificate'`,
    ],
    [`update public.courses set status = 'published' where slug = 'knots-for-a-certificate'`],
    [
      `insert into public.enrolments (account_id, member_id, course_id, source)
       select m.account_id, m.id, c.id, 'free' from public.courses c join public.members m on m.account_id = c.account_id
        where c.slug = 'knots-for-a-certificate' and m.email = 'student@demo.test'`,
    ],
  );

/** It is left to the other stories as it was. */
const end = () =>
  inDatabase(
    [`delete from public.account_notifications where message like '%Knots for a certificate%'`],
    ['delete from public.certificates where course = $1', [COURSE]],
    [
      `delete from public.enrolments where course_id in (select id from public.courses where slug = 'knots-for-a-certificate')`,
    ],
    [`delete from public.courses where slug = 'knots-for-a-certificate'`],
    [`update public.certificate_designs set title = 'Certificate of completion' where title = 'Well tied'`],
  );

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: COURSE });

test('a certificate is designed, issued with the last lesson, checked by anybody, expired, renewed and revoked', async ({
  page,
  browser,
}, { project }) => {
  await begin();
  await signIn(page, site(), 'owner@demo.test', '/dashboard/manage/elearning/certificates');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Certificate of completion')).toBeVisible();
  await expect(preview.getByText('Amina Haddad')).toBeVisible();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Well tied');
  await expect(preview.getByText('Well tied')).toBeVisible();
  await page.getByRole('textbox', { name: 'Text' }).fill('To {{nobody}}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('{{nobody}} stands for nothing.', { exact: false })).toBeVisible();
  await page.getByRole('textbox', { name: 'Text' }).fill('To\n{{name}}\nfor\n{{course}}\non {{date}}.');
  await page.getByRole('radio', { name: 'Portrait' }).check({ force: true });
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('radio', { name: 'Landscape' }).check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Design saved.')).toBeVisible();

  await signIn(page, site(), 'student@demo.test', '/dashboard/courses/knots-for-a-certificate');
  await page
    .getByRole('button', { name: /^Mark as complete|^Complete/ })
    .last()
    .click();
  await expect(page.getByText(`You completed ${COURSE}.`, { exact: false }).first()).toBeVisible();
  await page.goto(`${site()}/dashboard/certificates`);
  await expect(rowOf(page).getByText('Valid', { exact: true })).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  const address = (await rowOf(page).getByRole('link', { name: COURSE }).getAttribute('href')) ?? '';
  expect(address).toMatch(/^\/certificates\/[0-9a-f-]{36}$/);
  const pdf = await page.evaluate(async (path) => {
    const response = await fetch(path);
    return [response.status, (await response.text()).slice(0, 5)];
  }, `/api${address}/pdf`);
  expect(pdf).toEqual([200, '%PDF-']);

  const outside = await browser.newContext({ ...project.use, javaScriptEnabled: false });
  const visitor = await outside.newPage();
  const stateAt = async (path: string) => {
    await visitor.goto(`${site()}${path}`);
    return visitor.getByRole('main').getByText(/This certificate/);
  };
  await expect(await stateAt(address)).toContainText('This certificate is genuine and valid.');
  await expect(visitor.getByRole('main')).toContainText('Amara Okafor');
  await expect(visitor.getByRole('main')).toContainText(COURSE);
  expect((await visitor.goto(`${site()}/certificates/${crypto.randomUUID()}`))?.status()).toBe(404);

  // A year passes for this certificate alone; its stored page is made anew.
  await inDatabase(
    [
      `update public.certificates set issued_at = issued_at - interval '13 months', expires_at = expires_at - interval '13 months' where course = $1`,
      [COURSE],
    ],
    ['select private.expire_certificates()'],
  );
  await expect(await stateAt(address)).toContainText('This certificate is genuine and has expired.');

  await signIn(page, site(), 'owner@demo.test', `${ISSUED}?q=Knots`);
  await rowOf(page).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Renew' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click();
  await expect(rowOf(page)).toHaveCount(2);
  const renewed = rowOf(page).filter({ hasText: 'Valid' });
  const newAddress = (await renewed.getByRole('link', { name: COURSE }).getAttribute('href')) ?? '';
  await expect(await stateAt(newAddress)).toContainText('This certificate is genuine and valid.');
  await expect(await stateAt(address)).toContainText('This certificate is genuine and has expired.');

  await renewed.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog', { name: /^Revoke the certificate of Amara/ });
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  await expectNoBarriers(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Tied by somebody else');
  await dialog.getByRole('button', { name: 'Revoke certificate' }).click();
  await expect(rowOf(page).getByText('Revoked', { exact: true })).toBeVisible();
  await expect(await stateAt(newAddress)).toContainText('This certificate was revoked and is no longer valid.');
  await expect(visitor.getByRole('main')).not.toContainText('somebody else');
  await outside.close();
  await end();
});
