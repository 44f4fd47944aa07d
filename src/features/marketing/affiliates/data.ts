import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { searchPattern } from '#base/shared/normalize-search.ts';
import type { Balance } from './rules.ts';
import type { Affiliate, AffiliateState, Programme, Tier } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    affiliate_programmes: {
      admission: Programme['admission'];
      commission: Programme['commission'];
      touch: Programme['touch'];
      tiers: Tier[];
      pictures: string[];
    };
    affiliates: { state: AffiliateState };
  }
  interface FunctionShapes {
    set_affiliate_states: { returns: Outcome };
  }
}

const PROGRAMME =
  'id, title, terms, pictures, product_ids, admission, is_active, commission, rate, tiers, renewal_limit, window_days, touch, hold_days, minimum_payout';

/** Everything read of an account's affiliates. */
export const affiliateKey = (account_id: string) => ['affiliates', account_id] as const;

export type ListedProgramme = Programme & { affiliates: { count: number }[] };

/** The programmes of an account as its managers see them, with how many are in each. */
export async function listProgrammes(db: Db, account_id: string): Promise<ListedProgramme[]> {
  return dataOf(
    await db
      .from('affiliate_programmes')
      .select(`${PROGRAMME}, affiliates(count)`)
      .eq('account_id', account_id)
      .order('created_at')
      .limit(200),
  ) as ListedProgramme[];
}

export async function saveProgramme(
  db: Db,
  account_id: string,
  id: string | null,
  draft: Omit<Programme, 'id'>,
): Promise<void> {
  const table = db.from('affiliate_programmes');
  dataOf(
    id
      ? await table.update(draft).eq('account_id', account_id).eq('id', id).select('id').single()
      : await table
          .insert({ account_id, ...draft })
          .select('id')
          .single(),
  );
}

export async function removeProgramme(db: Db, account_id: string, id: string): Promise<void> {
  dataOf(
    await db.from('affiliate_programmes').delete().eq('account_id', account_id).eq('id', id).select('id').single(),
  );
}

export type ListedAffiliate = Affiliate & {
  members: { name: string; email: string } | null;
  affiliate_programmes: { title: string; minimum_payout: number };
};

const AFFILIATE =
  'id, programme_id, code, state, note, coupon_id, created_at, members(name, email), affiliate_programmes!inner(title, minimum_payout)';
/** The join only filters: nobody reads its column, so the result stays that of AFFILIATE. */
const WITH_NAME_FILTER = `${AFFILIATE}, found:members!inner(search_text)` as typeof AFFILIATE;

const sortable = { code: 'code', state: 'state', created_at: 'created_at' };

/** One page of an account's affiliates. */
export function listAffiliates(
  db: Db,
  account_id: string,
  filters: ListRequest & { states?: readonly AffiliateState[] | undefined },
): Promise<ListPage<ListedAffiliate>> {
  const search = filters.search?.trim() ?? '';
  let query = db
    .from('affiliates')
    .select(search ? WITH_NAME_FILTER : AFFILIATE, { count: 'exact' })
    .eq('account_id', account_id);
  if (filters.states?.length) query = query.in('state', [...filters.states]);
  if (search) query = query.like('found.search_text', searchPattern(search));
  return pageOf<ListedAffiliate>(query, filters, { sortable, usual: 'created_at' });
}

/** Approves, refuses or suspends affiliates, each by the rules of a single change. */
export function setAffiliateStates(db: Db, ids: readonly string[], state: string): Promise<Outcome> {
  return inBatches(ids, async (affiliate_ids) =>
    dataOf(await db.rpc('set_affiliate_states', { affiliate_ids, state })),
  );
}

/** Approves, refuses or suspends one affiliate. */
export async function setAffiliateState(db: Db, affiliate_id: string, state: string): Promise<void> {
  dataOf(await db.rpc('set_affiliate_state', { affiliate_id, state }));
}

