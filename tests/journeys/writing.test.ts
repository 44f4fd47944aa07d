import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';
import { readPage } from './visitor.ts';

test('the owner takes a post up again as it was, chooses between two editors’ words, and shows a comment', async ({
  page,
  browser,
}) => {
  const post = `${originOf('demo')}/blog/how-to-look-at-a-picture`;
  const said = `Looked at it twice ${crypto.randomUUID().slice(0, 8)}: see https://example.org/twice`;
  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, originOf('demo'), 'student@demo.test', '/dashboard');
  await reader.goto(post);
  // The comments come alive once they are seen.
  await reader.getByRole('region', { name: 'Comments' }).scrollIntoViewIfNeeded();
  await reader.getByRole('textbox', { name: 'Your comment' }).fill(said);
  await reader.getByRole('button', { name: 'Post comment' }).click();
  await expect(reader.getByText('Your comment will appear once it has been approved.')).toBeVisible();

  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/posts/comments');
  await expect(page.getByRole('heading', { level: 1, name: 'Comments' })).toBeVisible();
  const line = page.getByRole('row').filter({ hasText: said });
  await line.getByRole('button', { name: /^Actions|^More/ }).click();
  await page.getByRole('menuitem', { name: 'Approve comment' }).click();
  await expect(page.getByText(/Comment by .* approved/)).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(post);
  await expect(visitor.getByText(said)).toBeVisible();

  // Publishing keeps how it stands; whatever is written after that is taken back to it.
  const editor = `${originOf('demo')}/dashboard/posts/how-to-look-at-a-picture`;
  await page.goto(editor);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  const before = await title.inputValue();
  await page.getByRole('button', { name: 'Publish post' }).click();
  await expect(page.getByText(`“${before}” is published.`)).toBeVisible();
  await title.fill('Something else');
  await expect(page.getByText(/^Saved ·/)).toBeVisible();
  await page.getByRole('button', { name: 'Version history' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version history' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Published' }).first()).toContainText(before);
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Compare' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Compare' })).toContainText('Something else');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(title).toHaveValue(before);
  await expect(page.getByText(/^Saved ·/)).toBeVisible();

  // A second window of the same post saves first: nothing of either is lost.
  const other = await page.context().newPage();
  await other.goto(editor);
  await other.getByRole('textbox', { name: 'Excerpt' }).fill('Theirs, saved first.');
  await expect(other.getByText(/^Saved ·/)).toBeVisible();
  await title.fill('Mine, saved second');
  await page.getByRole('button', { name: 'Compare' }).click();
  const both = page.getByRole('dialog', { name: 'Conflicting changes' });
  await expect(both.getByRole('group', { name: /Excerpt/ })).toContainText('Theirs, saved first.');
  await expectNoBarriers(page);
  await both.getByRole('button', { name: 'Save selection' }).click();
  await expect(title).toHaveValue('Mine, saved second');
  await expect(page.getByRole('textbox', { name: 'Excerpt' })).toHaveValue('Theirs, saved first.');
  await expect(page.getByText(/^Saved ·/)).toBeVisible();

  // Somebody without a login looks at the draft by its link, until the link is ended.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share draft' }).click();
  const share = page.getByRole('dialog', { name: 'Share draft' });
  await share.getByRole('button', { name: 'Create link' }).click();
  const link = await share.getByRole('textbox', { name: 'Link' }).inputValue();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Mine, saved second' })).toBeVisible();
  await expect(visitor.getByText('Only people with this link can see it.')).toBeVisible();
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow');
  await expectNoBarriers(visitor);
  await share.getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByText('The link was revoked.')).toBeVisible();
  expect((await visitor.goto(link))?.status()).toBe(404);
  await page.keyboard.press('Escape');
  await title.fill(before);
  await expect(page.getByText(/^Saved ·/)).toBeVisible();

  // A copy begins as a draft of its own.
  await page.goto(`${originOf('demo')}/dashboard/posts`);
  const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const row = rowOf(before);
  await row.getByRole('button', { name: /^Actions|^More/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText(`“${before}” was duplicated.`)).toBeVisible();
  const copy = rowOf(`${before} 2`);
  await expect(copy).toContainText('Draft');
  await copy.getByRole('button', { name: /^Actions|^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete post' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete post' }).click();
  await expect(copy).toHaveCount(0);
});

