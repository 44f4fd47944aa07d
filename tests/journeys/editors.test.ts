import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { passMinutes } from './clock.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';
import { readPage } from './visitor.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a form block says to its author alone that it lacks a form, makes one, and is shown from then on', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const title = `Without a form ${crypto.randomUUID().slice(0, 6)}`;
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/pages');
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByRole('textbox', { name: 'Page title' }).fill(title);
  await page.getByRole('button', { name: 'Create page' }).click();
  const canvas = page.frameLocator('iframe').first();
  const search = page.getByRole('searchbox', { name: 'Search blocks' }).filter({ visible: true });
  for (const name of ['hero', 'any form', 'columns']) {
    await search.fill(name);
    await search.press('Enter');
  }
  const form = canvas.getByRole('group', { name: 'Form', exact: true });
  await expect(form.getByText('Visitors don’t see this block. Choose an open form.')).toBeVisible();

  // The outline names each column there is, in their order.
  await page.getByRole('list').getByText('Outline', { exact: true }).click();
  const outline = page.locator('[data-puck-layer-tree-id^="Columns-"]');
  await outline.getByTitle('Expand').click();
  await expect(outline.getByText(/^(First|Second|Third|Fourth) column$/)).toHaveText(['First column', 'Second column']);

  await page.getByRole('button', { name: 'Check' }).click();
  const finding = page.getByText('Visitors don’t see this block. Choose an open form.');
  await expect(finding).toBeVisible();
  await expectNoBarriers(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect(page.getByText(/is published\./)).toBeVisible();
  const path = `/${title.toLowerCase().replaceAll(' ', '-')}`;
  const before = await readPage('demo.localhost', path);
  expect(before).not.toContain('Write to us');
  expect(before).not.toContain('Choose an open form');

  await form.click({ position: { x: 8, y: 8 } });
  await page.getByRole('button', { name: 'New form' }).click();
  await expect(canvas.getByRole('textbox', { name: 'Your message' })).toBeVisible();
  await expect(form.getByText('Visitors don’t see this block.')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit New form' })).toHaveAttribute('href', /\/dashboard\//);
  await expectNoBarriers(page);
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish page' }).click();
  await expect.poll(() => readPage('demo.localhost', path)).toContain('Your message');

  // Another picture has words of its own: those of the one before are gone, and the new ones are asked for.
  await canvas.getByRole('group', { name: 'Hero' }).click({ position: { x: 8, y: 8 } });
  const words = page.getByRole('textbox', { name: 'Alt text' });
  await expect(words).not.toHaveValue('');
  await page
    .getByRole('group', { name: 'Image', exact: true })
    .locator('input[type="file"]')
    .setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
  await expect(words).toHaveValue('');
  await expect(words).toBeFocused();
  await expect(page.getByText('This is a new image: describe what it shows.')).toBeVisible();
  await expectNoBarriers(page);
});

