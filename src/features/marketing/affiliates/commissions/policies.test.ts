import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { type Affiliates, openAffiliates } from '#tests/db/affiliates.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, refused, type Shop } from '#tests/db/shop.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let affiliates: Affiliates;
let ids: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  affiliates = openAffiliates(world, shop);
  const { affiliate, code } = await promoter();
  await buy(code);
  await payOut(affiliate, 105);
  await buy(code);
  const [commission] = await world.sql.query<{ id: string; payout_id: string }>(
    'select id, payout_id from public.affiliate_commissions where affiliate_id = $1 and payout_id is not null',
    [affiliate],
  );
  ids = { affiliate, commission: commission?.id ?? '', payout: commission?.payout_id ?? '' };
});
afterAll(() => world.close());

let last = 0;
/** The student as an affiliate of a programme of their own. */
async function promoter(programme: Record<string, unknown> = {}, person: Person = 'student') {
  last++;
  const code = `CODE-${last}`;
  const affiliate = await affiliates.join(person, await affiliates.addProgramme(programme), code);
  return { code, affiliate };
}
/** The member buys by a link, and the owner marks it paid. 10.50 EUR unless said otherwise. */
const buy = async (code: string, items: object[] = [{ product_id: shop.goods, quantity: 1 }], more = {}) =>
  affiliates.buy('member', { items, referrals: [await affiliates.click(code)], ...more });
const payOut = (affiliate: string, amount: number, through = world.database, person: Person = 'owner') =>
  through
    .as(world.caller(person))
    .query('select public.pay_affiliate($1, $2, $3, $4)', [affiliate, 'EUR', amount, 'SEPA 7']);
const amountsOf = async (order: string) => (await affiliates.commissionsOf(order)).map(({ amount }) => amount);

