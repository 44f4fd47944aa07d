import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiEnv, type ApiTools, fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import { createViesRegister } from '#base/server/vat/vat-register.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { pdfTexts } from '#tests/pdf.ts';
import { textOf } from '#tests/texts.ts';
import { openViesStandIn } from '#tests/vat/vies-stand-in.ts';
import { api } from './server.ts';

let world: World;
let product: string;
beforeAll(async () => {
  world = await openWorld();
  const rows = await world.sql.query<{ id: string }>(
    `insert into public.products (account_id, title, slug, type, status) values ($1, 'Chart', 'chart', 'digital', 'published') returning id`,
    [world.demo],
  );
  product = rows[0]?.id ?? '';
  await world.sql.query(
    `insert into public.prices (account_id, product_id, currency, amount) values ($1, $2, 'EUR', 4000)`,
    [world.demo, product],
  );
});
afterAll(() => world.close());

/** Nobody is asked where it does not matter. */
const noRegister: ApiTools['vatRegister'] = { check: () => Promise.reject(new Error('The register was asked.')) };

/** The feature's routes as a person of the test world reaches them, at an account's host. */
function routesFor(person: Person, limit: ApiTools['limit'] = async () => {}, vatRegister = noRegister) {
  const router = new Hono<ApiEnv>();
  router.use(async (context, next) => {
    const account = { account_id: world.demo, slug: 'demo', domain: null, is_platform: false, features: [] };
    context.set('account', account);
    context.set('caller', world.caller(person));
    context.set('origin', 'http://demo.localhost:3000');
    await next();
  });
  api(router, { database: world.database, limit, jobs: { t: textOf }, vatRegister } as ApiTools);
  router.onError((raw) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return errorResponse(error);
    throw error;
  });
  return router;
}

async function postCheckout(person: Person, body: unknown, limit?: ApiTools['limit']) {
  const router = routesFor(person, limit);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await router.request('/api/orders/checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'ar' },
    body: text,
  });
  return {
    status: response.status,
    body: (await response.json()) as { order?: Record<string, unknown>; error?: Record<string, unknown> },
  };
}
const orderRequest = (overrides: object = {}) => ({
  items: [{ product_id: product, quantity: 2 }],
  coupon: null,
  customer: { name: 'Berta Buyer' },
  billing_address: { country: 'PT' },
  idempotency_key: crypto.randomUUID(),
  ...overrides,
});

