import { expect, type Page, test } from '@playwright/test';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

const POST = '/blog/how-to-look-at-a-picture';

test('a member mentions, reacts, edits and reports, and a moderator closes the conversation', async ({
  page,
  browser,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const conversation = page.getByRole('region', { name: 'Comments' });
  const field = page.getByRole('textbox', { name: 'Your comment' });
  const postWith = (text: string) => page.getByRole('article').filter({ hasText: text });
  await signIn(page, originOf('demo'), 'student@demo.test', '/dashboard');
  await page.goto(originOf('demo') + POST);
  await conversation.scrollIntoViewIfNeeded();

  // A mention is taken by the keyboard alone.
  await field.fill(`Number ${mark} `);
  await field.press('End');
  await field.pressSequentially('@hel');
  await expect(page.getByRole('option', { name: /Helena Voss/ })).toBeVisible();
  await expectNoBarriers(page);
  await field.press('Enter');
  await expect(field).toHaveValue(`Number ${mark} @helena-voss `);
  await page.locator('input[type="file"]').setInputFiles({
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Snow at noon'),
  });
  await expect(page.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible();
  await field.press('Control+Enter');
  await expect(page.getByText('Comment posted.')).toBeVisible();
  await expect(postWith(mark).getByRole('link', { name: /plan\.txt/ })).toHaveAttribute('href', /token=/);

  await postWith(mark).getByRole('button', { name: 'React' }).click();
  await postWith(mark).getByRole('button', { name: 'Celebrate: 0' }).click();
  await expect(postWith(mark).getByRole('button', { name: 'Celebrate: 1' })).toHaveAttribute('aria-pressed', 'true');

  await postWith(mark).getByRole('button', { name: 'Edit your comment' }).click();
  const edit = page.getByRole('textbox', { name: 'Edit your comment' });
  await expect(edit).toBeFocused();
  await edit.fill(`Corrected ${mark}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Comment updated.')).toBeVisible();
  await expect(postWith(`Corrected ${mark}`)).toContainText('edited');
  await postWith(mark).getByRole('button', { name: 'Edit history' }).click();
  await expect(postWith(mark).getByText(`Number ${mark} @helena-voss`)).toBeVisible();
  await expectNoBarriers(page);

  // Somebody else reports it, with a reason that moderators read.
  const other = await (await browser.newContext()).newPage();
  await signIn(other, originOf('demo'), 'member@demo.test', '/dashboard');
  await other.goto(originOf('demo') + POST);
  await other.getByRole('region', { name: 'Comments' }).scrollIntoViewIfNeeded();
  const theirs = other.getByRole('article').filter({ hasText: mark });
  await theirs.getByRole('button', { name: /^Report comment/ }).click();
  await expect(other.getByRole('textbox', { name: /Reason/ })).toBeFocused();
  await other.keyboard.type(`Off topic ${mark}`);
  await other.keyboard.press('Enter');
  await expect(other.getByText('Thank you. A moderator will review it.')).toBeVisible();

  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test', '/dashboard/posts/comments');
  await expect(owner.getByRole('row').filter({ hasText: `Corrected ${mark}` })).toContainText(`Off topic ${mark}`);
  await owner.goto(originOf('demo') + POST);
  await owner.getByRole('region', { name: 'Comments' }).scrollIntoViewIfNeeded();
  // A pinned comment stands above the older ones for everybody, until it is unpinned.
  const note = `Read this first ${crypto.randomUUID().slice(0, 8)}`;
  const pinned = owner.getByRole('article').filter({ hasText: note });
  const first = (of: Page) => of.getByRole('region', { name: 'Comments' }).getByRole('article').first();
  await owner.getByRole('textbox', { name: 'Your comment' }).fill(note);
  await owner.getByRole('button', { name: 'Post comment' }).click();
  await pinned.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(owner.getByText('Comment pinned.')).toBeVisible();
  await expect(first(owner)).toContainText(/pinned.*Read this first/s);
  await expectNoBarriers(owner);
  await page.goto(originOf('demo') + POST);
  await conversation.scrollIntoViewIfNeeded();
  await expect(first(page)).toContainText(note);
  await pinned.getByRole('button', { name: 'Unpin' }).click();
  await expect(owner.getByText('Comment unpinned.')).toBeVisible();
  await expect(first(owner)).not.toContainText(note);
  await owner.getByRole('button', { name: 'Close comments' }).click();
  await expect(owner.getByText('Comments closed.')).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(originOf('demo') + POST);
  await expect(visitor.getByText('Comments are closed.')).toBeVisible();
  await expect(visitor.getByText(`Corrected ${mark}`)).toBeVisible();
  await owner.getByRole('button', { name: 'Reopen comments' }).click();
  await expect(owner.getByText('Comments reopened.')).toBeVisible();

  await postWith(mark).getByRole('button', { name: 'Delete comment' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await expect(postWith(mark)).toHaveCount(0);
});
