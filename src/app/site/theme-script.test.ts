import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fontScript } from './theme-script.ts';

const FILES = ['/assets/a.woff2', '/assets/b.woff2'];

type Link = { rel: string; href: string; fetchPriority: string; crossOrigin: string; onload(): void };

/** A browser with nothing but what the script asks of one; `run` is a page that it opens. */
function browser(given: { downlink?: number; wayMs?: number; storage?: Map<string, string> | null }) {
  const storage = given.storage === undefined ? new Map<string, string>() : given.storage;
  const run = () => {
    const links: Link[] = [];
    const dataset: Record<string, string> = {};
    const listeners: (() => void)[] = [];
    const window = {
      document: {
        documentElement: { dataset },
        createElement: () => ({}),
        head: { append: (link: Link) => links.push(link) },
      },
      navigator: given.downlink === undefined ? {} : { connection: { downlink: given.downlink } },
      performance: {
        getEntriesByType: () =>
          given.wayMs === undefined ? [] : [{ requestStart: 5, responseStart: 5 + given.wayMs } as const],
      },
      addEventListener: (name: string, listener: () => void) => name === 'load' && listeners.push(listener),
      get localStorage() {
        if (!storage) throw new Error('SecurityError');
        return {
          getItem: (name: string) => storage.get(name) ?? null,
          setItem: (name: string, value: string) => storage.set(name, value),
        };
      },
    };
    new Function('window', `with (window) { ${fontScript(FILES)} }`)(window);
    return {
      asked: () => links.map(({ href }) => href),
      links,
      isPlain: () => dataset.plain !== undefined,
      finish: () => {
        for (const listener of listeners) listener();
      },
    };
  };
  return { run, storage };
}

describe('the fonts of the dashboard', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['on a wide way', { downlink: 10, wayMs: 30 }],
    ['on a wide way to a server that takes its time', { downlink: 10, wayMs: 900 }],
    ['where a browser tells nothing and the document came soon', { wayMs: 90 }],
    ['where nothing is known at all', {}],
    ['where nothing may be kept', { downlink: 10, storage: null }],
  ])('%s come with the first line', (_, given) => {
    const page = browser(given).run();
    expect(page.asked()).toEqual(FILES);
    expect(page.links[0]).toMatchObject({ rel: 'preload', fetchPriority: 'low', crossOrigin: 'anonymous' });
    expect(page.isPlain()).toBe(false);
  });

  test.each([
    ['a narrow way', { downlink: 1.45, wayMs: 120 }],
    ['a way on which the document was long', { wayMs: 400 }],
  ])('over %s come at rest, and are used from the next page on', (_, given) => {
    const visitor = browser(given);
    const first = visitor.run();
    expect([first.asked(), first.isPlain()]).toEqual([[], true]);
    first.finish();
    expect(first.asked()).toEqual([]);
    vi.runAllTimers();
    expect(first.asked()).toEqual(FILES);
    // What did not come is not at hand.
    expect(visitor.run().isPlain()).toBe(true);
    for (const link of first.links) link.onload();
    const next = visitor.run();
    expect([next.asked(), next.isPlain()]).toEqual([FILES, false]);
  });

  test('another cut of them is not at hand', () => {
    const visitor = browser({ downlink: 1, storage: new Map([['fonts', '/assets/of-before.woff2']]) });
    expect(visitor.run().isPlain()).toBe(true);
  });
});
