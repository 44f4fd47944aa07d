import type { Sql } from '#base/server/database.ts';
import type { Seed } from '#base/server/seeding.ts';

const terms = `Recommend what you know and liked yourself, and say that you earn by it. No paid ads with our name, no mails to people who did not ask for them.

A commission is yours once the time for refunds is over. What is refunded earns nothing.`;

const people = [
  ['instructor@demo.test', 'TOMAS', 'approved', '', 50],
  ['member@demo.test', 'ELIF', 'applied', 'I write a small letter on film photography, every second Sunday.', 2],
] as const;

/** Days ago, and how often the link was followed then. */
const visits = [
  [38, 4],
  [30, 7],
  [21, 3],
  [12, 6],
  [5, 9],
  [1, 2],
] as const;

/** One programme with a teacher who recommends and a member who would like to, and what the demo's own orders earned. */
export const seed: Seed = async ({ sql, accounts: { demo } }) => {
  await sql.transaction(async (tx) => {
    const affiliate = await addAffiliates(tx, demo);
    for (const [daysAgo, clicks] of visits)
      await tx.query(
        `insert into public.affiliate_click_days (account_id, affiliate_id, day, clicks) values ($1, $2, (now() - make_interval(days => $3))::date, $4)`,
        [demo, affiliate, daysAgo, clicks],
      );
    await referOrders(tx, demo, affiliate);
    await payOut(tx, demo, affiliate);
    // Mails and notifications of the past are not sent.
    await tx.query(`delete from private.outbox where queue = 'affiliate-mail'`);
    await tx.query('delete from public.account_notifications where account_id = $1 and created_at = now()', [demo]);
  });
};

/** Returns who is approved. */
async function addAffiliates(tx: Sql, account: string): Promise<string> {
  const [programme] = await tx.query<{ id: string }>(
    `insert into public.affiliate_programmes (account_id, title, terms, rate, hold_days, minimum_payout, renewal_limit, created_at)
     values ($1, 'Friends of Lumen', $2, 15, 14, 1, 12, now() - interval '60 days') returning id`,
    [account, terms],
  );
  for (const [email, code, state, note, daysAgo] of people)
    await tx.query(
      `insert into public.affiliates (account_id, programme_id, member_id, user_id, code, state, note, terms_accepted_at, approved_at, created_at)
       select m.account_id, $2, m.id, m.user_id, $4, $5, $6, t.at, case when $5 = 'approved' then t.at end, t.at
         from public.members m, (select now() - make_interval(days => $7) as at) t where m.account_id = $1 and m.email = $3`,
      [account, programme?.id, email, code, state, note, daysAgo],
    );
  const [affiliate] = await tx.query<{ id: string }>(
    `select id from public.affiliates where account_id = $1 and state = 'approved'`,
    [account],
  );
  return affiliate?.id ?? '';
}

/** Orders of the demo that came by the link: each a day after the visit. */
async function referOrders(tx: Sql, account: string, affiliate: string): Promise<void> {
  const orders = await tx.query<{ id: string }>(
    `select o.id from public.orders o
      where o.account_id = $1 and o.status = 'paid' and o.email in ('parent@demo.test', 'member@demo.test')
        and exists (select from public.order_items i where (i.account_id, i.order_id) = (o.account_id, o.id) and i.type = 'digital')
      order by o.paid_at`,
    [account],
  );
  for (const { id } of orders) {
    await tx.query(
      `insert into public.affiliate_clicks (account_id, affiliate_id, clicked_at)
       select account_id, $2, placed_at - interval '1 day' from public.orders where id = $1`,
      [id, affiliate],
    );
    await tx.query(
      `insert into public.affiliate_referrals (account_id, affiliate_id, order_id, order_item_id, source, clicked_at, created_at)
       select o.account_id, $2, o.id, i.id, 'link', o.placed_at - interval '1 day', o.placed_at
         from public.orders o join public.order_items i on (i.account_id, i.order_id) = (o.account_id, o.id) where o.id = $1`,
      [id, affiliate],
    );
    await tx.query('select private.earn_commission(o, $2) from public.orders o where o.id = $1', [id, affiliate]);
  }
}

/** What was due a week ago was paid then. */
async function payOut(tx: Sql, account: string, affiliate: string): Promise<void> {
  const [payout] = await tx.query<{ id: string; amount: string; currency: string; paid_at: Date }>(
    `insert into public.affiliate_payouts (account_id, affiliate_id, amount, currency, reference, paid_at)
     select account_id, affiliate_id, sum(amount), currency, 'SEPA', now() - interval '7 days' from public.affiliate_commissions
      where account_id = $1 and payable_at < now() - interval '7 days' group by account_id, affiliate_id, currency limit 1
     returning id, amount, currency, paid_at`,
    [account],
  );
  if (!payout) return;
  const { id, amount, currency, paid_at } = payout;
  await tx.query(
    `update public.affiliate_commissions set payout_id = $2 where account_id = $1 and currency = $3 and payable_at < $4`,
    [account, id, currency, paid_at],
  );
  await tx.query(
    `select private.post_transaction($1, 'payout', 'affiliate:' || $2::text, 'payout:' || $3::text, jsonb_build_array(
       jsonb_build_object('code', 'affiliates_payable', 'currency', $4::text, 'amount', $5::bigint),
       jsonb_build_object('code', 'bank', 'currency', $4::text, 'amount', -$5::bigint)), occurred_at => $6)`,
    [account, affiliate, id, currency, amount, paid_at],
  );
}
