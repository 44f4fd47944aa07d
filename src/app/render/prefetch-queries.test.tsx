import { type QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { isJson, prefetchedQueries } from './prefetch-queries.ts';

const always = async () => true;

/** What a screen reads that is made of this part, by the first word of each key. */
async function readsOf(
  Part: () => ReactNode,
  begin: (queries: QueryClient) => Promise<boolean> = always,
  patience?: number,
) {
  const draw = async (queries: QueryClient) =>
    renderToStaticMarkup(
      <QueryClientProvider client={queries}>
        <Part />
      </QueryClientProvider>,
    );
  return Object.fromEntries((await prefetchedQueries(begin, draw, patience)).map(([key, data]) => [key[0], data]));
}

describe('what a screen reads first', () => {
  test('is what its queries are answered, those that follow from another too', async () => {
    function Screen() {
      const first = useQuery({ queryKey: ['one'], queryFn: async () => 1 });
      const next = useQuery({
        queryKey: ['next'],
        queryFn: async () => (first.data ?? 0) + 1,
        enabled: first.isSuccess,
      });
      const pages = useInfiniteQuery({
        queryKey: ['pages'],
        queryFn: async ({ pageParam }) => [pageParam],
        initialPageParam: 7,
        getNextPageParam: () => null,
      });
      return [first.data, next.data, pages.data?.pages.length].join();
    }
    expect(await readsOf(Screen)).toEqual({ one: 1, next: 2, pages: { pages: [[7]], pageParams: [7] } });
  });

  test('is nothing that fails, is switched off or would not survive being written down', async () => {
    function Screen() {
      useQuery({ queryKey: ['good'], queryFn: async () => ({ rows: [{ at: null }] }) });
      useQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new Error('refused')) });
      useQuery({ queryKey: ['off'], queryFn: async () => 1, enabled: false });
      useQuery({ queryKey: ['off as well'], queryFn: async () => 1, enabled: () => false });
      useQuery({ queryKey: ['map'], queryFn: async () => new Map([[1, 2]]) });
      return null;
    }
    expect(await readsOf(Screen)).toEqual({ good: { rows: [{ at: null }] } });
  });

  test('is handed over without what does not come in time', async () => {
    function Screen() {
      useQuery({ queryKey: ['quick'], queryFn: async () => 1 });
      useQuery({ queryKey: ['never'], queryFn: () => new Promise<number>(() => {}) });
      return null;
    }
    expect(await readsOf(Screen, always, 500)).toEqual({ quick: 1 });
  });

  test('is found even where a screen can not be drawn to its end', async () => {
    function Screen(): ReactNode {
      useQuery({ queryKey: ['asked'], queryFn: async () => 1 });
      throw new Error('There is no window here.');
    }
    expect(await readsOf(Screen)).toEqual({ asked: 1 });
  });

  test('is nothing at all where there is nothing to draw', async () => {
    function Screen() {
      useQuery({ queryKey: ['one'], queryFn: async () => 1 });
      return null;
    }
    const begin = async (queries: QueryClient) => {
      queries.setQueryData(['own'], null);
      return false;
    };
    expect(await readsOf(Screen, begin)).toEqual({});
    expect(await readsOf(Screen, () => Promise.reject(new Error('away')))).toEqual({});
  });

  test('is asked for a few times and not for ever', async () => {
    let renders = 0;
    function Screen() {
      renders++;
      useQuery({ queryKey: [`pass ${renders}`], queryFn: async () => renders });
      return null;
    }
    await readsOf(Screen);
    expect(renders).toBe(4);
  });
});

test.each([
  [null, true],
  [{ a: [1, 'b', { c: undefined }] }, true],
  [new Date(0), false],
  [new Set([1]), false],
  [{ deep: [new Map()] }, false],
  [Number.NaN, false],
  [undefined, false],
])('%o is JSON: %s', (value, expected) => expect(isJson(value)).toBe(expected));
