import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packed from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriersOf } from '#tests/barriers.ts';

/** Installing the browser and building the sheet both take longer than a usual test. */
const patience = 120_000;
let folder: string;
let server: PreviewServer;
let browser: Browser;
/** One cache for all: server responses are reused. */
let context: BrowserContext;

async function findBrowser(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  // It installs to the temporary folder, which may hold a browser of another version.
  process.env.TMPDIR = `${tmpdir()}/stoa-chromium-153`;
  await mkdir(process.env.TMPDIR, { recursive: true });
  return packed.executablePath();
}

async function openSheet(search = '', width = 1280): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 900 });
  page.setDefaultTimeout(30_000);
  const address = server.resolvedUrls?.local[0];
  await page.goto(`${address}sheet.html${search}`);
  await page.getByRole('heading', { level: 1, name: 'Components' }).waitFor({ timeout: patience });
  return page;
}

beforeAll(async () => {
  const path = await findBrowser();
  folder = await mkdtemp(join(tmpdir(), 'stoa-sheet-'));
  const site = {
    configFile: `${import.meta.dirname}/vite.config.ts`,
    logLevel: 'error' as const,
    build: { outDir: folder },
  };
  await build(site);
  server = await preview({ ...site, preview: { port: 0, host: '127.0.0.1' } });
  browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
  context = await browser.newContext({ reducedMotion: 'reduce' });
}, patience);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the component sheet', () => {
  it('is scanned by something that finds what is wrong, in frames too, and not in what is passed by', async () => {
    const page = await browser.newPage();
    const frame = '<iframe title="A frame" srcdoc="<button></button>"></iframe>';
    await page.setContent(`<html lang="en"><title>Wrong</title><main><h1 style="color: #ccc">Faint</h1>
      ${frame}<div class="passed-by">${frame.replace('A frame', 'Another')}</div></main></html>`);
    const rules = (violations: string[]) => violations.map((text) => text.slice(0, text.indexOf(':'))).sort();
    expect(rules(await barriersOf(page))).toEqual(['button-name', 'button-name', 'color-contrast']);
    expect(rules(await barriersOf(page, { without: '.passed-by > iframe' }))).toEqual([
      'button-name',
      'color-contrast',
    ]);
    expect(rules(await barriersOf(page, { rules: ['color-contrast'] }))).toEqual(['color-contrast']);
    expect(rules(await barriersOf(page, { within: 'h1' }))).toEqual(['color-contrast']);
    await page.close();
  });

  it.each([
    ['?theme=light', 1280],
    ['?theme=dark', 1280],
    ['?theme=night', 1280],
    ['?theme=light&lang=ar', 1280],
    ['?theme=light', 390],
    ['?theme=night&lang=ar', 390],
    ['?theme=light&preset=lumen', 1280],
    ['?theme=dark&preset=atelier', 1280],
  ])('has nothing a scan objects to, and fits: %s at %i', { timeout: patience }, async (search, width) => {
    const page = await openSheet(search, width);
    expect(await barriersOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.close();
  });

  it('opens dialogs that hold the focus and give it back', { timeout: patience }, async () => {
    const page = await openSheet();
    const opener = page.getByRole('button', { name: 'Open dialog' });
    await opener.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rename section' });
    await dialog.waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.close();
  });

  it('enables the button only for the typed text, and shows a toast', { timeout: patience }, async () => {
    const page = await openSheet();
    await page.getByRole('button', { name: 'Open confirmation' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Darkroom printing”?' });
    const confirm = dialog.getByRole('button', { name: 'Delete course' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Type the course title to confirm' }).fill('Darkroom printing');
    expect(await barriersOf(page)).toEqual([]);
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
    const toast = page.getByRole('alertdialog').filter({ hasText: '“Darkroom printing” is deleted.' });
    await toast.waitFor();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
    await page.close();
  });

  it('lists unsaved fields, rejects invalid ones, and resets', { timeout: patience }, async () => {
    const page = await openSheet();
    const title = page.getByRole('textbox', { name: 'Course title' });
    await title.fill('');
    await title.blur();
    await page.getByText('A course needs a title.').waitFor();
    await page.getByText('Unsaved:  title').waitFor();
    await page.getByRole('button', { name: 'Save course' }).click();
    expect(await title.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Discard' }).last().click();
    expect(await title.inputValue()).toBe('Light and exposure');
    expect(await page.getByText('Unsaved: ').count()).toBe(0);
    await page.close();
  });

  it('puts a list in another order by keyboard', { timeout: patience }, async () => {
    const page = await openSheet();
    const rows = page.getByRole('grid', { name: 'Questions' }).getByRole('row');
    const names = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')));
    const before = await names();
    await page.getByRole('button', { name: `Move ${before[0]}` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(names).not.toEqual(before);
    expect((await names()).toSorted()).toEqual(before.toSorted());
    await page.close();
  });

  it('selects rows and sorts the table', { timeout: patience }, async () => {
    const page = await openSheet();
    await page.getByRole('checkbox', { name: 'Select Ana Brandt' }).check({ force: true });
    await page.getByText('1 selected').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    expect(await page.getByText('1 selected').count()).toBe(0);
    const head = page.getByRole('columnheader', { name: 'Member' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await page.close();
  });

  it('narrows a combobox down as one types', { timeout: patience }, async () => {
    const page = await openSheet();
    const box = page.getByRole('combobox', { name: 'Category' });
    await box.click();
    await box.fill('micro');
    await page.getByRole('option', { name: 'Microphotography' }).click();
    expect(await box.inputValue()).toBe('Microphotography');
    await page.close();
  });

  it('finds by the command palette', { timeout: patience }, async () => {
    const page = await openSheet();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.waitFor();
    expect(await palette.getByRole('option').count()).toBe(2);
    const box = palette.getByRole('combobox');
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('grdebok');
    await expect
      .poll(() => palette.getByRole('option').allInnerTexts())
      .toEqual([expect.stringContaining('Gradebook')]);
    expect(await barriersOf(page)).toEqual([]);
    // The first result is selected and announced: Enter opens it.
    const chosen = palette.getByRole('option', { selected: true });
    expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    await page.close();
  });
});