test('the owner finds the documentation in the menu, writes a page, puts it first by keyboard, and readers see it there', async ({
  page,
}) => {
  const title = `Opening hours ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, originOf('demo'), 'owner@demo.test');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('button', { name: 'New page' }).click();
  const dialog = page.getByRole('dialog', { name: 'New page' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('button', { name: 'Start writing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('textbox', { name: 'Content', exact: true }).fill('Tuesday to Friday, from ten to six.');
  const isSaved = () => expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await isSaved();
  expect(await readPage('demo.localhost', '/docs')).not.toContain(title);
  // The check before publishing leads to what is missing.
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const findings = page.getByRole('list', { name: 'Page check' }).getByRole('listitem');
  await expect(findings).toHaveText([/The page has no summary\./]);
  await expectNoBarriers(page);
  await findings.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('textbox', { name: 'Summary' })).toBeFocused();
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect(page.getByText(`“${title}” is published.`)).toBeVisible();
  const address = new URL(
    (await page.getByRole('link', { name: 'View', exact: true }).getAttribute('href')) ?? '',
    page.url(),
  );
  expect(await readPage('demo.localhost', address.pathname)).toContain('Tuesday to Friday');

  // What is written after that is read by nobody, survives a closed window, and is taken back to what readers see.
  const sentence = page.getByRole('textbox', { name: 'Summary' });
  await sentence.fill('Closed in August.');
  await isSaved();
  await expect(page.getByText('Unpublished changes.')).toBeVisible();
  await page.reload();
  await expect(sentence).toHaveValue('Closed in August.');
  expect(await readPage('demo.localhost', address.pathname)).not.toContain('Closed in August.');
  await page.getByRole('button', { name: 'Version history' }).click();
  const revisions = page.getByRole('dialog', { name: 'Version history' });
  await revisions.getByRole('button', { name: 'Compare' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Compare' })).toContainText('Closed in August.');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(sentence).toHaveValue('');
  await isSaved();

  // A second window of the same page is seen, and saves first: each part is chosen by itself.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(page.getByText(/^Also editing:/)).toBeVisible();
  await other.getByRole('textbox', { name: 'Summary' }).fill('Theirs, saved first.');
  await expect(page.getByText('saved a newer version')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill(`${title} and holidays`);
  await page.getByRole('button', { name: 'Compare' }).click();
  const both = page.getByRole('dialog', { name: 'Conflicting changes' });
  await expect(both.getByRole('group', { name: /Summary/ })).toContainText('Theirs, saved first.');
  await both.getByRole('button', { name: 'Save selection' }).click();
  await expect(sentence).toHaveValue('Theirs, saved first.');
  await isSaved();
  await other.close();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await expect(page.getByText(`“${title}” was unpublished.`)).toBeVisible();
  expect(await readPage('demo.localhost', '/docs')).not.toContain(title);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await isSaved();
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect(page.getByText(`“${title}” is published.`).last()).toBeVisible();

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Docs' }).click();
  const order = () =>
    page
      .getByRole('treegrid')
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => row.ariaLabel ?? ''));
  await expect(page.getByRole('row', { name: title })).toBeVisible();
  const above = (await order())[0] ?? '';
  expect(above).not.toContain(title);
  await page.getByRole('row', { name: title }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: `Move ${title}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /^Insert/ }).first()).toBeAttached();
  const placeOf = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let step = 0; step < 24; step++) {
    const place = await placeOf();
    if (place === `Insert before ${above}`) break;
    await page.keyboard.press('ArrowUp');
    await expect.poll(placeOf).not.toBe(place);
  }
  // The list shows the new order before it is kept: a reload would take the call back.
  const kept = page.waitForResponse((answer) => answer.url().includes('/rpc/arrange_docs'));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await order())[0]).toContain(title);
  await kept;
  await page.reload();
  await expect.poll(async () => (await order())[0]).toContain(title);

  const shown = await readPage('demo.localhost', '/docs');
  expect(shown.indexOf(title)).toBeGreaterThan(0);
  expect(shown.indexOf(title)).toBeLessThan(shown.indexOf(above));
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete page' }).click();
  await expect(page.getByRole('row', { name: title })).toHaveCount(0);
});

