import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CachedRead, Rendered } from './compressed-page.ts';
import { encodedPageOf, recompress } from './compressed-page.ts';
import { createPageCache, type PageCache, pageKey } from './page-cache.ts';

const MEBIBYTE = 1024 * 1024;
const KEY = pageKey('a', '/', 'en', '', false);

let cache: PageCache;
let renders: number;
let open: () => void;
let gate: Promise<void>;
beforeEach(() => {
  cache = createPageCache({ isEnabled: true, maxBytes: 64 * MEBIBYTE });
  renders = 0;
  gate = Promise.resolve();
});
afterEach(() => {
  vi.useRealTimers();
});

function hold(): void {
  gate = new Promise((resolve) => {
    open = resolve;
  });
}

/** What its number says: which render it was. */
const render = (more: { tags?: string[]; reads?: CachedRead[]; html?: string } = {}) => {
  return async (): Promise<Rendered> => {
    const html = more.html ?? `render ${++renders}`;
    await gate;
    return {
      status: 200,
      body: Buffer.from(html),
      headers: {},
      tags: new Set(more.tags ?? ['pages:a:home']),
      reads: more.reads ?? [],
    };
  };
};
const text = async (page: ReturnType<PageCache['load']>) => encodedPageOf(await page, 'identity').body.toString();
const textNow = (mayBeOld: boolean) => {
  const page = cache.get(KEY, mayBeOld);
  return page && encodedPageOf(page, 'identity').body.toString();
};

describe('five hundred who ask for one cold page', () => {
  test('wait for one render', async () => {
    hold();
    const requests = Array.from({ length: 500 }, () => text(cache.load(KEY, render(), true)));
    open();
    expect(new Set(await Promise.all(requests))).toEqual(new Set(['render 1']));
    expect(renders).toBe(1);
  });

  test('wait for one render though other things change all the time', async () => {
    hold();
    const requests: Promise<string>[] = [];
    for (let count = 0; count < 500; count++) {
      requests.push(text(cache.load(KEY, render(), true)));
      cache.drop([`pages:a:other-${count}`]);
    }
    open();
    await Promise.all(requests);
    expect(renders).toBe(1);
  });

  test('wait for one more where the page itself changes meanwhile: who asks after a change sees it', async () => {
    hold();
    const before = Array.from({ length: 250 }, () => text(cache.load(KEY, render())));
    await Promise.resolve();
    cache.drop(['pages:a:home']);
    const after = Array.from({ length: 250 }, () => text(cache.load(KEY, render())));
    open();
    expect(new Set(await Promise.all(before))).toEqual(new Set(['render 1']));
    expect(new Set(await Promise.all(after))).toEqual(new Set(['render 2']));
    expect(renders).toBe(2);
    expect(textNow(false)).toBe('render 2');
  });

  test('are all told where it fails, and the next tries again', async () => {
    const failing = () => Promise.reject(new Error('no database'));
    const requests = Array.from({ length: 5 }, () => cache.load(KEY, failing));
    for (const item of await Promise.allSettled(requests)) expect(item.status).toBe('rejected');
    expect(await text(cache.load(KEY, render()))).toBe('render 1');
  });
});

describe('while a changed page is made anew', () => {
  beforeEach(async () => {
    await cache.load(KEY, render());
    hold();
    cache.drop(['pages:a:home']);
  });

  test('who asks first waits for it, others are given the last one at once, and the new one afterwards', async () => {
    expect(textNow(true)).toBeUndefined();
    const first = text(cache.load(KEY, render(), true));
    expect(textNow(true)).toBe('render 1');
    expect(await text(cache.load(KEY, render(), true))).toBe('render 1');
    open();
    expect(await first).toBe('render 2');
    expect(textNow(true)).toBe('render 2');
    expect(renders).toBe(2);
  });

  test('who is signed in is never given the last one', async () => {
    void cache.load(KEY, render());
    expect(textNow(false)).toBeUndefined();
    const own = text(cache.load(KEY, render(), false));
    open();
    expect(await own).toBe('render 2');
  });

  test('the last one is given for a second at most', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    open();
    await cache.load(KEY, render());
    hold();
    cache.drop(['pages:a:home']);
    const first = text(cache.load(KEY, render(), true));
    vi.advanceTimersByTime(999);
    expect(textNow(true)).toBe('render 2');
    vi.advanceTimersByTime(1);
    expect(textNow(true)).toBeUndefined();
    open();
    expect(await first).toBe('render 3');
  });

  test('a second change does not make the last one last longer', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    open();
    await cache.load(KEY, render());
    hold();
    cache.drop(['pages:a:home']);
    void cache.load(KEY, render(), true);
    vi.advanceTimersByTime(900);
    cache.drop(['pages:a:home']);
    vi.advanceTimersByTime(100);
    expect(textNow(true)).toBeUndefined();
    open();
  });

  test.each(['path', 'account', 'everything'])('a page dropped by %s is gone at once', async (what) => {
    void cache.load(KEY, render(), true);
    if (what === 'path') cache.dropPath('a', '/');
    if (what === 'account') cache.dropAccount('a');
    if (what === 'everything') cache.clear();
    expect(textNow(true)).toBeUndefined();
    open();
  });
});

