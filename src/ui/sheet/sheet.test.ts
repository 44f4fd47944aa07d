import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { AxeBuilder } from '@axe-core/playwright';
import packed from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The browser unpacks itself, and the server bundles React once: both longer than a usual test. */
const patience = 120_000;
let server: ViteDevServer;
let browser: Browser;

async function findBrowser(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  // It unpacks into the temporary folder, where a browser of another version may already lie.
  process.env.TMPDIR = `${tmpdir()}/stoa-chromium-153`;
  await mkdir(process.env.TMPDIR, { recursive: true });
  return packed.executablePath();
}

async function openSheet(search = '', width = 1280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const address = server.resolvedUrls?.local[0];
  await page.goto(`${address}sheet.html${search}`);
  await page.getByRole('heading', { level: 1, name: 'Components' }).waitFor({ timeout: patience });
  return page;
}

async function problemsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
}

beforeAll(async () => {
  const path = await findBrowser();
  server = await createServer({
    configFile: `${import.meta.dirname}/vite.config.ts`,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', watch: null },
  });
  await server.listen();
  browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
}, patience);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('the component sheet', () => {
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
    expect(await problemsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  it('opens dialogs that hold the focus and give it back', { timeout: patience }, async () => {
    const page = await openSheet();
    const opener = page.getByRole('button', { name: 'Open dialog' });
    await opener.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rename section' });
    await dialog.waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('confirms only what was typed, and says what happened', { timeout: patience }, async () => {
    const page = await openSheet();
    await page.getByRole('button', { name: 'Open confirmation' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete “Darkroom printing”?' });
    const confirm = dialog.getByRole('button', { name: 'Delete course' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Type the course title to confirm' }).fill('Darkroom printing');
    expect(await problemsOf(page)).toEqual([]);
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
    const toast = page.getByRole('alertdialog').filter({ hasText: '“Darkroom printing” is deleted.' });
    await toast.waitFor();
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('says what is not saved, refuses what is wrong, and goes back', { timeout: patience }, async () => {
    const page = await openSheet();
    const title = page.getByRole('textbox', { name: 'Course title' });
    await title.fill('');
    await title.blur();
    await page.getByText('A course needs a title.').waitFor();
    await page.getByText('Not saved: title').waitFor();
    await page.getByRole('button', { name: 'Save course' }).click();
    expect(await title.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Discard' }).last().click();
    expect(await title.inputValue()).toBe('Light and exposure');
    expect(await page.getByText('Not saved:').count()).toBe(0);
    await page.context().close();
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
    await page.context().close();
  });

  it('selects rows and sorts the table', { timeout: patience }, async () => {
    const page = await openSheet();
    await page.getByRole('checkbox', { name: 'Select Ana Brandt' }).check({ force: true });
    await page.getByText('1 selected').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    expect(await page.getByText('1 selected').count()).toBe(0);
    const head = page.getByRole('columnheader', { name: 'Member' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await page.context().close();
  });

  it('narrows a combobox down as one types', { timeout: patience }, async () => {
    const page = await openSheet();
    const box = page.getByRole('combobox', { name: 'Category' });
    await box.click();
    await box.fill('micro');
    await page.getByRole('option', { name: 'Microphotography' }).click();
    expect(await box.inputValue()).toBe('Microphotography');
    await page.context().close();
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
    expect(await problemsOf(page)).toEqual([]);
    // What is found first is chosen, and said to be: Enter goes there.
    const chosen = palette.getByRole('option', { selected: true });
    expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
