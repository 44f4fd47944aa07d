import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import {
  type Cursor,
  cursorBehind,
  type MemberFilter,
  type MemberOrder,
  memberCount,
  memberPage,
} from '../directory/data.ts';

/**
 * One page of the members that match and how many there are. Where the page before was seen, the server goes on
 * behind its last row; a link into the middle is found by counting.
 */
export function useMemberPage(filter: MemberFilter, order: MemberOrder, page: number, size: number) {
  const wire = useWire();
  const { account_id } = useAccount();
  const seen = useRef(new Map<string, Cursor>());
  const key = (number: number) => JSON.stringify([filter, order, size, number]);
  const after = page > 1 ? seen.current.get(key(page)) : undefined;
  const list = useQuery({
    ...memberPage(wire, account_id, filter, order, { after, skip: (page - 1) * size, size }),
    placeholderData: keepPreviousData,
  });
  const total = useQuery({ ...memberCount(wire, account_id, filter), placeholderData: keepPreviousData });
  const last = list.data && !list.isPlaceholderData ? cursorBehind(list.data.rows, order) : undefined;
  if (last) seen.current.set(key(page + 1), last);
  return { list, rows: list.data?.rows, total: total.data, hasNext: list.data?.has_next ?? false };
}
