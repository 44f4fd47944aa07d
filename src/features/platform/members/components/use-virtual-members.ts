import { useQueries, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import {
  cursorAfter,
  type MemberFilter,
  type MemberOrder,
  type MemberRow,
  memberCount,
  memberPage,
} from '../directory/data.ts';

const PAGE_SIZE = 100;

/** Rows of one list by index; shown until the first of the next list arrive. */
type ListCache = { key: string; rows: Map<number, MemberRow>; total: number | undefined };

/**
 * The matching members, of which only the visible pages are fetched. If the previous page is cached the server
 * continues after its last row (keyset); a jump into the middle uses an offset.
 */
export function useMemberWindow(filter: MemberFilter, order: MemberOrder) {
  const db = useDb();
  const { account_id } = useAccount();
  const key = JSON.stringify([filter, order]);
  const [visible, setVisible] = useState({ key, from: 0, to: 0 });
  const cached = useRef<ListCache>({ key, rows: new Map(), total: undefined });
  // A changed list starts at the first page.
  const { from, to } = visible.key === key ? visible : { from: 0, to: 0 };
  const pages = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  const count = useQuery(memberCount(db, account_id, filter));
  const cachedRows = cached.current.key === key ? cached.current.rows : new Map<number, MemberRow>();
  const results = useQueries({
    queries: pages.map((page) => {
      const previous = cachedRows.get(page * PAGE_SIZE - 1);
      const after = previous && cursorAfter([previous], order);
      return memberPage(db, account_id, filter, order, { after, skip: page * PAGE_SIZE, size: PAGE_SIZE });
    }),
  });

  const hasResult = results.some((result) => result.data) || count.data === 0;
  if (hasResult && count.data !== undefined) {
    if (cached.current.key !== key) cached.current = { key, rows: new Map(), total: count.data };
    cached.current.total = count.data;
    results.forEach((result, at) => {
      result.data?.rows.forEach((row, offset) => {
        cached.current.rows.set((pages[at] ?? 0) * PAGE_SIZE + offset, row);
      });
    });
  }
  const { rows, total } = cached.current;
  const failed = [count, ...results].filter((result) => result.isError);
  return {
    /** All rows of this list fetched so far. */
    rows: [...rows.values()],
    /** What the windowed table needs of the list. */
    table: {
      listKey: key,
      total,
      rowAt: (index: number) => rows.get(index),
      onShow: (first: number, last: number) => {
        const next = { key, from: Math.floor(first / PAGE_SIZE), to: Math.floor(last / PAGE_SIZE) };
        if (next.from !== from || next.to !== to) setVisible(next);
      },
      isRefreshing: count.isFetching || results.some((result) => result.isFetching),
      error: failed.length > 0,
      onRetry: () => {
        for (const result of failed) void result.refetch();
      },
    },
  };
}
