import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, PASSWORD, signIn } from './people.ts';

const SCRIPT = 'window.hasRun = true; document.title = 1';

/** Uploads by a bare request, as somebody does who means no good; answers the refusal's status, or null. */
function upload(page: Page, name: string, type: string, body: string): Promise<string | null> {
  return page.evaluate(
    async ({ name, type, body, password }) => {
      const config = await (await fetch('/api/config')).json();
      const headers = { apikey: config.anon_key, 'content-type': 'application/json' };
      const session = await fetch('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: 'instructor@demo.test', password }),
      });
      const { access_token } = await session.json();
      const answer = await fetch(`/storage/v1/object/${config.account.account_id}/public/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': type, 'x-upsert': 'true' },
        body,
      });
      return answer.ok ? null : (await answer.json()).statusCode;
    },
    { name, type, body, password: PASSWORD },
  );
}

test('who uploads a script reaches nobody’s browser with it', async ({ page }) => {
  const origin = originOf('demo');
  await page.goto(origin);
  const account = await page.evaluate(async () => (await (await fetch('/api/config')).json()).account.account_id);
  const word = crypto.randomUUID().slice(0, 8);
  const address = (name: string) => `/storage/v1/object/public/${account}/public/${name}`;
  const hasRun = () => page.evaluate(() => 'hasRun' in window);

  await test.step('no type but one is taken', async () => {
    for (const type of ['text/plain;charset=utf-8, text/html', 'text/html, text/plain', 'text/html', 'text/javascript'])
      expect([type, await upload(page, `${word}.txt`, type, `<script>${SCRIPT}</script>`)]).toEqual([type, '415']);
    expect(await upload(page, `${word}.txt`, 'text/plain', SCRIPT)).toBeNull();
    expect(await upload(page, `${word}.json`, 'application/json', SCRIPT)).toBeNull();
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script><rect width="9" height="9"/></svg>`;
    expect(await upload(page, `${word}.svg`, 'image/svg+xml', drawing)).toBeNull();
    const document = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`;
    expect(await upload(page, `${word}.xml`, 'text/xml', document)).toBeNull();
  });

  await test.step('as a script of a page none of them is loaded', async () => {
    for (const ending of ['txt', 'json', 'svg', 'xml']) {
      const outcome = await page.evaluate(
        (src) =>
          new Promise((resolve) => {
            const script = document.createElement('script');
            script.onload = () => resolve('loaded');
            script.onerror = () => resolve('refused');
            script.src = src;
            document.head.append(script);
          }),
        address(`${word}.${ending}`),
      );
      expect([ending, outcome]).toEqual([ending, 'refused']);
    }
    expect(await hasRun()).toBe(false);
  });

  await test.step('opened by itself it is downloaded, or drawn without running', async () => {
    for (const ending of ['txt', 'json', 'xml']) {
      const download = page.waitForEvent('download');
      await page.goto(`${origin}${address(`${word}.${ending}`)}`).catch(() => {});
      expect((await download).suggestedFilename()).toBe(`${word}.${ending}`);
    }
    await page.goto(`${origin}${address(`${word}.svg`)}`);
    expect(await page.evaluate(() => document.documentElement.localName)).toBe('svg');
    expect(await hasRun()).toBe(false);
    expect(await page.title()).not.toBe('1');
  });
});

test('a PDF of a lesson opens inside it', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|refused to|blocked/i.test(message.text())) refused.push(message.text());
  });
  // A browser without windows says that it shows no PDF: the lesson frames it all the same.
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }));
  await signIn(page, originOf('demo'), 'student@demo.test', '/dashboard/courses/light-and-exposure');
  await expect(page.getByText(/· lesson \d+ of/).first()).toBeVisible();
  const file = page.waitForResponse((response) => /\/object\/sign\/.*histograms\.pdf\?token=/.test(response.url()));
  const download = hasViewer ? null : page.waitForEvent('download');
  await page.goto(`${originOf('demo')}/dashboard/courses/light-and-exposure?lesson=reading-a-histogram`);
  // A viewer answers the frame itself, with headers of its own: the file's are asked for beside it.
  const headers = await page.evaluate(
    async (url) => Object.fromEntries((await fetch(url)).headers),
    (await file).url(),
  );
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-security-policy']).toBe("default-src 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-disposition']).toBeUndefined();
  // With a viewer it opens within the frame; without one the frame hands over what it was answered.
  if (download) expect((await download).url()).toContain('histograms.pdf');
  else await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))).toBe(true);
  expect(refused).toEqual([]);
});
