import { expect, type Page } from '@playwright/test';
import { barriersOf, type Scan } from '#tests/barriers.ts';

/** A page of the site shown in an editor is a page of its own, and scanned where it stands. */
const PREVIEW = '.site-preview > iframe';

/**
 * What assistive technology would stumble over on the screen as it stands: nothing. Waits until what moves has come to
 * rest, for a half-faded text has too little contrast and is no defect. `part`: a selector, where a panel fills the window.
 */
export async function expectNoBarriers(page: Page, part?: string): Promise<void> {
  if (part) await expect(page.locator(part).first()).toBeVisible();
  else await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expectNothingFound(page, part ? { within: part } : {});
}

/** The same screen in another theme, without being loaded again: nothing that was readable becomes faint. */
export async function expectContrastIn(page: Page, theme: 'dark' | 'night'): Promise<void> {
  const before = await page.evaluate((name) => {
    const { dataset } = document.documentElement;
    const was = dataset.theme;
    dataset.theme = name;
    return was;
  }, theme);
  try {
    await expectNothingFound(page, { rules: ['color-contrast'] });
  } finally {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, before);
  }
}

async function expectNothingFound(page: Page, scan: Scan): Promise<void> {
  const look = async () => {
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)));
      await Promise.allSettled(ending.map((animation) => animation.finished));
    });
    return barriersOf(page, { ...scan, without: PREVIEW });
  };
  let found = await look();
  // A message that came while the first look was under way is half faded in; what is wrong is wrong a second time.
  if (found.length > 0) found = await look();
  expect(found, `barriers on ${page.url()}`).toEqual([]);
}

/** No screen is wider than its window: nobody has to scroll sideways to read. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Polled: while content comes, the room of a scrollbar counts for a moment.
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(excess, { message: `pixels to the side of ${page.url()}`, timeout: 2_000 }).toBe(0);
}

/**
 * What people wrote in another script than the screen's runs as its own script does: on a page from right to left, no
 * Latin sentence ends with its full stop before its first word.
 */
export async function expectContentInItsDirection(page: Page): Promise<void> {
  const turned = await page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const runsByItself = (element: Element | null): boolean => {
      if (!element) return false;
      const { direction, unicodeBidi, display } = getComputedStyle(element);
      if (direction === 'ltr' || unicodeBidi === 'plaintext') return true;
      return display === 'inline' && runsByItself(element.parentElement);
    };
    while (texts.nextNode()) {
      const words = texts.currentNode.textContent?.trim() ?? '';
      const element = texts.currentNode.parentElement;
      if (!element || element.closest('script, style, noscript')) continue;
      const isLatinSentence = /[A-Za-z]{3}.*[.,!?”"’)…:]$/s.test(words) && !/[\u0600-\u06ff]/.test(words);
      if (isLatinSentence && !runsByItself(element)) found.push(words.slice(0, 80));
    }
    return found;
  });
  expect(turned, 'sentences that run against their script').toEqual([]);
}
