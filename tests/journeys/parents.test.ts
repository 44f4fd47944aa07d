import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

test('a child gives a parent a code, the parent reads their report, and the child decides what of it and until when', async ({
  browser,
}) => {
  const site = originOf('demo');
  const childContext = await browser.newContext();
  const parentContext = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const child = await childContext.newPage();
  const parent = await parentContext.newPage();
  try {
    await signIn(child, site, 'student@demo.test', '/dashboard/profile');
    await child.getByRole('button', { name: 'Create code' }).click();
    const code = await child.locator('output', { hasText: /^[2-9A-Z]{5}-[2-9A-Z]{5}$/ }).innerText();
    await expect(child.getByText('Unused code, expires:')).toHaveCount(1);
    await expectNoBarriers(child);

    // Typed as it was read out: without the hyphen, in small letters.
    await signIn(parent, site, 'member@demo.test', '/dashboard/profile');
    const field = parent.getByRole('textbox', { name: 'Code from your child or the school' });
    await field.fill(code.toLowerCase().replace('-', ' '));
    await field.press('Enter');
    await expect(parent.getByText('You follow Amara Okafor now.')).toBeVisible();
    await field.fill(code);
    await field.press('Enter');
    await expect(parent.getByText('This code is not valid. A code works once, for seven days')).toBeVisible();

    await parent.goto(`${site}/dashboard`);
    await parent.getByRole('link', { name: /^Progress and results ?: Amara Okafor$/ }).click();
    await expect(parent.getByRole('heading', { name: 'Progress of Amara Okafor' })).toBeVisible();
    const quiz = parent.getByRole('listitem').filter({ hasText: 'Holes and numbers' });
    await expect(quiz).toContainText('Passed');
    await expectNoBarriers(parent);
    await expectNoSidewaysScroll(parent);

    await child.reload();
    const ofParent = child.getByRole('listitem').filter({ hasText: 'Elif Kaya' });
    await ofParent.getByText('Sees results').click();
    await expect(child.getByText('Saved.')).toBeVisible();
    await parent.reload();
    await expect(parent.getByText('Results and certificates are not shared with you.')).toBeVisible();
    await expect(quiz).toHaveCount(0);

    await ofParent.getByRole('button', { name: 'Disconnect Elif Kaya' }).click();
    await expect(ofParent).toHaveCount(0);
    await parent.reload();
    await expect(parent.getByText('There is no such report, or you don’t follow this learner.')).toBeVisible();
  } finally {
    await inDatabase(
      [
        `delete from public.guardians g using public.members p where (p.account_id, p.id) = (g.account_id, g.parent_id) and p.email = 'member@demo.test'`,
        [],
      ],
      [
        `delete from public.family_codes where used_by is null or used_by in (select id from public.members where email = 'member@demo.test')`,
        [],
      ],
    );
    await childContext.close();
    await parentContext.close();
  }
});
