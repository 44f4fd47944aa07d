import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAffiliates } from '#tests/db/affiliates.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let shop: Shop;
let app: AppWorld;
let affiliate: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  app = await openApp(world);
  const affiliates = openAffiliates(world, shop);
  affiliate = await affiliates.join('instructor', await affiliates.addProgramme({ window_days: 45 }), 'LINKED');
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const follow = (code: string, { host = 'demo', agent = browser } = {}) =>
  app.call('/api/affiliates/visits', { method: 'POST', host, body: { code }, headers: { 'user-agent': agent } });
const clicks = async () =>
  (
    await world.sql.query<{ clicks: number }>(
      'select clicks from public.affiliate_click_days where affiliate_id = $1',
      [affiliate],
    )
  )[0]?.clicks ?? 0;

describe('POST /api/affiliates/visits', () => {
  test('counts a visit, and says for how many days it counts', async () => {
    const before = await clicks();
    const response = await follow('linked');
    expect(await response.json()).toEqual({ visit_id: expect.stringMatching(/^[0-9a-f-]{36}$/), days: 45 });
    expect(await clicks()).toBe(before + 1);
    const [visit] = await world.sql.query('select * from public.affiliate_clicks where affiliate_id = $1', [affiliate]);
    expect(Object.keys(visit ?? {}).sort()).toEqual(['account_id', 'affiliate_id', 'clicked_at', 'id']);
  });

  test.each([
    ['a code of nobody', 'nobody', {}],
    ['a code of another account', 'LINKED', { host: 'atelier' }],
    ['a crawler', 'LINKED', { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['no code at all', '', {}],
  ])('counts nothing for %s', async (_, code, more) => {
    const before = await clicks();
    expect(await (await follow(code, more)).json()).toEqual({ visit_id: null, days: 0 });
    expect(await clicks()).toBe(before);
  });

  test('refuses what is no code', async () => {
    expect((await follow('x'.repeat(41))).status).toBe(422);
  });

  test('is limited by network', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => follow('LINKED')));
    expect(responses.map(({ status }) => status)).toContain(429);
  });
});

describe('an order that is placed', () => {
  const order = async (referrals: unknown) => {
    const response = await app.call('/api/orders/checkout', {
      method: 'POST',
      as: 'parent',
      body: {
        items: [{ product_id: shop.goods, quantity: 1 }],
        customer: { name: 'Ngozi' },
        billing_address: { country: 'PT' },
        idempotency_key: crypto.randomUUID(),
        referrals,
      },
    });
    const { order: placed } = (await response.json()) as { order: { id: string } };
    return world.sql.query('select source from public.affiliate_referrals where order_id = $1', [placed.id]);
  };

  test('claims the visits its browser remembers', async () => {
    const visits = await world.sql.query<{ id: string }>(
      'select id from public.affiliate_clicks where affiliate_id = $1',
      [affiliate],
    );
    expect(await order([visits[0]?.id])).toEqual([{ source: 'link' }]);
  });

  test.each([
    ['something that is no visit', ['nonsense']],
    ['more than a browser remembers', Array.from({ length: 21 }, () => crypto.randomUUID())],
    ['no list', 'all'],
  ])('is placed all the same with %s', async (_, referrals) => {
    expect(await order(referrals)).toEqual([]);
  });
});