/** Invites the member with an e-mail address; false where nobody has it. */
export async function inviteAffiliate(
  db: Db,
  account_id: string,
  programme_id: string,
  email: string,
): Promise<boolean> {
  const member = maybeDataOf(
    await db.from('members').select('id').eq('account_id', account_id).eq('email', email).maybeSingle(),
  );
  if (!member) return false;
  dataOf(await db.rpc('invite_affiliate', { programme_id, member_id: member.id }));
  return true;
}

/** Chooses the coupon that stands for an affiliate; null for none. */
export async function bindCoupon(db: Db, account_id: string, id: string, coupon_id: string | null): Promise<void> {
  dataOf(
    await db.from('affiliates').update({ coupon_id }).eq('account_id', account_id).eq('id', id).select('id').single(),
  );
}

/** The coupons an owner may choose from. */
export async function listCouponChoices(db: Db, account_id: string): Promise<{ id: string; name: string }[]> {
  return dataOf(
    await db
      .from('coupons')
      .select('id, name')
      .eq('account_id', account_id)
      .order('created_at', { ascending: false })
      .limit(500),
  );
}

type Counts = { affiliate_id: string; clicks: number; sales: number };

/** Visits and sales by affiliate, as far as the caller sees them. */
export async function affiliateCounts(db: Db, account_id: string): Promise<Map<string, Counts>> {
  const rows = dataOf(await db.rpc('affiliate_counts', { account_id })) as Counts[];
  return new Map(rows.map((row) => [row.affiliate_id, row]));
}

/** What affiliates have earned by currency, as far as the caller sees it. */
export async function affiliateBalances(db: Db, account_id: string): Promise<Balance[]> {
  return dataOf(await db.rpc('affiliate_balances', { account_id })) as Balance[];
}

/** What is owed to an affiliate in one currency. */
export type DueRow = Balance & {
  id: string;
  name: string;
  email: string;
  code: string;
  state: AffiliateState;
  programme: string;
  minimum_payout: number;
};

/** What is owed to each affiliate of an account, the most first. */
export async function listDue(db: Db, account_id: string): Promise<DueRow[]> {
  const [balances, affiliates] = await Promise.all([
    affiliateBalances(db, account_id),
    db.from('affiliates').select(AFFILIATE).eq('account_id', account_id).order('created_at').limit(1_000),
  ]);
  const byId = new Map((dataOf(affiliates) as ListedAffiliate[]).map((one) => [one.id, one]));
  return balances
    .flatMap((balance) => {
      const one = byId.get(balance.affiliate_id);
      if (!one) return [];
      const { code, state, members, affiliate_programmes: programme } = one;
      return {
        ...balance,
        id: `${balance.affiliate_id}:${balance.currency}`,
        name: members?.name || code,
        email: members?.email ?? '',
        code,
        state,
        programme: programme.title,
        minimum_payout: programme.minimum_payout,
      };
    })
    .sort((a, b) => b.payable - a.payable || b.pending - a.pending);
}

/** An affiliate of the signed-in person with its programme. */
export type OwnAffiliate = Affiliate & { affiliate_programmes: Programme; coupons: { name: string } | null };

export async function listOwnAffiliates(db: Db, account_id: string, user_id: string): Promise<OwnAffiliate[]> {
  return dataOf(
    await db
      .from('affiliates')
      .select(
        `id, programme_id, code, state, note, coupon_id, created_at, coupons(name), affiliate_programmes!inner(${PROGRAMME})`,
      )
      .eq('account_id', account_id)
      .eq('user_id', user_id)
      .order('created_at'),
  ) as OwnAffiliate[];
}

/** The programmes a member may join. */
export async function listOpenProgrammes(db: Db, account_id: string): Promise<Programme[]> {
  return dataOf(
    await db
      .from('affiliate_programmes')
      .select(PROGRAMME)
      .eq('account_id', account_id)
      .eq('is_active', true)
      .neq('admission', 'invite')
      .order('created_at')
      .limit(50),
  ) as Programme[];
}

/** Joins a programme or applies to it; returns the state. */
export async function joinProgramme(
  db: Db,
  programme_id: string,
  values: { code: string; note: string; accepts: boolean },
): Promise<AffiliateState> {
  return dataOf(await db.rpc('join_affiliate_programme', { programme_id, ...values })) as AffiliateState;
}
