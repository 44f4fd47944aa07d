import type { Shop, Wish } from './shop.ts';
import type { Person, World } from './world.ts';

export type CommissionRow = { kind: string; amount: number; base: number; title: string; source: string };

/** What tests of affiliates do again and again, on demo. */
export type Affiliates = ReturnType<typeof openAffiliates>;

export function openAffiliates(world: World, shop: Shop) {
  const { sql, demo } = world;
  const scalar = async <T>(text: string, values: unknown[]): Promise<T | undefined> =>
    (await sql.query<{ value: T }>(text, values))[0]?.value;
  const addProgramme = async (more: Record<string, unknown> = {}) => {
    const values = {
      title: `Programme ${crypto.randomUUID()}`,
      admission: 'open',
      minimum_payout: 0,
      hold_days: 0,
      product_ids: [],
      commission: 'percent',
      rate: 10,
      tiers: [],
      renewal_limit: 0,
      window_days: 30,
      touch: 'last',
      terms: '',
      ...more,
    };
    return (
      (await scalar<string>(
        `insert into public.affiliate_programmes (account_id, title, admission, minimum_payout, hold_days, product_ids, commission, rate, tiers, renewal_limit,
             window_days, touch, terms)
         select $1, v.title, v.admission, v.minimum_payout, v.hold_days, v.product_ids, v.commission, v.rate, v.tiers, v.renewal_limit, v.window_days, v.touch, v.terms
           from jsonb_to_record($2::jsonb) v(title text, admission text, minimum_payout numeric, hold_days smallint, product_ids uuid[], commission text, rate numeric,
             tiers jsonb, renewal_limit integer, window_days smallint, touch text, terms text) returning id as value`,
        [demo, JSON.stringify(values)],
      )) ?? ''
    );
  };
  const join = async (person: Person, programme: string, code: string) => {
    await shop.as(person).query('select public.join_affiliate_programme($1, $2, accepts => true)', [programme, code]);
    return (await scalar<string>('select id as value from public.affiliates where code = $1', [code])) ?? '';
  };
  /** Follows a link, so many days ago. */
  const click = async (code: string, daysAgo = 0) => {
    const id =
      (await scalar<string>('select click_id as value from private.record_click($1, $2)', [demo, code])) ?? 'none';
    if (daysAgo > 0)
      await sql.query(
        'update public.affiliate_clicks set clicked_at = private.clock_now() - make_interval(hours => $2) where id = $1',
        [id, Math.round(daysAgo * 24)],
      );
    return id;
  };
  const pay = (order: string) => shop.as('owner').query('select public.mark_paid($1)', [order]);
  return {
    addProgramme,
    join,
    click,
    pay,
    /** Places an order and pays it, unless it costs nothing. */
    buy: async (person: Person, wish: Wish) => {
      const { id = '', status } = await shop.place(person, wish);
      if (status === 'pending') await pay(id);
      return id;
    },
    refund: (order: string, amount: number | null = null, lines: object[] | null = null) =>
      shop
        .as('owner')
        .query('select public.refund_order($1, amount => $2, lines => $3::jsonb)', [
          order,
          amount,
          lines && JSON.stringify(lines),
        ]),
    referralsOf: (order: string) =>
      sql.query<{ code: string; source: string; refusal: string | null }>(
        `select a.code, r.source, r.refusal from public.affiliate_referrals r join public.affiliates a on a.id = r.affiliate_id
           join public.order_items i on i.id = r.order_item_id where r.order_id = $1 order by i.position`,
        [order],
      ),
    commissionsOf: (order: string) =>
      sql.query<CommissionRow>(
        `select c.kind, c.amount::int, c.base::int, c.title, c.source from public.affiliate_commissions c where c.order_id = $1 order by c.id`,
        [order],
      ),
    balanceOf: async (affiliate: string) =>
      (
        await shop
          .as('owner')
          .query<{ pending: number; payable: number; paid: number }>(
            'select pending::int, payable::int, paid::int from public.affiliate_balances($1) where affiliate_id = $2',
            [demo, affiliate],
          )
      )[0],
    ledgerDifferences: () =>
      sql.query(
        'select * from private.check_affiliate_ledger() union all select account_id, currency, difference, 0 from private.check_ledger()',
      ),
  };
}
