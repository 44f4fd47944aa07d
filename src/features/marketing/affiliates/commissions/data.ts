import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { CommissionStatus } from '../rules.ts';

export type Commission = {
  id: string;
  kind: 'commission' | 'reversal';
  affiliate_id: string;
  title: string;
  source: 'link' | 'coupon' | 'renewal';
  base: number;
  amount: number;
  currency: string;
  earned_at: string;
  payable_at: string;
  payout_id: string | null;
  affiliates: { code: string; members: { name: string } | null };
};

const COMMISSION =
  'id, kind, affiliate_id, title, source, base, amount, currency, earned_at, payable_at, payout_id, affiliates!inner(code, user_id, members(name))';
const sortable = { earned_at: 'earned_at', amount: 'amount', title: 'title' };

/** One page of commissions and what was taken back of them: the account's, or with `user_id` a person's own. */
export function listCommissions(
  db: Db,
  account_id: string,
  filters: ListRequest & { status?: readonly CommissionStatus[] | undefined; now: Date; user_id?: string },
): Promise<ListPage<Commission>> {
  const { status = [], now, user_id } = filters;
  let query = db.from('affiliate_commissions').select(COMMISSION, { count: 'exact' }).eq('account_id', account_id);
  if (user_id !== undefined) query = query.eq('affiliates.user_id', user_id);
  const conditions: Record<CommissionStatus, string> = {
    pending: `and(payout_id.is.null,payable_at.gt.${now.toISOString()})`,
    payable: `and(payout_id.is.null,payable_at.lte.${now.toISOString()})`,
    paid: 'payout_id.not.is.null',
  };
  if (status.length > 0) query = query.or(status.map((one) => conditions[one]).join(','));
  return pageOf<Commission>(query, filters, { sortable, usual: 'earned_at' });
}

export type Payout = {
  id: string;
  affiliate_id: string;
  amount: number;
  currency: string;
  reference: string;
  paid_at: string;
  affiliates: { code: string; members: { name: string } | null };
};

/** One page of what was paid: the account's, or with `user_id` a person's own. */
export function listPayouts(
  db: Db,
  account_id: string,
  filters: ListRequest & { user_id?: string },
): Promise<ListPage<Payout>> {
  let query = db
    .from('affiliate_payouts')
    .select('id, affiliate_id, amount, currency, reference, paid_at, affiliates!inner(code, user_id, members(name))', {
      count: 'exact',
    })
    .eq('account_id', account_id);
  if (filters.user_id !== undefined) query = query.eq('affiliates.user_id', filters.user_id);
  return pageOf<Payout>(query, filters, { sortable: { paid_at: 'paid_at', amount: 'amount' }, usual: 'paid_at' });
}

/** Marks what is due to an affiliate as paid; `amount` is what the owner was shown. */
export async function payAffiliate(
  db: Db,
  due: { affiliate_id: string; currency: string; amount: number; reference: string },
): Promise<void> {
  dataOf(await db.rpc('pay_affiliate', due));
}
