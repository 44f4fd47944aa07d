import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#base/server/database.ts';
import { type Affiliates, openAffiliates } from '#tests/db/affiliates.ts';
import { matrix } from '#tests/db/matrix.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let affiliates: Affiliates;
let ids: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  affiliates = openAffiliates(world, shop);
  const affiliate = await affiliates.join('student', await affiliates.addProgramme(), 'SEEN');
  const click = await affiliates.click('SEEN');
  const { id: order = '' } = await shop.place('member', { items: goods(), referrals: [click] });
  ids = { affiliate, click, order };
});
afterAll(() => world.close());

const goods = (quantity = 1) => [{ product_id: shop.goods, quantity }];

describe('who sees and writes visits and referrals', () => {
  const noGrant = { others: '42501' };
  matrix(
    () => world,
    [
      [
        'a visit',
        'select clicked_at from public.affiliate_clicks where id = {click}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'adds a visit past the count',
        'insert into public.affiliate_clicks (account_id, affiliate_id, clicked_at) values ({demo}, {affiliate}, now())',
        noGrant,
      ],
      ['changes a visit', 'update public.affiliate_clicks set clicked_at = now()', noGrant],
      [
        'removes a visit',
        'delete from public.affiliate_clicks where id = {click} returning 1',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'how many there were',
        'select clicks from public.affiliate_click_days where affiliate_id = {affiliate}',
        { owner: 1, student: 1, visitor: '42501', others: 0 },
      ],
      [
        'counts more',
        `insert into public.affiliate_click_days (account_id, affiliate_id, day) values ({demo}, {affiliate}, '2020-01-01')`,
        noGrant,
      ],
      ['changes the count', 'update public.affiliate_click_days set clicks = 1000', noGrant],
      ['removes the count', 'delete from public.affiliate_click_days', noGrant],
      [
        'who brought an order',
        'select source from public.affiliate_referrals where order_id = {order}',
        { owner: 1, visitor: '42501', others: 0 },
      ],
      [
        'brings an order past the claim',
        `insert into public.affiliate_referrals (account_id, affiliate_id, order_id, order_item_id, source)
         select account_id, {affiliate}, order_id, id, 'link' from public.order_items`,
        noGrant,
      ],
      ['gives an order to another', 'update public.affiliate_referrals set affiliate_id = {affiliate}', noGrant],
      ['removes a referral', 'delete from public.affiliate_referrals', noGrant],
      ['follows a link', `select click_id from private.record_click({demo}, 'seen')`, { others: 1 }],
      ['the link of nobody', `select click_id from private.record_click({demo}, 'nobody')`, { others: 0 }],
      ['a link of another account', `select click_id from private.record_click({atelier}, 'SEEN')`, { others: 0 }],
      ['removes old visits', 'select private.forget_old_clicks()', noGrant],
    ],
    () => ids,
  );
});

type Visit = [affiliate: 'A' | 'B' | 'BUYER', daysAgo: number];
type Case = {
  what: string;
  visits?: Visit[];
  coupon?: 'A' | 'B';
  programme?: Record<string, unknown>;
  /** Who brought it and by what, with the refusal if any; nothing where nobody did. */
  by: [affiliate: string, source: string, refusal?: string] | null;
};

