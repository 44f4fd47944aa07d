import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

test('a member pauses, resumes, cancels and keeps a subscription; its owner sees each and ends it', async ({
  page: member,
  browser,
}, { project }) => {
  await signIn(member, originOf('demo'), 'instructor@demo.test', '/dashboard/orders');
  await member.getByRole('link', { name: 'Subscriptions', exact: true }).click();
  // The list of orders has buttons of the same name.
  await expect(member.getByRole('heading', { level: 1, name: 'Subscriptions' })).toBeVisible();
  await member
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  const panel = member.getByRole('dialog');
  await expect(panel).toContainText(/Renews on/);
  await expect(panel.getByRole('link', { name: /^Order #/ })).toHaveCount(1);
  await expectNoBarriers(member);

  await panel.getByRole('button', { name: 'Pause' }).click();
  const question = member.getByRole('alertdialog');
  await expect(question).toContainText('Nothing is due until');
  await expectNoBarriers(member);
  await question.getByRole('button', { name: 'Pause' }).click();
  await expect(panel).toContainText('Until it is resumed');
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(panel).toContainText(/Renews on/);

  await panel.getByRole('button', { name: 'Cancel subscription' }).click();
  await question.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(panel).toContainText(/Ends on/);
  await expect(panel.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(panel).toContainText(/Renews on/);

  const owner = await (await browser.newContext(project.use)).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test', '/dashboard/manage/ecommerce/subscriptions');
  // Other buyers of other stories are in the list, too.
  await owner.getByRole('searchbox').fill('Tomás');
  await owner
    .getByRole('row', { name: /Tomás Rivera/ })
    .getByRole('button', { name: /^Open / })
    .click();
  const opened = owner.getByRole('dialog');
  await expect(opened).toContainText('Tomás Rivera');
  await expectNoBarriers(owner);
  await opened.getByRole('button', { name: 'End now' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
  await expect(opened).toContainText('It was cancelled.');
  await member.reload();
  await expect(member.getByRole('main')).toContainText(/Ended on/);
});
