import { queryOptions } from '@tanstack/react-query';
import { call, errorText } from '#base/shared/call.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { Compared, ListName, ReportName, ReportParams } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    site_numbers: { returns: SiteNumbers };
    account_numbers: { row: AccountNumbers };
    report: { args: { filters?: ReportParams['filters'] }; returns: Report };
    report_list: { args: { filters?: ReportParams['filters'] }; returns: Listed };
    account_reports: { returns: AccountReport[] };
  }
}

type Change = { now: number; past: number };

/** An account's numbers over a period and the previous one. Money in minor units. */
export type SiteNumbers = {
  currency: string;
  unit: 'day' | 'month';
  since: string;
  revenue: Change;
  orders: Change;
  /** Orders with pending payment. */
  pending: number;
  members: Change & { total: number };
  completions: Change;
  visitors: Change;
  series: { at: string; revenue: number; past: number; members: number; visitors: number }[];
  courses: { id: string; title: string; slug: string; students: number; completed: number }[];
  /** Completed steps of the setup checklist. */
  done: Record<'look' | 'name' | 'course' | 'payment' | 'member' | 'order', boolean>;
};

export type AccountNumbers = {
  account_id: string;
  slug: string;
  domain: string | null;
  status: 'active' | 'suspended';
  title: string;
  icon: string | null;
  members: number;
  courses: number;
  is_member: boolean;
  created_at: string;
  /** Reason of the suspension. */
  suspension: string | null;
};

export function siteNumbers(db: Db, accountId: string, days: number) {
  return queryOptions({
    queryKey: ['reports', accountId, 'numbers', days],
    queryFn: async (): Promise<SiteNumbers> => dataOf(await db.rpc('site_numbers', { account_id: accountId, days })),
    staleTime: 60_000,
  });
}

export type Point = { at: string; now: number; past?: number };
export type Frame = {
  zone: string;
  currency: string;
  unit: 'day' | 'week' | 'month';
  first: string;
  last: string;
  past_first: string | null;
  past_last: string | null;
};
/** A row of a breakdown: its name and the counts of that breakdown. */
export type Row = {
  name: string;
  id?: string;
  slug?: string;
  kind?: string | null;
  language?: string;
  [count: string]: unknown;
};
export type Cohort = { month: string; members: number; active: number[] };

/** Money in minor units of the frame's currency. A number without data is null. */
export type Report = {
  frame: Frame;
  numbers: Record<string, Compared | { now: null; past: null }>;
  series: Record<string, Point[]>;
  tables: Record<string, Row[]> & { cohorts?: Cohort[]; risk?: number; readers?: number };
};

export type ListedRow = { id: string; at: string; [column: string]: unknown };
export type Listed = { frame: Frame; count: number; rows: ListedRow[] };

export type AccountReport = Pick<Report, 'frame' | 'numbers' | 'series'> & {
  account_id: string;
  slug: string;
  domain: string | null;
  title: string;
  status: 'active' | 'suspended';
  is_member: boolean;
};

const argumentsOf = ({ period, since, until }: ReportParams) => ({
  period,
  ...(since && until ? { since, until } : {}),
});

/** The rows behind a number, with the frame of the report. */
export async function listReportRows(
  db: Db,
  accountId: string,
  list: ListName,
  params: ReportParams,
  page: number,
  pageSize: number,
): Promise<Listed & { total: number }> {
  const values = { account_id: accountId, list, filters: params.filters, page, page_size: pageSize };
  const listed: Listed = dataOf(await db.rpc('report_list', { ...values, ...argumentsOf(params) }));
  return { ...listed, total: listed.count };
}

export const reportQueries = {
  one: (db: Db, accountId: string, report: ReportName, params: ReportParams) =>
    queryOptions({
      queryKey: ['reports', accountId, report, params],
      queryFn: async (): Promise<Report> =>
        dataOf(
          await db.rpc('report', {
            account_id: accountId,
            report,
            compare: params.compare,
            filters: params.filters,
            ...argumentsOf(params),
          }),
        ),
      staleTime: 60_000,
    }),
  accounts: (db: Db, userId: string, params: ReportParams) =>
    queryOptions({
      queryKey: ['reports', 'own accounts', userId, params],
      queryFn: async (): Promise<AccountReport[]> =>
        dataOf(await db.rpc('account_reports', { compare: params.compare, ...argumentsOf(params) })),
      staleTime: 60_000,
    }),
};

/** On the platform's host: the caller's own accounts; all accounts for administrators. */
export function accountNumbers(db: Db, userId: string) {
  return queryOptions({
    queryKey: ['reports', 'accounts', userId],
    queryFn: async (): Promise<AccountNumbers[]> => dataOf(await db.rpc('account_numbers')),
  });
}

/**
 * Requests the URL that starts a session on an account's host, optionally redirecting to a screen there. @throws
 * {Error}
 */
export async function openSite(path: string, accountId: string, screen?: string): Promise<string> {
  const response = await call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_id: accountId }),
  });
  const body = (await response.json()) as { url?: string; error?: { message: string } };
  if (!response.ok || !body.url)
    throw new Error(body.error?.message ?? (await errorText('The site could not be opened.')));
  return screen ? `${body.url}&redirectedFrom=${encodeURIComponent(screen)}` : body.url;
}
