import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import { tokenIn } from '#features/platform/members/rules.ts';
import { paths } from '#paths';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { officialClient } from '#tests/db/official-client.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { openPostOffice, type PostOffice } from '#tests/post-office.ts';

// With a mail server, where a sign-up by password waits for its code.
let world: World;
let post: PostOffice;
let app: AppWorld;
let shop: Shop;
beforeAll(async () => {
  [world, post] = await Promise.all([openWorld(), openPostOffice()]);
  [app, shop] = await Promise.all([openApp(world, { SMTP_URL: post.url }), openShop(world)]);
});
afterAll(async () => {
  await app.close();
  await post.close();
  await world.close();
});

const guest = (email: string, more: object = {}) =>
  app.call(paths.guestBuyer(), { method: 'POST', body: { email, name: 'Gesa Gast', locale: 'de', ...more } });
const tokensOf = async (response: Response) =>
  ((await response.json()) as { session: { access_token: string; refresh_token: string } }).session;
const order = (token: string) =>
  app.call(paths.placeOrder(), {
    method: 'POST',
    token,
    body: {
      items: [{ product_id: shop.goods, quantity: 1 }],
      coupon: null,
      customer: { name: 'Gesa Gast' },
      billing_address: { country: 'DE' },
      idempotency_key: crypto.randomUUID(),
    },
  });
const loginOf = (email: string) =>
  world.sql.query<{ has_password: boolean; is_proved: boolean }>(
    `select coalesce(encrypted_password, '') <> '' as has_password, email_proved_at is not null as is_proved
       from auth.users where email = $1`,
    [email],
  );

describe('a guest', () => {
  test('buys without a password and a code, and gets a link in their language that sets one and proves the address', async () => {
    const email = 'gesa@guest.test';
    const response = await guest(email);
    expect(response.status).toBe(201);
    const { access_token } = await tokensOf(response);
    expect((await order(access_token)).status).toBe(201);
    expect(
      await world.sql.query(
        'select o.email, m.name from public.orders o join public.members m on m.id = o.member_id where o.email = $1',
        [email],
      ),
    ).toEqual([{ email, name: 'Gesa Gast' }]);
    expect(await loginOf(email)).toEqual([{ has_password: false, is_proved: false }]);

    const mail = (await app.settleJobs()).find(({ to, subject }) => to === email && subject.includes('Passwort'));
    expect(mail?.subject).toMatch(/^Legen Sie ein Passwort für .+ fest$/);
    const link = new URL(/https?:\/\/\S+reset-password\S*/.exec(mail?.text ?? '')?.[0] ?? '');
    const client = await officialClient(app, 'platform');
    const token_hash = tokenIn(link.hash, 'recovery') ?? '';
    expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'a sentence nobody guesses' })).error).toBeNull();
    expect(await loginOf(email)).toEqual([{ has_password: true, is_proved: true }]);
    await expect(app.signIn('demo', email, 'a sentence nobody guesses')).resolves.toMatchObject({ user: {} });
  });

  test('whose address has an account signs in: nobody else gets a session of theirs, nor do they get a mail', async () => {
    await app.settleJobs();
    for (const email of ['student@demo.test', 'Student@Demo.test']) {
      const response = await guest(email);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ error: { code: 'conflict' } });
    }
    expect(await app.settleJobs()).toEqual([]);
    await expect(app.signIn('demo', 'student@demo.test', DEMO_PASSWORD)).resolves.toBeDefined();
  });

  test('needs an address and a name, and buys on the site of a school alone', async () => {
    expect((await guest('nobody')).status).toBe(422);
    expect((await guest('a@guest.test', { name: ' ' })).status).toBe(422);
    const elsewhere = await app.call(paths.guestBuyer(), {
      host: 'platform',
      method: 'POST',
      body: { email: 'a@guest.test', name: 'A' },
    });
    expect(elsewhere.status).toBe(404);
    expect(await loginOf('a@guest.test')).toEqual([]);
  });

  test('has a session of this site alone', async () => {
    const { access_token } = await tokensOf(await guest('here@guest.test'));
    const elsewhere = await app.call(paths.placeOrder(), {
      host: 'atelier',
      method: 'POST',
      token: access_token,
      body: {
        items: [{ product_id: shop.goods, quantity: 1 }],
        coupon: null,
        customer: { name: 'A' },
        billing_address: { country: 'DE' },
        idempotency_key: crypto.randomUUID(),
      },
    });
    expect([401, 403]).toContain(elsewhere.status);
  });

  test('is one of twenty of a network in ten minutes', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 21; at++) statuses.push((await guest('nobody')).status);
    expect(statuses).toContain(429);
  });
});