test('the owner puts right what the check of a post finds, signs it with somebody else, and tells search engines of it', async ({
  page,
}) => {
  const title = `Ash and glaze ${crypto.randomUUID().slice(0, 8)}`;
  const words = 'Wood ash melts at twelve hundred degrees, and what it leaves on a bowl is the oldest glaze there is.';
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Start writing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.click();
  await page.getByRole('button', { name: 'Subheading' }).click();
  await page.keyboard.type('What ash does');
  await page.keyboard.press('Enter');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Older');
  await page.keyboard.press('Shift+Home');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('/blog/nothing-stands-here');
  await page.getByRole('button', { name: 'Set link' }).click();
  const isSaved = () => expect(page.getByText(/^Saved ·/)).toBeVisible();
  await isSaved();

  // Each finding says where it is, leads there, and mends itself where it can.
  const check = async () => {
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    return page.getByRole('list', { name: 'Post check' });
  };
  const found = (list: Awaited<ReturnType<typeof check>>, sentence: string) =>
    list.getByRole('listitem').filter({ hasText: sentence });
  let list = await check();
  await expect(found(list, '“What ash does” is a level 3 heading right after level 1.')).toBeVisible();
  await expect(found(list, '“Older” links to /blog/nothing-stands-here')).toBeVisible();
  await expect(found(list, 'The post has no cover image')).toBeVisible();
  await expectNoBarriers(page);
  await found(list, 'is a level 3 heading').getByRole('button', { name: 'Correct the heading level' }).click();
  await expect(found(list, 'is a level 3 heading')).toHaveCount(0);
  await found(list, 'no excerpt').getByRole('button', { name: 'Use the first sentences' }).click();
  await expect(found(list, 'no excerpt')).toHaveCount(0);
  await found(list, 'links to /blog/nothing-stands-here').getByRole('button', { name: 'Show' }).click();
  await expect(text).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Older');
  await expect(text.getByRole('heading', { level: 2, name: 'What ash does' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Excerpt' })).toHaveValue(`${words} Older`);
  await page.keyboard.press('Delete');
  list = await check();
  await expect(found(list, 'The post has no cover image')).toBeVisible();
  await expect(found(list, 'nothing-stands-here')).toHaveCount(0);
  await found(list, 'The post has no cover image').getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('group', { name: 'Cover' }).getByRole('button').first()).toBeFocused();

  // A second author, put first by keyboard.
  const names = page.getByRole('grid', { name: 'Authors in display order' });
  await expect(names.getByRole('row')).toHaveText(['Helena Voss']);
  await page.getByRole('button', { name: 'Add author' }).click();
  await page.getByRole('option', { name: 'Tomás Rivera' }).click();
  await expect(names.getByRole('row')).toHaveText(['Helena Voss', 'Tomás Rivera']);
  // Nobody else may write: the field is gone, and the focus is with whom was chosen.
  await expect(page.getByRole('button', { name: 'Add author' })).toHaveCount(0);
  await expect(names.getByRole('row', { name: 'Tomás Rivera' })).toBeFocused();
  await expectNoBarriers(page);
  await names.getByRole('button', { name: 'Move Tomás Rivera', exact: true }).focus();
  await page.keyboard.press('Enter');
  const place = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  // Where it could be put is drawn after it was taken up.
  await expect.poll(place).toMatch(/^Insert /);
  for (let step = 0; step < 4; step++) {
    const at = await place();
    if (at === 'Insert before Helena Voss') break;
    await page.keyboard.press('ArrowUp');
    await expect.poll(place).not.toBe(at);
  }
  await page.keyboard.press('Enter');
  await expect(names.getByRole('row')).toHaveText(['Tomás Rivera', 'Helena Voss']);
  await isSaved();
  await page.reload();
  await expect(names.getByRole('row')).toHaveText(['Tomás Rivera', 'Helena Voss']);
  // A button of the second row that is focused from elsewhere, as a screen reader does, keeps the focus.
  const second = names.getByRole('button', { name: 'Move Helena Voss', exact: true });
  await second.focus();
  await expect(names.getByRole('row').nth(1)).toHaveAttribute('tabindex', '0');
  await expect(second).toBeFocused();

  // What search engines are told, seen as they show it before anybody reads it there.
  await page.getByRole('textbox', { name: 'Meta title' }).fill('Ash glaze, explained');
  await expect(page.getByRole('figure', { name: 'Search preview' })).toContainText('Ash glaze, explained');
  const copy = page.getByRole('textbox', { name: 'Canonical URL' });
  await copy.fill('elsewhere.test/ash');
  await expect(page.getByText('Start the address with https://')).toBeVisible();
  await copy.fill('https://elsewhere.test/ash');
  await page.getByText('Tell search engines not to follow its links').click();
  await isSaved();
  await page.getByRole('button', { name: 'Publish post' }).click();
  await expect(page.getByText(`“${title}” is published.`)).toBeVisible();
  const path = new URL((await page.getByRole('link', { name: 'View post' }).getAttribute('href')) ?? '', page.url())
    .pathname;
  const copied = await readPage('demo.localhost', path);
  expect(copied).toContain('<title>Ash glaze, explained</title>');
  expect(copied).toContain('<link rel="canonical" href="https://elsewhere.test/ash"/>');
  expect(copied).not.toContain('<link rel="alternate" hrefLang');
  expect(copied).toContain('<meta name="robots" content="nofollow"/>');
  expect(copied.replace(/<[^>]*>/g, '')).toContain('By Tomás Rivera and Helena Voss');
  expect(copied).toMatch(/"author":\[\{[^\]]*"name":"Tomás Rivera"[^\]]*"name":"Helena Voss"/);
  expect(await readPage('demo.localhost', '/sitemap.xml')).not.toContain(path);
  for (const author of [encodeURIComponent('tomás-rivera'), 'helena-voss'])
    expect(await readPage('demo.localhost', `/blog?author=${author}`)).toContain(title);
  expect(await readPage('demo.localhost', '/blog/atom.xml')).toContain(
    '<author><name>Tomás Rivera</name></author><author><name>Helena Voss</name></author>',
  );

  await copy.fill('');
  await page.getByText('Hide from search engines').click();
  await isSaved();
  await page.getByRole('button', { name: 'Publish post' }).click();
  await expect.poll(() => readPage('demo.localhost', path)).toContain('content="noindex, nofollow"');
  const hidden = await readPage('demo.localhost', path);
  expect(hidden).not.toContain('rel="canonical"');
  expect(await readPage('demo.localhost', '/sitemap.xml')).not.toContain(path);
  await page.getByText('Hide from search engines').click();
  await isSaved();
  await page.getByRole('button', { name: 'Publish post' }).click();
  await expect.poll(() => readPage('demo.localhost', path)).toContain('rel="canonical"');
  expect(await readPage('demo.localhost', '/sitemap.xml')).toContain(path);

  // Who is taken away is named no more, at once.
  await names.getByRole('button', { name: 'Remove Tomás Rivera' }).click();
  await expect(names.getByRole('row')).toHaveText(['Helena Voss']);
  await expect
    .poll(async () => (await readPage('demo.localhost', path)).replace(/<[^>]*>/g, ''))
    .toContain('By Helena Voss ·');

  // The list is narrowed to one author.
  await page.goto(`${originOf('demo')}/dashboard/posts`);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await expect(row).toContainText('Helena Voss');
  await page.getByRole('button', { name: 'By', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Tomás Rivera' }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Why shade is blue' })).toContainText(
    'Helena Voss and Tomás Rivera',
  );
  await page.getByRole('button', { name: /Clear/ }).first().click();
  await row.getByRole('button', { name: /^Actions|^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete post' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete post' }).click();
  await expect(row).toHaveCount(0);
});