test('a page in doubt is given out again where its lists answer as they did, meanwhile as the last one', async () => {
  let response = true;
  const reads = [{ tags: ['courses:a'], isSame: async () => response }];
  await cache.load(KEY, render({ tags: [], reads }));
  cache.drop(['courses:a']);
  expect(textNow(true)).toBeUndefined();
  const requests = text(cache.load(KEY, render({ tags: [], reads })));
  expect(textNow(true)).toBe('render 1');
  expect(textNow(false)).toBeUndefined();
  expect(await requests).toBe('render 1');
  response = false;
  cache.drop(['courses:a']);
  expect(await text(cache.load(KEY, render({ tags: [], reads })))).toBe('render 2');
});

describe('the memory', () => {
  /** Text that can't be made smaller. */
  const noise = (kilobytes: number) =>
    Array.from({ length: kilobytes * 64 }, () => Math.random().toString(36).slice(2, 18).padEnd(16, 'x')).join('');
  const keyOf = (number: number) => pageKey('a', `/${number}`, 'en', '', false);

  test('is bounded: what was asked for longest ago goes first', async () => {
    cache = createPageCache({ isEnabled: true, maxBytes: MEBIBYTE });
    for (let number = 0; number < 40; number++) {
      await cache.load(keyOf(number), render({ html: noise(30), tags: [`pages:a:${number}`] }));
      expect(cache.bytes).toBeLessThanOrEqual(MEBIBYTE);
      cache.get(keyOf(0));
    }
    expect(cache.size).toBeGreaterThan(5);
    expect(cache.size).toBeLessThan(40);
    expect(cache.get(keyOf(0))).toBeDefined();
    expect(cache.get(keyOf(1))).toBeUndefined();
    expect(cache.get(keyOf(39))).toBeDefined();
  });

  test('holds changed pages too until they are made anew or a second has gone', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    // The library takes a time of zero for none.
    vi.advanceTimersByTime(1);
    await cache.load(KEY, render());
    const stored = cache.bytes;
    cache.drop(['pages:a:home']);
    expect([cache.size, cache.bytes]).toEqual([0, stored]);
    vi.advanceTimersByTime(1_001);
    expect(cache.bytes).toBe(0);
  });

  test('is not given to one page that would push out many', async () => {
    cache = createPageCache({ isEnabled: true, maxBytes: MEBIBYTE });
    await cache.load(KEY, render());
    await cache.load(keyOf(1), render({ html: noise(200) }));
    expect(cache.get(keyOf(1))).toBeUndefined();
    expect(cache.get(KEY)).toBeDefined();
  });

  test('is empty again when all is forgotten', async () => {
    for (let number = 0; number < 5; number++) await cache.load(keyOf(number), render());
    cache.drop(['pages:a:home']);
    await cache.load(keyOf(1), render());
    cache.clear();
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });
});

test('drops more than are remembered make no old page new', async () => {
  hold();
  const early = cache.load(KEY, render());
  await Promise.resolve();
  for (let round = 0; round < 60; round++) cache.drop(Array.from({ length: 1_000 }, (_, i) => `t:${round}:${i}`));
  open();
  await early;
  expect(textNow(false)).toBeUndefined();
});

test('a page that nobody asks for again is packed once, quickly; one that is asked for again becomes smaller', async () => {
  const html = Array.from({ length: 2_000 }, (_, at) => `<p class="c${at % 7}">${Math.sin(at)}</p>`).join('');
  const first = await cache.load(KEY, render({ html }));
  const quick = encodedPageOf(first, 'br').body.length;
  expect(first.isRecompressed).toBe(false);
  const again = await cache.load(KEY, render({ html }));
  await recompress(again);
  expect(encodedPageOf(again, 'br').body.length).toBeLessThan(quick);
  expect(encodedPageOf(again, 'identity').body.toString()).toBe(html);
});