const cases: Case[] = [
  { what: 'nobody’s link', by: null },
  { what: 'one link', visits: [['A', 3]], by: ['A', 'link'] },
  { what: 'a link on day 29 of 30', visits: [['A', 29]], by: ['A', 'link'] },
  { what: 'a link on day 31 of 30', visits: [['A', 31]], by: null },
  { what: 'a link an hour within the window', visits: [['A', 30 - 1 / 24]], by: ['A', 'link'] },
  { what: 'a link an hour past the window', visits: [['A', 30 + 1 / 24]], by: null },
  { what: 'the last of two links', visits: [['A', 5], ['B', 2]], by: ['B', 'link'] }, // biome-ignore format: one a line
  { what: 'the first of two links', visits: [['A', 5], ['B', 2]], programme: { touch: 'first' }, by: ['A', 'link'] }, // biome-ignore format: one a line
  { what: 'the first within the window', visits: [['A', 31], ['B', 2]], programme: { touch: 'first' }, by: ['B', 'link'] }, // biome-ignore format: one a line
  { what: 'a coupon alone', coupon: 'A', by: ['A', 'coupon'] },
  { what: 'a coupon before another’s link', visits: [['B', 1]], coupon: 'A', by: ['A', 'coupon'] },
  { what: 'a coupon before the first link', visits: [['B', 9]], coupon: 'A', programme: { touch: 'first' }, by: ['A', 'coupon'] }, // biome-ignore format: one a line
  { what: 'one’s own link', visits: [['BUYER', 1]], by: ['BUYER', 'link', 'self_user'] },
  { what: 'one’s own link after another’s', visits: [['A', 5], ['BUYER', 1]], by: ['A', 'link'] }, // biome-ignore format: one a line
];

describe('an order is brought by', () => {
  test.each(cases)('$what', async ({ visits = [], coupon, programme, by }) => {
    const run = crypto.randomUUID().slice(0, 6);
    const id = await affiliates.addProgramme(programme);
    const codeOf = (name: string) => `${name}-${run}`;
    await affiliates.join('instructor', id, codeOf('A'));
    await affiliates.join('parent', id, codeOf('B'));
    await affiliates.join('member', id, codeOf('BUYER'));
    if (coupon) {
      await shop.addCoupon(codeOf('C'));
      await world.sql.query(
        'update public.affiliates set coupon_id = (select id from public.coupons where name = $1) where code = $2',
        [codeOf('C'), codeOf(coupon)],
      );
    }
    const referrals: string[] = [];
    for (const [name, daysAgo] of visits) referrals.push(await affiliates.click(codeOf(name), daysAgo));
    const { id: order = '' } = await shop.place('member', {
      items: goods(2),
      referrals,
      coupon: coupon ? codeOf('C') : null,
    });
    expect(await affiliates.referralsOf(order)).toEqual(
      by ? [{ code: codeOf(by[0]), source: by[1], refusal: by[2] ?? null }] : [],
    );
  });

  test.each([
    ['a product of its programme', () => shop.goods, 1],
    ['no product of another', () => shop.courseProduct, 0],
  ])('%s', async (_, product, count) => {
    const code = `ONLY-${count}`;
    await affiliates.join('instructor', await affiliates.addProgramme({ product_ids: [product()] }), code);
    const referrals = [await affiliates.click(code)];
    const { id: order = '' } = await shop.place('parent', { items: goods(), referrals });
    expect(await affiliates.referralsOf(order)).toHaveLength(count);
  });

  test('each line the programme that names its product, before one for all', async () => {
    await affiliates.join('instructor', await affiliates.addProgramme(), 'FOR-ALL');
    await affiliates.join('student', await affiliates.addProgramme({ product_ids: [shop.goods] }), 'FOR-GOODS');
    const referrals = [await affiliates.click('FOR-GOODS', 9), await affiliates.click('FOR-ALL', 1)];
    const items = [...goods(), { product_id: shop.courseProduct, quantity: 1 }];
    const { id: order = '' } = await shop.place('parent', { items, referrals });
    expect((await affiliates.referralsOf(order)).map(({ code }) => code)).toEqual(['FOR-GOODS', 'FOR-ALL']);
  });

  test('nobody who is suspended, and by no programme that is switched off', async () => {
    const programme = await affiliates.addProgramme();
    const id = await affiliates.join('instructor', programme, 'ENDED');
    const referrals = [await affiliates.click('ENDED')];
    const place = async () => (await shop.place('parent', { items: goods(), referrals })).id ?? '';
    await shop.as('owner').query(`select public.set_affiliate_state($1, 'suspended')`, [id]);
    expect(await affiliates.referralsOf(await place())).toEqual([]);
    expect(await affiliates.click('ENDED')).toBe('none');
    await shop.as('owner').query(`select public.set_affiliate_state($1, 'approved')`, [id]);
    expect(await affiliates.referralsOf(await place())).toHaveLength(1);
    await world.sql.query('update public.affiliate_programmes set is_active = false where id = $1', [programme]);
    expect(await affiliates.referralsOf(await place())).toEqual([]);
  });

  test('no visit that was made up, and none of another account', async () => {
    const { id: order = '' } = await shop.place('parent', { items: goods(), referrals: [crypto.randomUUID()] });
    expect(await affiliates.referralsOf(order)).toEqual([]);
  });

  test('nobody, where the buyer has the affiliate’s e-mail or an address they bought with', async () => {
    await affiliates.join('instructor', await affiliates.addProgramme(), 'NEAR');
    const referrals = [await affiliates.click('NEAR')];
    const address = { country: 'PT', street: 'Rua do Sol, 7', postcode: '1000-001', city: 'Lisboa' };
    await shop.place('instructor', { items: goods(), address });
    const place = async (more = {}) =>
      affiliates.referralsOf((await shop.place('parent', { items: goods(), referrals, ...more })).id ?? '');
    expect(await place({ address: { ...address, street: 'RUA DO SOL 7', postcode: '1000001' } })).toEqual([
      { code: 'NEAR', source: 'link', refusal: 'self_address' },
    ]);
    await world.sql.query(
      "update public.members set email = 'Parent+shop@demo.test' where account_id = $1 and email = 'instructor@demo.test'",
      [world.demo],
    );
    expect(await place()).toEqual([{ code: 'NEAR', source: 'link', refusal: 'self_email' }]);
    await world.sql.query(
      "update public.members set email = 'instructor@demo.test' where account_id = $1 and email = 'Parent+shop@demo.test'",
      [world.demo],
    );
    expect(await place()).toEqual([{ code: 'NEAR', source: 'link', refusal: null }]);
  });
});

