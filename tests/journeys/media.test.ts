import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers } from './scan.ts';

const LIBRARY = '/dashboard/manage/media';

/** A picture as a camera would give it: 90 by 60 pixels. */
async function drawing(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 });
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('This browser draws no pictures.');
    pen.fillStyle = 'navy';
    pen.fillRect(0, 0, 90, 60);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

/** A tip under the pointer belongs to no part of the page. */
async function scanned(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectNoBarriers(page);
}

test('the library of files: sent, cut off and gone on with, cropped, described, sorted into folders, taken along, chosen, removed', async ({
  page,
}) => {
  // A phone has no pointer to drag with; its screens are looked at with the others of the dashboard.
  test.setTimeout(240_000);
  const origin = originOf('demo');
  const word = crypto.randomUUID().slice(0, 8);
  const moon = `moon-${word}.png`;
  await signIn(page, origin, 'owner@demo.test', LIBRARY);
  const picture = await drawing(page);
  const tile = (name: string | RegExp) => page.getByRole('grid').getByRole('row', { name });
  const send = async (files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload files' }).first().click(),
    ]);
    await chooser.setFiles(files);
  };

  await test.step('a file that lies about itself, and one nobody takes, are refused with a sentence', async () => {
    const lie = Buffer.from('no picture');
    await send([
      { name: `lie-${word}.png`, mimeType: 'image/png', buffer: lie },
      { name: `run-${word}.exe`, mimeType: 'application/x-msdownload', buffer: lie },
    ]);
    await expect(page.getByText(/its content has another type/)).toBeVisible();
    await expect(page.getByText(new RegExp(`run-${word}\\.exe`))).toBeVisible();
    await page.getByRole('button', { name: `Cancel lie-${word}.png` }).click();
  });

  await test.step('an upload pauses, and goes on by itself after a reload', async () => {
    // The bytes get no further than the window until it is reloaded.
    await page.route('**/storage/v1/upload/resumable/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    await send([{ name: moon, mimeType: 'image/png', buffer: picture }]);
    await page.getByRole('button', { name: `Pause ${moon}` }).click();
    await expect(page.getByText(/^Paused at/)).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(page.getByText('Resuming 1 upload')).toBeVisible();
    await expect(tile(moon)).toBeVisible();
    await page.getByRole('button', { name: 'Clear finished' }).click();
  });

  await test.step('its details are told and its words kept', async () => {
    await tile(moon).click();
    const panel = page.getByRole('dialog', { name: moon });
    await expect(panel.getByText('90 × 60')).toBeVisible();
    await expect(panel.getByText('Not used on this site yet.')).toBeVisible();
    await scanned(page);
    await panel.getByRole('textbox', { name: 'Alt text (English)' }).fill('A blue night');
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(`“${moon}” saved`)).toBeVisible();
  });

  await test.step('it is turned and cropped by keyboard, into a copy', async () => {
    await page.getByRole('button', { name: 'Crop and rotate' }).click();
    const editor = page.getByRole('dialog', { name: `Crop and rotate “${moon}”` });
    await expect(editor.getByText('90 × 60')).toBeVisible();
    await editor.getByRole('button', { name: 'Rotate right' }).click();
    await expect(editor.getByText('60 × 90')).toBeVisible();
    await editor.getByRole('button', { name: 'Bottom right corner' }).focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('Shift+ArrowUp');
    await expect(editor.getByText('60 × 85')).toBeVisible();
    await scanned(page);
    await editor.getByRole('button', { name: 'Save as a copy' }).click();
    await expect(editor).toBeHidden();
    await expect(tile(`moon-${word} (edited).png`)).toBeVisible();
  });

  await test.step('a folder is made, and a file dragged into it', async () => {
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Night ${word}`);
    await page.getByRole('button', { name: 'Create folder' }).click();
    // It takes a place before the files: what is dragged would be another one.
    await expect(tile(`Night ${word}`)).toBeVisible();
    await tile(moon).dragTo(tile(`Night ${word}`));
    await expect(page.getByText(`1 item moved to “Night ${word}”`)).toBeVisible();
    await expect(tile(moon)).toBeHidden();
  });

  await test.step('folder and copy are chosen and taken along in one archive', async () => {
    for (const name of [`Night ${word}`, `moon-${word} (edited).png`]) {
      await tile(name).hover();
      await tile(name).getByRole('checkbox').check({ force: true });
    }
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(Object.keys(unzipSync(readFileSync(await archive.path()))).sort()).toEqual([
      `Night ${word}/${moon}`,
      `moon-${word} (edited).png`,
    ]);
  });

  await test.step('the site’s icon is chosen from the library', async () => {
    await page.goto(`${origin}/dashboard/manage/site`);
    await page.getByRole('button', { name: 'Choose from library' }).first().click();
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await picker.getByRole('searchbox', { name: 'Search files' }).fill(word);
    await expect(picker.getByRole('row')).toHaveCount(2);
    await scanned(page);
    await picker.getByRole('row', { name: moon }).click();
    await picker.getByRole('button', { name: 'Use image' }).click();
    await expect(page.locator(`main img[src$="${moon}"]`)).toBeVisible();
  });

  await test.step('it is put into a text with the words it has, and described anew there', async () => {
    page.once('dialog', (leave) => void leave.accept());
    await page.goto(`${origin}/dashboard/post`);
    await page.getByRole('textbox', { name: 'Title' }).fill(`Moons ${word}`);
    await page.getByRole('button', { name: 'Start writing' }).click();
    const tools = page.getByRole('toolbar', { name: 'Format Content' });
    await tools.getByRole('button', { name: 'Image' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose an image' });
    await picker.getByRole('searchbox', { name: 'Search files' }).fill(moon);
    await expect(picker.getByRole('row')).toHaveCount(1);
    await picker.getByRole('row', { name: moon }).click();
    await picker.getByRole('button', { name: 'Use image' }).click();
    const described = page.getByRole('dialog', { name: 'Image' });
    const words = described.getByRole('textbox', { name: 'Alt text' });
    await expect(words).toHaveValue('A blue night');
    await scanned(page);
    await described.getByRole('button', { name: 'Use image' }).click();
    const shown = page.getByRole('textbox', { name: 'Content', exact: true }).locator(`img[src$="${moon}"]`);
    await expect(shown).toHaveAttribute('alt', 'A blue night');
    await expect(shown).toHaveAttribute('width', '90');
    await shown.click();
    await tools.getByRole('button', { name: 'Image' }).click();
    await words.fill('A night over the sea');
    await described.getByRole('button', { name: 'Use image' }).click();
    await expect(shown).toHaveCount(1);
    await expect(shown).toHaveAttribute('alt', 'A night over the sea');
    await expect(page.getByText(/^Saved ·/)).toBeVisible();
  });

  await test.step('it is removed with its folder, after saying how much goes, and where it is used', async () => {
    await page.goto(`${origin}${LIBRARY}?q=${word}`);
    page.once('dialog', (leave) => void leave.accept());
    await tile(`Night ${word}`)
      .getByRole('button', { name: `Actions for Night ${word}` })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const ask = page.getByRole('alertdialog', { name: `Delete “Night ${word}”?` });
    await expect(ask.getByText('Including folder contents, 1 file is deleted permanently.')).toBeVisible();
    await expect(ask.getByText('Used in 1 place, where it will be missing:')).toBeVisible();
    await expect(ask.getByText(`Moons ${word}`)).toBeVisible();
    await ask.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByText('2 items deleted')).toBeVisible();
    await expect(tile(moon)).toBeHidden();
  });
});

test('a logo drawn with a script in it is shown in the library, and kept without it; a broken one is refused', async ({
  page,
}) => {
  const origin = originOf('demo');
  const name = `logo-${crypto.randomUUID().slice(0, 8)}.svg`;
  const logo = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" onload="document.title = 'evil'">
    <script>document.title = 'evil'</script><defs><linearGradient id="g"><stop stop-color="#c30"/><stop offset="1" stop-color="#06c"/></linearGradient></defs>
    <image href="https://evil.example/pixel.png" width="9" height="9"/><rect width="90" height="60" fill="url(#g)"/></svg>`;
  await signIn(page, origin, 'owner@demo.test', LIBRARY);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload files' }).first().click(),
  ]);
  await chooser.setFiles([
    { name, mimeType: 'image/svg+xml', buffer: Buffer.from(logo) },
    { name: `broken-${name}`, mimeType: 'image/svg+xml', buffer: Buffer.from('<svg><g></svg>') },
  ]);
  await expect(page.getByRole('alert').filter({ hasText: 'This SVG image can’t be read' })).toBeVisible();

  const picture = page
    .getByRole('grid')
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // What a visitor gets, opened as a page of its own: the drawing, and nothing that runs.
  const address = new URL((await picture.getAttribute('src')) ?? '', origin).href;
  const kept = await page.evaluate(async (at) => (await fetch(at)).text(), address);
  expect(kept).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="90" height="60"><defs><linearGradient/);
  expect(kept).not.toMatch(/evil|script|onload/);
  await page.goto(address);
  expect(await page.locator('rect').count()).toBe(1);
});
