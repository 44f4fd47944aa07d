import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#paths';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let app: AppWorld;
let shop: Shop;
beforeAll(async () => {
  world = await openWorld();
  [app, shop] = await Promise.all([openApp(world), openShop(world)]);
  await shop.as('owner').query('select public.set_cart_reminder($1, 2)', [world.demo]);
  await app.settleJobs();
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const post = (path: string, body: unknown, host = 'demo') => app.call(path, { host, method: 'POST', body });
const cart = (email: string, more: object = {}) =>
  post(paths.saveCart(), {
    items: [{ product_id: shop.goods, quantity: 2 }],
    email,
    name: 'Cara Cart',
    locale: 'de',
    currency: 'EUR',
    ...more,
  });
const tokenOf = async (response: Response) => ((await response.json()) as { token: string }).token;
async function remindedMail(email: string) {
  await world.sql.query(
    `update public.carts set changed_at = private.clock_now() - interval '3 hours' where email = $1`,
    [email],
  );
  await world.sql.query('select private.remind_of_carts()');
  return (await app.settleJobs()).find(({ to }) => to === email);
}

test('a cart that was left is reminded of in its language, with what is in it and the two links', async () => {
  const token = await tokenOf(await cart('left@cart.test'));
  const mail = await remindedMail('left@cart.test');
  expect(mail?.subject).toContain('Warenkorb');
  expect(mail?.text).toMatch(/Cara Cart/);
  expect(mail?.text).toMatch(/× 2: 21\s€/);
  expect(mail?.text).toContain(`http://demo.localhost${paths.savedCart(token)}`);
  expect(mail?.text).toContain(`http://demo.localhost${paths.savedCart(token, true)}`);
  expect(mail?.headers?.['List-Unsubscribe']).toContain(paths.stopCartReminders(token));

  const restored = await post(paths.restoreCart(), { token });
  expect(await restored.json()).toMatchObject({ cart: { lines: [{ product_id: shop.goods, quantity: 2 }] } });
  expect((await post(paths.restoreCart(), { token }, 'atelier')).status).toBe(404);
});

test('the one click of a mail program ends the reminders, and a link that was followed says nothing more', async () => {
  const token = await tokenOf(await cart('stop@cart.test'));
  const response = await app.call(paths.stopCartReminders(token), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBe(200);
  expect(await remindedMail('stop@cart.test')).toBeUndefined();
  expect((await post(paths.restoreCart(), { token })).status).toBe(404);
});

test('what is no longer for sale is not reminded of', async () => {
  await cart('sold@cart.test');
  await world.sql.query(`update public.products set status = 'draft' where id = $1`, [shop.goods]);
  expect(await remindedMail('sold@cart.test')).toBeUndefined();
  await world.sql.query(`update public.products set status = 'published' where id = $1`, [shop.goods]);
});

test('a cart without an address or of more lines than an order has is refused, and one of a shop that does not remind', async () => {
  expect((await cart('nobody')).status).toBe(422);
  const items = Array.from({ length: 51 }, () => ({ product_id: shop.goods, quantity: 1 }));
  expect((await cart('a@cart.test', { items })).status).toBe(422);
  expect((await cart('a@cart.test', { items: [{ product_id: shop.goods, quantity: -1 }] })).status).toBe(422);
  expect(
    (
      await post(
        paths.saveCart(),
        { items: [{ product_id: shop.goods, quantity: 1 }], email: 'a@cart.test' },
        'atelier',
      )
    ).status,
  ).toBe(403);
  expect((await post(paths.stopCartReminders('nonsense'), {})).status).toBe(422);
});

test('one network saves no more than sixty carts in ten minutes', async () => {
  const statuses = new Set<number>();
  for (let at = 0; at < 61; at++) statuses.add((await cart('nobody')).status);
  expect(statuses).toContain(429);
});
