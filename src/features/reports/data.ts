import { queryOptions } from '@tanstack/react-query';
import { call, sayRefusal } from '#base/shared/call.ts';
import { dataOf, type Wire } from '#base/shared/wire.ts';

type Change = { now: number; past: number };

/** An account's numbers over a time and the same time before. Money in minor units. */
export type SiteNumbers = {
  currency: string;
  unit: 'day' | 'month';
  since: string;
  revenue: Change;
  orders: Change;
  /** Orders that wait for their payment. */
  pending: number;
  members: Change & { total: number };
  completions: Change;
  series: { at: string; revenue: number; past: number; members: number }[];
  courses: { id: string; title: string; slug: string; students: number; completed: number }[];
  /** What the owner has set up. */
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
  /** Why it is suspended. */
  suspension: string | null;
};

export function siteNumbers(wire: Wire, accountId: string, days: number) {
  return queryOptions({
    queryKey: ['reports', accountId, 'numbers', days],
    queryFn: async () =>
      dataOf(await wire.rpc('site_numbers', { account_id: accountId, days })) as unknown as SiteNumbers,
    staleTime: 60_000,
  });
}

/** On the platform's host: one's own accounts; all of them for those who run it. */
export function accountNumbers(wire: Wire, userId: string) {
  return queryOptions({
    queryKey: ['reports', 'accounts', userId],
    queryFn: async () => dataOf(await wire.rpc('account_numbers')) as unknown as AccountNumbers[],
  });
}

/** Asks for the address on an account's host where a session of one's own begins. */
export async function openSite(path: string, accountId: string): Promise<string> {
  const answer = await call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_id: accountId }),
  });
  const body = (await answer.json()) as { url?: string; error?: { message: string } };
  if (!answer.ok || !body.url)
    throw new Error(body.error?.message ?? (await sayRefusal('The site could not be opened.')));
  return body.url;
}
