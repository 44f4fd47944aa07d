import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiEnv, type ApiTools, fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { pdfTexts } from '#tests/pdf.ts';
import { textOf } from '#tests/texts.ts';
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

/** The feature's routes as a person of the test world reaches them, at an account's host. */
function routesFor(person: Person, limit: ApiTools['limit'] = async () => {}) {
  const router = new Hono<ApiEnv>();
  router.use(async (context, next) => {
    const account = { account_id: world.demo, slug: 'demo', domain: null, is_platform: false, features: [] };
    context.set('account', account);
    context.set('caller', world.caller(person));
    context.set('origin', 'http://demo.localhost:3000');
    await next();
  });
  api(router, { database: world.database, limit, jobs: { t: textOf } } as ApiTools);
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
        billing_address: { country: 'PT', company: '', street: '', postcode: '', city: '', vat_number: '' },
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
