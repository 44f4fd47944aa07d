import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { buyCourse, COURSE, markPaid } from './shop.ts';

test('the owner marks an order paid, and the open dashboard of the student says so without a reload', async ({
  page: student,
  browser,
}, { project }) => {
  const number = await buyCourse(student, { name: 'Ines Duarte', email: freshEmail('ines') });
  await student.goto(`${originOf('demo')}/dashboard`);
  const waiting = student.getByRole('region', { name: 'Awaiting payment' });
  await expect(waiting).toContainText(`Order #${number}`);
  await expect(waiting).toContainText('How to pay');
  await expect(student.getByRole('link', { name: COURSE.title })).toHaveCount(0);
  await expectNoBarriers(student);
  const bell = student.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toBeVisible();
  // A page that is loaded anew would have forgotten this.
  await student.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  await expect(bell).not.toHaveAccessibleName(/unread/);

  const office = await browser.newContext(project.use);
  const owner = await office.newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await owner.goto(`${originOf('demo')}/dashboard/manage/ecommerce/orders`);
  await expect(owner.getByRole('button', { name: `Open order #${number}`, exact: true })).toBeVisible();
  await expectNoSidewaysScroll(owner);
  await markPaid(owner, number);

  await expect(student.getByRole('main').getByRole('link', { name: COURSE.title }).first()).toBeVisible();
  await expect(waiting).toHaveCount(0);
  expect(await student.evaluate(() => 'isTheSamePage' in window)).toBe(true);
  await expect(bell).toHaveAccessibleName(/1 unread/);
  await bell.click();
  const notifications = student.getByRole('dialog', { name: 'Notifications' });
  await expect(notifications).toContainText(`Your order #${number} is paid.`);
  await expectNoBarriers(student);
  // Pressed, it is read: it leaves the bell and leads to what it is about.
  await notifications.getByRole('button', { name: new RegExp(`order #${number} is paid`) }).click();
  await expect(student).toHaveURL(/\/dashboard\/(orders|courses)/);
  await expect(bell).not.toHaveAccessibleName(/unread/);
  expect(await student.evaluate(() => 'isTheSamePage' in window)).toBe(true);

  await student.goto(`${originOf('demo')}/dashboard/orders`);
  await expect(student.getByRole('main')).toContainText('Paid');
  await student.goto(`${originOf('demo')}/dashboard/courses`);
  await expect(student.getByRole('link', { name: COURSE.title }).first()).toBeVisible();
  const suggestions = student.getByRole('region', { name: 'More courses' });
  await expect(suggestions).toContainText('€120');
  await expect(suggestions).not.toContainText('Not for sale');
  await expectNoSidewaysScroll(student);

  // Exactly once: what is paid can't be marked paid again.
  await owner.reload();
  await owner.getByRole('searchbox', { name: 'Search by number, name or e-mail' }).fill(number);
  await owner.getByRole('button', { name: `Open order #${number}`, exact: true }).click();
  await expect(owner.getByRole('dialog', { name: `Order #${number}` })).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
  await office.close();
});