describe('POST /api/orders/checkout', () => {
  test('places an order at the prices of the tables, whatever the body says', async () => {
    const body = orderRequest({
      coupon: 'WELCOME10',
      total: 1,
      items: [{ product_id: product, quantity: 2, amount: 1 }],
    });
    const response = await postCheckout('student', body);
    expect(response).toMatchObject({
      status: 201,
      body: { order: { status: 'pending', currency: 'EUR', subtotal: 8000, discount: 800, tax: 0, total: 7200 } },
    });
    const rows = await world.sql.query(
      'select locale, customer_name, billing_address from public.orders where id = $1',
      [response.body.order?.id],
    );
    expect(rows).toEqual([
      {
        locale: 'ar',
        customer_name: 'Berta Buyer',
        billing_address: {
          country: 'PT',
          region: '',
          company: '',
          street: '',
          postcode: '',
          city: '',
          vat_number: '',
        },
      },
    ]);
  });

  test('the same key returns the same order', async () => {
    const body = orderRequest();
    const [first, second] = [await postCheckout('student', body), await postCheckout('student', body)];
    expect(second.body.order?.id).toBe(first.body.order?.id);
    expect(second.body.order?.number).toBe(first.body.order?.number);
  });

  test.each<[string, object, string]>([
    ['an empty cart', { items: [] }, 'items'],
    [
      'a quantity of half',
      { items: [{ product_id: '00000000-0000-7000-8000-000000000001', quantity: 0.5 }] },
      'items.0.quantity',
    ],
    ['no name', { customer: { name: '  ' } }, 'customer.name'],
    ['no country', { billing_address: { country: '' } }, 'billing_address.country'],
    [
      'a street as long as a novel',
      { billing_address: { country: 'PT', street: 'x'.repeat(201) } },
      'billing_address.street',
    ],
    ['a coupon that can be none', { coupon: '<b>' }, 'coupon'],
  ])('%s: 422 with the field', async (_name, overrides, field) => {
    const { status, body } = await postCheckout('student', orderRequest(overrides));
    expect(status).toBe(422);
    expect(Object.keys(body.error?.fields as object)).toEqual([field]);
  });

  test('what is missing and what is of another kind is said in sentences', async () => {
    const { items: _, ...rest } = orderRequest() as Record<string, unknown>;
    const { body } = await postCheckout('student', { ...rest, coupon: 7 });
    expect(body.error?.fields).toEqual({
      items: 'This field is required.',
      coupon: 'This must be a text, not a number.',
    });
  });

  test.each<[string, Person, unknown, number, string]>([
    ['nobody signed in', 'visitor', {}, 401, 'not_authenticated'],
    ['a session of another account', 'stolen', undefined, 403, 'forbidden'],
    ['an expired coupon', 'student', { coupon: 'EXPIRED' }, 409, 'coupon_expired'],
    ['no JSON', 'student', '{', 400, 'malformed'],
  ])('%s', async (_name, person, overrides, status, code) => {
    const response = await postCheckout(
      person,
      typeof overrides === 'string' ? overrides : orderRequest((overrides as object) ?? {}),
    );
    expect(response).toMatchObject({ status, body: { error: { code } } });
  });

  test('what the buyer has already: 409 with the sentence that names it', async () => {
    const rows = await world.sql.query<{ id: string; title: string }>(
      `select p.id, p.title from public.products p
         join public.enrolments e on (e.account_id, e.course_id) = (p.account_id, p.course_id) and e.status = 'active'
         join public.members m on (m.account_id, m.id) = (e.account_id, e.member_id) and m.user_id = $2
        where p.account_id = $1 and p.status = 'published' limit 1`,
      [world.demo, world.caller('student').claims.sub],
    );
    const response = await postCheckout('student', orderRequest({ items: [{ product_id: rows[0]?.id, quantity: 1 }] }));
    expect(response).toMatchObject({ status: 409, body: { error: { code: 'already_owned' } } });
    expect(response.body.error?.message).toContain(rows[0]?.title);
  });

  test('counts how often one person tries', async () => {
    const keys: string[] = [];
    const response = await postCheckout('student', orderRequest(), async (key) => {
      keys.push(key);
      throw errors.tooMany(30);
    });
    expect(response.status).toBe(429);
    expect(keys).toEqual([`checkout:${world.caller('student').claims.sub}`]);
  });
});