test('in a post a table is filled by keyboard, and pasted pictures go into the library', async ({ page }) => {
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/posts/what-the-darkroom-still-teaches');
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.keyboard.type('Lens');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Light');
  await page.keyboard.press('Shift+Tab');
  await expect(text.locator('th')).toHaveText(['Lens', 'Light', '']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Print');
  await expect(text.locator('th')).toHaveText(['Lens', 'Light', 'Print']);

  await page.keyboard.press('Control+Home');
  const paste = (html: string, file?: string) =>
    text.evaluate(
      (box, given) => {
        const clipboardData = new DataTransfer();
        if (given.html) clipboardData.setData('text/html', given.html);
        if (given.file) {
          const bytes = Uint8Array.from(atob(given.file), (sign) => sign.charCodeAt(0));
          clipboardData.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
        }
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      { html, file },
    );
  const own = text.locator('img[src*="/storage/v1/object/public/"]');
  const already = await own.count();
  await paste('', PNG);
  await expect(own).toHaveCount(already + 1);
  await paste(`<p>Seen <b>there</b></p><img alt="A dot" src="data:image/png;base64,${PNG}"><p>and here</p>`);
  await expect(own).toHaveCount(already + 2);
  await expect(text.getByRole('img', { name: 'A dot' })).toHaveAttribute('width', '1');
  // What can't be fetched is told of, and nothing that leads nowhere stays.
  await paste('<p>Broken</p><img src="data:image/png;base64,%%%">');
  await expect(page.getByText('A pasted image was left out.')).toBeVisible();
  await expect(text.locator('img:not([src*="/storage/"]):not([src^="/pictures/"])')).toHaveCount(0);
  await expect(page.getByText(/^Saved ·/)).toBeVisible();
});

// Courses and posts of the demo that no other story looks at: stories run beside each other on one world.
test('a course whose address changes is found at the old one, by visitors, students and authors', async ({ page }) => {
  const origin = originOf('demo');
  await signIn(page, origin, 'owner@demo.test', '/dashboard/course/macro-botany?tab=details');
  const address = page.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue('macro-botany');
  const moved = `botany-${crypto.randomUUID().slice(0, 6)}`;
  await address.fill(moved);
  await page
    .getByRole('button', { name: 'Save', exact: true })
    .or(page.getByRole('button', { name: 'Save changes' }))
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/course/${moved}`));
  await page.goto(`${origin}/course/macro-botany?utm_source=mail`);
  await expect(page).toHaveURL(`${origin}/course/${moved}?utm_source=mail`);
  await page.goto(`${origin}/dashboard/courses/macro-botany`);
  await expect(page).toHaveURL(new RegExp(`${origin}/dashboard/courses/${moved}`));
  await page.goto(`${origin}/dashboard/course/macro-botany?tab=details`);
  await expect(page).toHaveURL(`${origin}/dashboard/course/${moved}?tab=details`);
  await expect(address).toHaveValue(moved);
});

test('publishing while offline says so, and the words are saved once the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/posts/notes-on-moonlight');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await expect(page.getByRole('textbox', { name: 'Content', exact: true })).toBeVisible();
  await context.setOffline(true);
  await title.fill('Notes on moonlight');
  await page.getByRole('button', { name: 'Publish post' }).click();
  await expect(page.getByText('You are offline, so nothing was published.').first()).toBeVisible();
  await expect(page.getByText(/^Not saved ·/)).toBeVisible();
  await expect(page.getByText(/^Saved ·/)).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText(/^Saved ·/)).toBeVisible();
  await page.reload();
  await expect(title).toHaveValue('Notes on moonlight');
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();

  // A draft of documentation is looked at by its link, deleted and restored.
  await page.goto(`${originOf('demo')}/dashboard/docs`);
  await page.getByRole('link', { name: 'Darkroom hours', exact: true }).first().click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Share draft' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  expect(await readPage('demo.localhost', new URL(link).pathname)).toContain('To be agreed with the neighbours.');
  await page.goto(`${originOf('demo')}/dashboard/docs`);
  await page.getByRole('button', { name: 'Delete Darkroom hours' }).click();
  await page.getByRole('button', { name: 'Delete page' }).click();
  await expect(page.getByText('“Darkroom hours” was moved to the trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Trash' }).click();
  const trash = page.getByRole('dialog', { name: 'Trash' });
  await expect(trash.getByText('Darkroom hours')).toBeVisible();
  await expectNoBarriers(page);
  await trash.getByRole('button', { name: 'Restore' }).first().click();
  await expect(page.getByText('Restored at /docs/darkroom-hours.')).toBeVisible();
});

/** Types a moment into the segments of a date field, as somebody in the United States writes it. */
async function typeMoment(page: Page, moment: Date): Promise<void> {
  await page.getByRole('spinbutton', { name: /^month/ }).click();
  const two = (number: number) => String(number).padStart(2, '0');
  const hour = moment.getUTCHours();
  await page.keyboard.type(two(moment.getUTCMonth() + 1) + two(moment.getUTCDate()) + moment.getUTCFullYear());
  await page.keyboard.type(two(hour % 12 || 12) + two(moment.getUTCMinutes()) + (hour < 12 ? 'a' : 'p'));
}

test('a post is scheduled, cancelled, scheduled again, and public once its time has come', async ({
  page,
  browser,
}) => {
  const title = `Fog over the harbour ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, originOf('demo'), 'owner@demo.test', '/dashboard/post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Start writing' }).click();
  await page.getByRole('textbox', { name: 'Content', exact: true }).fill('It comes in at four and leaves at nine.');
  await expect(page.getByText(/^Saved ·/)).toBeVisible();
  const editor = page.url();
  const visitor = await (await browser.newContext()).newPage();
  const status = async () => (await visitor.goto(editor.replace('/dashboard/posts/', '/blog/')))?.status();

  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  const open = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schedule' }).click();
    await expect(dialog).toBeVisible();
  };
  const schedule = async (minutes: number) => {
    await typeMoment(page, new Date(Date.now() + minutes * 60_000));
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  };
  await open();
  // The calendar doesn't complain of a day nobody has had the time to choose.
  await dialog.getByRole('button', { name: /^Open calendar/ }).click();
  await expect(page.getByRole('grid', { name: /20\d\d$/ })).toBeVisible();
  await expect(page.getByText('Choose a time in the future.')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await schedule(-60);
  await expect(dialog.getByText('Choose a time in the future.')).toBeVisible();
  await expectNoBarriers(page);
  await schedule(5);
  await expect(page.getByText('Scheduled for publishing.')).toBeVisible();
  await expect(page.getByText(/^Scheduled for [^.]*$/)).toBeVisible();
  expect(await status()).toBe(404);
  await page.goto(`${originOf('demo')}/dashboard/posts?state=scheduled`);
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText(/Scheduled for/);
  await page.goto(editor);

  // Cancelled, nothing happens when the time comes.
  await open();
  await expect(dialog.getByText(/^Scheduled for .* Visitors will see the draft/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByText('Schedule cancelled.')).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await passMinutes(6);
  expect(await status()).toBe(404);

  // The clock is six minutes ahead now.
  await page.reload();
  await open();
  await schedule(12);
  await expect(page.getByText('Scheduled for publishing.')).toBeVisible();
  await passMinutes(7);
  expect(await status()).toBe(200);
  await expect(visitor.getByText('It comes in at four')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'View post' })).toBeVisible();
  await expect(page.getByText(/^Scheduled for/)).toHaveCount(0);
});