test('a visit is counted on its day, and stays counted when it can’t be claimed any more', async () => {
  const id = await affiliates.join('instructor', await affiliates.addProgramme(), 'OLD');
  await affiliates.click('OLD', 400);
  await affiliates.click('OLD');
  await world.sql.query('select private.forget_old_clicks()');
  expect(await world.sql.query('select from public.affiliate_clicks where affiliate_id = $1', [id])).toHaveLength(1);
  expect(await world.sql.query('select clicks from public.affiliate_click_days where affiliate_id = $1', [id])).toEqual(
    [{ clicks: 2 }],
  );
});

test('orders that are placed and paid at the same moment by one link wait for each other and none is lost', async () => {
  const affiliate = await affiliates.join('instructor', await affiliates.addProgramme({ rate: 10 }), 'RUSH');
  const referrals = [await affiliates.click('RUSH')];
  await shop.addCoupon('ALL-OF-IT', { product_ids: [shop.goods] });
  await world.sql.query(
    "update public.coupons set discount_type = 'percentage', coupon_amount = 100 where name = 'ALL-OF-IT'",
  );
  const wide = createDatabase({ ownerUrl: world.ownerUrl, clientUrl: world.clientUrl, poolSize: 20 });
  const buyers = ['student', 'parent', 'member'] as const;
  const placed = await Promise.all(
    Array.from({ length: 21 }, (_, at) =>
      shop.place(buyers[at % 3] ?? 'member', { items: goods(), referrals, coupon: at % 2 ? 'ALL-OF-IT' : null }, wide),
    ),
  );
  const pending = placed.filter(({ status }) => status === 'pending');
  await Promise.all(pending.map(({ id }) => wide.as(world.caller('owner')).query('select public.mark_paid($1)', [id])));
  await wide.close();
  expect(pending).toHaveLength(11);
  expect(await affiliates.balanceOf(affiliate)).toEqual({ pending: 0, payable: 11 * 105, paid: 0 });
});
