import { chromium } from 'playwright-core';
import { findBrowser } from '#tools/chromium.ts';

/** Bytes a browser loaded, as they came over the wire, by kind. */
export type Weight = { script: number; stylesheet: number; document: number; other: number; scripts: string[] };

/** What a visitor loads who opens the page and reads, and what is added when the cart is opened. Null without a browser. */
export async function weighPage(origin: string): Promise<{ reading: Weight; withCart: Weight | null } | null> {
  const found = await findBrowser().catch(() => null);
  if (!found) return null;
  const browser = await chromium.launch(found);
  try {
    const page = await browser.newPage();
    const weight: Weight = { script: 0, stylesheet: 0, document: 0, other: 0, scripts: [] };
    const kinds = new Map<string, { kind: string; url: string }>();
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    wire.on('Network.responseReceived', ({ requestId, type, response }) => {
      kinds.set(requestId, { kind: type.toLowerCase(), url: response.url });
    });
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const { kind, url } = kinds.get(requestId) ?? { kind: 'other', url: '' };
      const known = kind === 'script' || kind === 'stylesheet' || kind === 'document' ? kind : 'other';
      weight[known] += encodedDataLength;
      if (known === 'script') weight.scripts.push(new URL(url).pathname);
    });
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
    // A reader scrolls; what comes alive only by being seen counts.
    await page.mouse.wheel(0, 20_000);
    await page.waitForLoadState('networkidle');
    const reading = { ...weight, scripts: [...weight.scripts] };
    const cart = page.getByRole('banner').getByRole('button', { name: /cart/i }).first();
    if ((await cart.count()) === 0) return { reading, withCart: null };
    await cart.click();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1_000);
    return { reading, withCart: { ...weight } };
  } finally {
    await browser.close();
  }
}