describe('an order as PDF', () => {
  let id: string;
  beforeAll(async () => {
    id = String((await postCheckout('student', orderRequest())).body.order?.id);
  });

  test('is in the reader’s language, with what the order comes to', async () => {
    const response = await routesFor('student').request(`/api/orders/${id}/file?lang=de`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const texts = await pdfTexts(new Uint8Array(await response.arrayBuffer()));
    expect(texts).toEqual(expect.arrayContaining(['Chart × 2', 'Berta Buyer', 'demo.localhost:3000', 'Portugal']));
    expect(texts.filter((text) => text.replace(/\s/g, ' ') === '80 €')).toHaveLength(2);
  });

  test.each<[Person, string | undefined, number]>([
    ['owner', undefined, 200],
    ['member', undefined, 404],
    ['atelierStudent', undefined, 404],
    ['stolen', undefined, 404],
    ['visitor', undefined, 401],
    ['student', crypto.randomUUID(), 404],
    ['student', 'x', 404],
  ])('%s, order %s: %i', async (person, other, status) => {
    const response = await routesFor(person).request(`/api/orders/${other ?? id}/file`);
    expect(response.status).toBe(status);
  });
});

describe('POST /api/orders/quote', () => {
  const quote = async (address: object, more: object = {}, vatRegister?: ApiTools['vatRegister']) => {
    const router = routesFor('visitor', undefined, vatRegister);
    const response = await router.request('/api/orders/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ product_id: product, quantity: 1 }], billing_address: address, ...more }),
    });
    return (await response.json()) as { quote?: Record<string, unknown>; error?: Record<string, unknown> };
  };
  const collect = (does: boolean) =>
    world.sql.query('update public.seller_details set collects_tax = $2 where account_id = $1', [world.demo, does]);

  test('asks no register where no tax is collected', async () => {
    expect(await quote({ country: 'FR', vat_number: 'FR40303265045' })).toMatchObject({
      quote: { subtotal: 4000, tax: 0, total: 4000, vat: 'unchecked', taxes: [{ category: 'outside' }] },
    });
  });

  test('charges a company unless the register confirms its number, and keeps what it answered', async () => {
    await collect(true);
    const vies = await openViesStandIn();
    const register = createViesRegister(vies.base, 200);
    const french = { country: 'FR', vat_number: 'FR 40 303 265 045' };
    try {
      vies.behaviours.set('FR40303265045', 'silent');
      expect(await quote(french, {}, register)).toMatchObject({ quote: { tax: 760, total: 4760, vat: 'unavailable' } });
      vies.behaviours.set('FR40303265045', 'valid');
      const reversed = { tax: 0, total: 4000, vat: 'confirmed', taxes: [{ category: 'reverse_charge' }] };
      expect(await quote(french, {}, register)).toMatchObject({ quote: reversed });
      // The answer of today is enough, whatever becomes of the register.
      vies.behaviours.set('FR40303265045', 'unavailable');
      expect(await quote(french, {}, register)).toMatchObject({ quote: reversed });
      expect(vies.requests).toHaveLength(2);
      const [check] = await world.sql.query('select * from private.vat_checks where account_id = $1', [world.demo]);
      expect(check).toMatchObject({
        vat_number: 'FR40303265045',
        is_valid: true,
        consultation_number: 'WAPIAAAAY40303265045',
        company: 'LUMIERE SARL',
      });
      // An answer of two days ago still counts while the register is silent.
      await world.sql.query(`update private.vat_checks set checked_at = checked_at - interval '2 days'`);
      expect(await quote(french, {}, register)).toMatchObject({ quote: reversed });
      expect(await quote({ country: 'AT', vat_number: 'ATU12345675' }, {}, register)).toMatchObject({
        quote: { tax: 760, vat: 'unknown' },
      });
      expect(await quote({ country: 'FR', vat_number: 'FR1' }, {}, register)).toMatchObject({
        quote: { tax: 760, vat: 'malformed' },
      });
      expect(await quote({ country: 'GB', vat_number: 'GB980780684' }, {}, register)).toMatchObject({
        quote: { tax: 0, vat: 'unchecked' },
      });
    } finally {
      await vies.close();
      await world.sql.query('delete from private.vat_checks');
      await collect(false);
    }
  });

  test('does not say which coupons there are to who tries many', async () => {
    const keys: string[] = [];
    const router = routesFor('visitor', async (key, points, seconds) => void keys.push(`${key} ${points}/${seconds}`));
    for (const coupon of ['WELCOME10', 'NO-SUCH'])
      await router.request('/api/orders/quote', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          items: [{ product_id: product, quantity: 1 }],
          coupon,
          billing_address: { country: 'DE' },
        }),
      });
    expect(keys.map((key) => key.split(':')[0])).toEqual(['quotes', 'quotes', 'coupon-quotes']);
  });
});

test('an order with a VAT number that can’t be one is refused at its field', async () => {
  const { status, body } = await postCheckout(
    'student',
    orderRequest({ billing_address: { country: 'FR', company: 'Lumière', vat_number: 'FR123' } }),
  );
  expect({ status, error: body.error }).toMatchObject({
    status: 422,
    error: { fields: { 'billing_address.vat_number': 'Check the VAT number.' } },
  });
});
