import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { findBrowser } from '#tools/chromium.ts';
import { type Figure, milliseconds } from './report.ts';

type Bench = { port: number; host: string; add(figure: Figure): void };

/** Pages with pictures, cookie notice and the script of the theme. */
const pages = [
  ['home', '/'],
  ['course', '/course/light-and-exposure'],
  ['post', '/blog/why-shade-is-blue'],
] as const;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LCP_MS = 1_000;
const TBT_MS = 10;

/** Lighthouse on a telephone, as it comes: its own network, its own slower processor. */
export async function lighthouseScores({ port, host, add }: Bench): Promise<void> {
  const found = await findBrowser().catch(() => null);
  if (!found) {
    add({ name: 'Lighthouse', value: 'not measured: no browser was found' });
    return;
  }
  const profile = mkdtempSync(join(tmpdir(), 'stoa-lighthouse-'));
  const debugging = await freePort();
  // In a profile of its own: Lighthouse empties caches and storage of the browser it is given.
  const browser = await chromium.launchPersistentContext(profile, {
    ...found,
    args: [...found.args, `--remote-debugging-port=${debugging}`],
  });
  try {
    for (const [name, path] of pages) {
      const result = await lighthouse(`http://${host}:${port}${path}`, {
        port: debugging,
        logLevel: 'silent',
        output: 'json',
        onlyCategories: [...categories],
      });
      const report = result?.lhr;
      if (!report || report.runtimeError) throw new Error(`Lighthouse could not look at ${path}.`);
      const scores = categories.map((id) => Math.round((report.categories[id]?.score ?? 0) * 100));
      const value = (id: string) => report.audits[id]?.numericValue ?? Number.NaN;
      const missed = Object.values(report.categories).flatMap(({ auditRefs }) =>
        auditRefs.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.995).map(({ id }) => id),
      );
      const [painted, blocked, shifted] = [
        value('largest-contentful-paint'),
        value('total-blocking-time'),
        value('cumulative-layout-shift'),
      ];
      add({
        name: `Lighthouse, ${name}: ${categories.join(', ')}`,
        value: scores.join(', '),
        beside: missed.length > 0 ? `not whole: ${missed.join(', ')}` : 'nothing found',
        limit: '100 each',
        holds: scores.every((score) => score === 100),
      });
      add({
        name: `Lighthouse, ${name}: largest paint, blocked, shifted`,
        value: `${milliseconds(painted)}, ${milliseconds(blocked)}, ${shifted.toFixed(3)}`,
        limit: `<= ${LCP_MS} ms, <= ${TBT_MS} ms, 0`,
        holds: painted <= LCP_MS && blocked <= TBT_MS && shifted === 0,
      });
    }
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
