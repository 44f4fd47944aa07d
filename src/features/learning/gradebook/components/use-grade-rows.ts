import { useQueries, useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { type GradebookFilter, gradebookPageQuery, PAGE_SIZE } from '../data.ts';
import type { GradebookRow } from '../schema.ts';

/** How many students the list has; undefined until its first page is read. */
export function useStudentCount(courseId: string, filter: GradebookFilter): number | undefined {
  const db = useDb();
  const { account_id } = useAccount();
  return useQuery(gradebookPageQuery(db, account_id, courseId, filter, 1)).data?.count;
}

/** The students between two places of the list: only their pages are read, and the first. */
export function useGradeRows(courseId: string, filter: GradebookFilter, range: { first: number; last: number }) {
  const db = useDb();
  const { account_id } = useAccount();
  const firstPage = Math.floor(range.first / PAGE_SIZE) + 1;
  const lastPage = Math.floor(range.last / PAGE_SIZE) + 1;
  const numbers = [...new Set([1, firstPage, lastPage])];
  const pages = useQueries({
    queries: numbers.map((page) => gradebookPageQuery(db, account_id, courseId, filter, page)),
  });
  const failed = pages.find(({ isError }) => isError);
  return {
    failed,
    rowAt: (index: number): GradebookRow | undefined => {
      const page = numbers.indexOf(Math.floor(index / PAGE_SIZE) + 1);
      return pages[page]?.data?.rows[index % PAGE_SIZE];
    },
  };
}