const noGrant = { others: '42501' };
describe('who sees and writes commissions and payouts', () => {
  matrix(
    () => world,
    [
      [
        'a commission',
        'select amount from public.affiliate_commissions where id = {commission}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      ['whose line it is of', 'select order_item_id from public.affiliate_commissions', noGrant],
      [
        'adds a commission',
        `insert into public.affiliate_commissions (account_id, affiliate_id, kind, amount) values ({demo}, {affiliate}, 'commission', 1)`,
        noGrant,
      ],
      ['changes a commission', 'update public.affiliate_commissions set payout_id = null', noGrant],
      ['removes a commission', 'delete from public.affiliate_commissions', noGrant],
      [
        'a payout',
        'select amount from public.affiliate_payouts where id = {payout}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds a payout past the function',
        `insert into public.affiliate_payouts (account_id, affiliate_id, amount, currency, paid_at) values ({demo}, {affiliate}, 1, 'EUR', now())`,
        noGrant,
      ],
      ['changes a payout', 'update public.affiliate_payouts set amount = 1', noGrant],
      ['removes a payout', 'delete from public.affiliate_payouts', noGrant],
      [
        'what is due',
        'select payable from public.affiliate_balances({demo}) where affiliate_id = {affiliate}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'how often the link was followed',
        'select clicks from public.affiliate_counts({demo}) where affiliate_id = {affiliate}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'pays what is due',
        `select public.pay_affiliate({affiliate}, 'EUR', 105)`,
        { owner: 1, visitor: '42501', others: 'not_found' },
      ],
      ['earns past an order', 'select private.earn_commission(o, {affiliate}) from public.orders o', noGrant],
      ['compares with the ledger', 'select private.check_affiliate_ledger()', noGrant],
    ],
    () => ids,
  );
});

describe('a commission', () => {
  test.each([
    ['10 % of 10.50', { rate: 10 }, 1, [105]],
    ['12.5 % of 10.50, half up', { rate: 12.5 }, 1, [131]],
    ['a third of a cent is nothing', { rate: 0.01 }, 1, []],
    ['a fixed sum, once for the order', { commission: 'flat', rate: 5 }, 3, [500]],
    ['a fixed sum, never more than the sale', { commission: 'flat', rate: 50 }, 1, [1050]],
    ['all of it', { rate: 100 }, 2, [2100]],
  ])('is %s', async (_, programme, quantity, expected) => {
    const { code } = await promoter(programme);
    expect(await amountsOf(await buy(code, [{ product_id: shop.goods, quantity }]))).toEqual(expected);
  });

  test('is of the net price: after the coupon, without tax', async () => {
    const { code } = await promoter();
    await shop.addCoupon('LESS-10', { product_ids: [shop.goods] });
    await world.sql.query(
      `update public.seller_details set country = 'PT', vat_number = 'PT501964843' where account_id = $1`,
      [world.demo],
    );
    const order = await buy(code, [{ product_id: shop.goods, quantity: 2 }], { coupon: 'LESS-10' });
    const [row] = await world.sql.query<{ net: number }>(
      'select (subtotal - discount - case when prices_include_tax then tax else 0 end)::int as net from public.orders where id = $1',
      [order],
    );
    expect(await affiliates.commissionsOf(order)).toMatchObject([
      { base: row?.net, amount: Math.round((row?.net ?? 0) / 10), source: 'link' },
    ]);
  });

  test('is divided among the lines of an order, and adds up to it', async () => {
    const { code } = await promoter({ commission: 'flat', rate: 10 });
    const order = await buy(code, [
      { product_id: shop.goods, quantity: 1 },
      { product_id: shop.courseProduct, quantity: 1 },
    ]);
    expect((await amountsOf(order)).reduce((sum, amount) => sum + amount, 0)).toBe(1_000);
    expect(await amountsOf(order)).toEqual([80, 920]);
    await affiliates.refund(order);
  });

  test('rises by steps from the next order on, and a sale that was refunded whole is none', async () => {
    const { code } = await promoter({
      commission: 'tiered',
      tiers: [
        { after: 0, percent: 10 },
        { after: 2, percent: 20 },
      ],
    });
    expect(await amountsOf(await buy(code))).toEqual([105]);
    const second = await buy(code);
    expect(await amountsOf(second)).toEqual([105]);
    await affiliates.refund(second);
    expect(await amountsOf(await buy(code))).toEqual([105]);
    expect(await amountsOf(await buy(code))).toEqual([210]);
  });

  test('is not earned by an order that is not paid, nor twice by one that is', async () => {
    const { code } = await promoter();
    const { id: order = '' } = await shop.place('member', {
      items: [{ product_id: shop.goods, quantity: 1 }],
      referrals: [await affiliates.click(code)],
    });
    expect(await affiliates.commissionsOf(order)).toEqual([]);
    await affiliates.pay(order);
    await refused(affiliates.pay(order));
    expect(await amountsOf(order)).toEqual([105]);
  });

  test('is not earned by who was suspended meanwhile', async () => {
    const { code, affiliate } = await promoter();
    const { id: order = '' } = await shop.place('member', {
      items: [{ product_id: shop.goods, quantity: 1 }],
      referrals: [await affiliates.click(code)],
    });
    await shop.as('owner').query(`select public.set_affiliate_state($1, 'suspended')`, [affiliate]);
    await affiliates.pay(order);
    expect(await affiliates.commissionsOf(order)).toEqual([]);
  });

  test('is not earned with a card of the affiliate', async () => {
    const { code } = await promoter();
    const userOf = (person: Person) => world.caller(person).claims.sub;
    const { id: order = '' } = await shop.place('member', {
      items: [{ product_id: shop.goods, quantity: 1 }],
      referrals: [await affiliates.click(code)],
    });
    for (const person of ['student', 'member'] as const)
      await world.sql.query(
        `insert into public.payment_methods (account_id, user_id, provider, provider_reference, brand, last4, exp_month, exp_year)
         values ($1, $2, 'stripe', $3, 'visa', '4242', 5, 2030)`,
        [world.demo, userOf(person), `pm_${person}`],
      );
    await world.sql.query(
      `insert into public.payments (account_id, subject, user_id, provider, is_test, amount, currency, status, payment_method_id)
       select $1, 'order:' || $2, $3, 'stripe', true, 1050, 'EUR', 'created', id from public.payment_methods where user_id = $3 and last4 = '4242'`,
      [world.demo, order, userOf('member')],
    );
    await world.sql.query(`update public.payments set status = 'succeeded', succeeded_at = now() where subject = $1`, [
      `order:${order}`,
    ]);
    expect(await affiliates.referralsOf(order)).toEqual([{ code, source: 'link', refusal: 'self_card' }]);
    expect(await affiliates.commissionsOf(order)).toEqual([]);
    await world.sql.query("delete from public.payment_methods where last4 = '4242'");
  });
});

describe('a subscription', () => {
  const subscribe = async (renewal_limit: number | null, price: object = {}) => {
    const { code } = await promoter({ renewal_limit }, 'instructor');
    const [product] = await world.sql.query<{ id: string }>(
      `insert into public.products (account_id, title, slug, type, status) values ($1, $2, $2, 'digital', 'published') returning id`,
      [world.demo, `letters-${code.toLowerCase()}`],
    );
    await shop.setPrices(product?.id ?? '', [
      { currency: 'EUR', amount: 2_000, kind: 'subscription', frequency: { value: 1, parameter: 'month' }, ...price },
    ]);
    const order = await buy(code, [{ product_id: product?.id, quantity: 1 }]);
    const [subscription] = await world.sql.query<{ id: string }>(
      'select id from public.member_subscriptions where order_id = $1',
      [order],
    );
    const renew = async () => {
      await world.sql.query(
        'select private.place_renewal(s, false) from public.member_subscriptions s where s.id = $1',
        [subscription?.id],
      );
      const [period] = await world.sql.query<{ order_id: string }>(
        'select order_id from public.subscription_periods where subscription_id = $1 order by position desc limit 1',
        [subscription?.id],
      );
      await affiliates.pay(period?.order_id ?? '');
      return amountsOf(period?.order_id ?? '');
    };
    return { order, renew };
  };

  test('earns by each payment', async () => {
    const { order, renew } = await subscribe(null);
    expect(await amountsOf(order)).toEqual([200]);
    expect([await renew(), await renew(), await renew()]).toEqual([[200], [200], [200]]);
  });

  test('earns by the first renewals alone, or by none', async () => {
    const two = await subscribe(2);
    expect([await two.renew(), await two.renew(), await two.renew()]).toEqual([[200], [200], []]);
    const none = await subscribe(0);
    expect([await amountsOf(none.order), await none.renew()]).toEqual([[200], []]);
  });

  test('after a trial the first payment is the sale', async () => {
    const { order, renew } = await subscribe(0, { trial_days: 7 });
    expect([await amountsOf(order), await renew(), await renew()]).toEqual([[], [200], []]);
  });
});

describe('what goes back to the buyer', () => {
  test.each([
    ['whole', [null]],
    ['in three amounts', [333, 333, 384]],
    ['an amount, then the rest', [1, null]],
    ['cent by cent, then the rest', [1, 1, 1, 1, 1, null]],
  ])('%s takes back the commission to the cent', async (_, parts) => {
    const { code, affiliate } = await promoter({ rate: 12.5 });
    const order = await buy(code);
    for (const part of parts) await affiliates.refund(order, part);
    expect((await amountsOf(order)).reduce((sum, amount) => sum + amount, 0)).toBe(0);
    expect(await affiliates.balanceOf(affiliate)).toEqual({ pending: 0, payable: 0, paid: 0 });
  });

  test('by a line takes back that of the line, by pieces exactly', async () => {
    const { code } = await promoter();
    const order = await buy(code, [
      { product_id: shop.goods, quantity: 3 },
      { product_id: shop.courseProduct, quantity: 1 },
    ]);
    const lines = await world.sql.query<{ id: string }>(
      'select id from public.order_items where order_id = $1 order by position',
      [order],
    );
    const sumOf = async (title: string) =>
      (await affiliates.commissionsOf(order)).reduce((sum, row) => sum + (row.title === title ? row.amount : 0), 0);
    const whole = await sumOf('goods');
    await affiliates.refund(order, null, [{ order_item_id: lines[0]?.id, quantity: 1 }]);
    expect(await sumOf('goods')).toBe(whole - Math.floor(whole / 3));
    await affiliates.refund(order, null, [{ order_item_id: lines[0]?.id, quantity: 2 }]);
    expect(await sumOf('goods')).toBe(0);
    expect(await sumOf('course-product')).toBe(1_200);
    await affiliates.refund(order);
    expect(await sumOf('course-product')).toBe(0);
  });

  test('by a dispute takes it back, too', async () => {
    const { code } = await promoter();
    const order = await buy(code);
    await world.sql.query(`select private.refund(o, as_kind => 'chargeback') from public.orders o where o.id = $1`, [
      order,
    ]);
    expect(await amountsOf(order)).toEqual([105, -105]);
  });

  test('after it was paid out makes the next payout less', async () => {
    const { code, affiliate } = await promoter();
    const order = await buy(code);
    await payOut(affiliate, 105);
    await affiliates.refund(order);
    expect(await affiliates.balanceOf(affiliate)).toEqual({ pending: 0, payable: -105, paid: 105 });
    expect(await refused(payOut(affiliate, -105))).toBe('nothing_due');
    await buy(code, [{ product_id: shop.goods, quantity: 2 }]);
    await payOut(affiliate, 105);
    expect(await affiliates.balanceOf(affiliate)).toEqual({ pending: 0, payable: 0, paid: 210 });
  });
});

describe('a payout', () => {
  test('waits for the days a programme waits, and for its minimum', async () => {
    const { code, affiliate } = await promoter({ hold_days: 30, minimum_payout: 2 });
    await buy(code);
    expect(await affiliates.balanceOf(affiliate)).toEqual({ pending: 105, payable: 0, paid: 0 });
    expect(await refused(payOut(affiliate, 105))).toBe('nothing_due');
    await dueNow(affiliate);
    expect(await refused(payOut(affiliate, 105))).toBe('below_minimum_payout');
    await buy(code);
    await dueNow(affiliate);
    expect(await refused(payOut(affiliate, 105))).toBe('due_changed');
    await payOut(affiliate, 210);
    expect(await affiliates.balanceOf(affiliate)).toEqual({ pending: 0, payable: 0, paid: 210 });
  });

  test('asked for by twenty at once is paid once', async () => {
    const { code, affiliate } = await promoter();
    await buy(code);
    const wide = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 20 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refused(payOut(affiliate, 105, wide))));
    await wide.close();
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'nothing_due')).toHaveLength(19);
    expect(
      await world.sql.query('select amount::int from public.affiliate_payouts where affiliate_id = $1', [affiliate]),
    ).toEqual([{ amount: 105 }]);
  });

  test('of somebody suspended waits until they are approved again', async () => {
    const { code, affiliate } = await promoter();
    await buy(code);
    await shop.as('owner').query(`select public.set_affiliate_state($1, 'suspended')`, [affiliate]);
    expect(await refused(payOut(affiliate, 105))).toBe('affiliate_suspended');
  });

  test('and what it is of can’t be changed, not even past the policies', async () => {
    for (const change of [
      'update public.affiliate_commissions set amount = amount + 1 where id = $1',
      'update public.affiliate_commissions set payout_id = null where id = $1',
      'delete from public.affiliate_commissions where id = $1',
    ])
      expect(await refused(world.sql.query(change, [ids.commission]))).toBe('ledger_immutable');
  });

  const dueNow = (affiliate: string) =>
    world.sql.transaction(async (tx) => {
      await tx.query('alter table public.affiliate_commissions disable trigger affiliate_commissions_stay');
      await tx.query(
        'update public.affiliate_commissions set payable_at = private.clock_now() where affiliate_id = $1',
        [affiliate],
      );
      await tx.query('alter table public.affiliate_commissions enable trigger affiliate_commissions_stay');
    });
});

test('each of them is an event, and the first commission and each payout a mail', async () => {
  await world.sql.query("delete from private.outbox where queue = 'affiliate-mail'");
  const { code, affiliate } = await promoter();
  const order = await buy(code);
  await buy(code);
  await payOut(affiliate, 210);
  await affiliates.refund(order);
  const events = await world.sql.query<{ type: string }>(
    `select type from private.events where facts ->> 'affiliate_id' = $1 order by position`,
    [affiliate],
  );
  expect(events.map(({ type }) => type)).toEqual([
    'affiliate.approved',
    'commission.created',
    'commission.created',
    'payout.paid',
    'commission.reversed',
  ]);
  const mails = await world.sql.query<{ kind: string }>(
    `select payload ->> 'kind' as kind from private.outbox where queue = 'affiliate-mail' and payload ->> 'affiliate_id' = $1 order by id`,
    [affiliate],
  );
  expect(mails.map(({ kind }) => kind)).toEqual(['approved', 'earned', 'paid']);
});

test('the ledger is zero after all of it, and owes what the commissions say', async () => {
  expect(await affiliates.ledgerDifferences()).toEqual([]);
});
