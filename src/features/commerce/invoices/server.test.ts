import { unzipSync } from 'fflate';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiEnv, type ApiTools, fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import { AppError } from '#base/shared/errors.ts';
import { openShop, type Shop } from '#tests/db/shop.ts';
import { placeTaxed, type TaxedOrder } from '#tests/db/taxed-order.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { pdfTexts } from '#tests/pdf.ts';
import { textOf } from '#tests/texts.ts';
import { attachers } from './jobs.ts';
import { MAX_ARCHIVED } from './rules.ts';
import { api } from './server.ts';

let world: World;
let shop: Shop;
let invoice: string;
let order: string;
beforeAll(async () => {
  world = await openWorld();
  shop = await openShop(world);
  order = await buy({ locale: 'de', address: { country: 'PT', company: 'Luz Lda.', street: 'Rua do Sol 5' } });
  invoice = await invoiceOf(order);
});
afterAll(() => world.close());

async function buy(more: Partial<TaxedOrder> = {}): Promise<string> {
  const lines = [{ title: 'Light', amount: 10_000, quantity: 1, rate: 19, category: 'standard' }];
  const id = await placeTaxed(world, shop, { lines, includesTax: false, ...more });
  await shop.as('owner').query('select public.mark_paid($1)', [id]);
  return id;
}
async function invoiceOf(id: string, kind = 'invoice'): Promise<string> {
  const rows = await world.sql.query<{ id: string }>(
    'select id from public.order_invoices where order_id = $1 and kind = $2 order by id desc',
    [id, kind],
  );
  return rows[0]?.id ?? '';
}

const limit: ApiTools['limit'] = async () => {};

function routesFor(person: Person) {
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

const get = (person: Person, path: string) => routesFor(person).request(`/api/orders/invoices/${path}`);
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('the files of an invoice', () => {
  test('the PDF is in the language of the buyer, whoever reads it', async () => {
    const response = await get('owner', `${invoice}/pdf`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const texts = await pdfTexts(await bytesOf(response));
    expect(texts).toEqual(expect.arrayContaining(['Rechnungsdatum', 'Lumen Academy GmbH', 'Luz Lda.', 'Light']));
  });

  test.each([
    ['ubl', 'application/xml', '<Invoice'],
    ['cii', 'application/xml', '<rsm:CrossIndustryInvoice'],
    ['hybrid', 'application/pdf', '%PDF-'],
  ])('as %s it is %s', async (format, type, begins) => {
    const response = await get('student', `${invoice}/${format}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="INV-\d{4}-\d{4}\./);
    expect(new TextDecoder().decode(await bytesOf(response))).toContain(begins);
  });

  test.each<[Person, string, number]>([
    ['student', 'pdf', 200],
    ['owner', 'pdf', 200],
    ['member', 'pdf', 404],
    ['instructor', 'cii', 404],
    ['atelierOwner', 'pdf', 404],
    ['blocked', 'pdf', 404],
    ['stolen', 'pdf', 404],
    ['visitor', 'pdf', 401],
    ['student', 'docx', 404],
  ])('%s, as %s: %i', async (person, format, status) =>
    expect((await get(person, `${invoice}/${format}`)).status).toBe(status),
  );

  test('of an id that is none: 404', async () => {
    expect((await get('student', 'x/pdf')).status).toBe(404);
    expect((await get('student', `${crypto.randomUUID()}/pdf`)).status).toBe(404);
  });

  test('an e-invoice that lacks what the standard requires is refused with a sentence, and its PDF is there', async () => {
    const id = await invoiceOf(await buy({ address: {} }));
    const response = await get('student', `${id}/cii`);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: { code: 'e_invoice_incomplete' } });
    expect((await get('student', `${id}/pdf`)).status).toBe(200);
  });
});

describe('the archive of a period', () => {
  const today = async () =>
    (
      await world.sql.query<{ day: string }>(
        `select to_char(private.clock_now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
      )
    )[0]?.day ?? '';

  test('has the PDF of each invoice and credit note in it, and nobody else’s', async () => {
    await shop.as('owner').query('select public.refund_order($1, amount => 100)', [order]);
    const day = await today();
    const response = await get('owner', `archive?from=${day}&to=${day}`);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(await bytesOf(response));
    const rows = await world.sql.query<{ number: string }>(
      `select number from public.order_invoices where account_id = $1 and (issued_at at time zone 'UTC')::date = $2::date`,
      [world.demo, day],
    );
    expect(Object.keys(files).sort()).toEqual(rows.map(({ number }) => `${number}.pdf`).sort());
    const [issued] = await world.sql.query<{ number: string }>(
      'select number from public.order_invoices where id = $1',
      [await invoiceOf(order, 'credit_note')],
    );
    const note = files[`${issued?.number}.pdf`] ?? new Uint8Array();
    expect((await pdfTexts(note)).join(' ')).toContain('Rechnungskorrektur');
    const own = await get('member', `archive?from=${day}&to=${day}`);
    const names = own.status === 404 ? [] : Object.keys(unzipSync(await bytesOf(own)));
    expect(names).not.toContain(`${issued?.number}.pdf`);
  });

  test.each([
    ['a period without invoices', 'from=1999-01-01&to=1999-12-31', 404],
    ['a day that is none', 'from=2026-02-30&to=2026-03-01', 422],
    ['no period', '', 422],
  ])('%s is refused', async (_name, query, status) =>
    expect((await get('owner', `archive?${query}`)).status).toBe(status),
  );

  test('is refused where there are more than it may hold', async () => {
    await world.sql.query(
      `with placed as (
         insert into public.orders (account_id, number, email, customer_name, status, currency, subtotal, total, paid_at)
         select $1, 900000 + n, '', 'A Buyer', 'paid', 'EUR', 1, 1, now() from generate_series(1, $2::int + 1) n returning account_id, id, number)
       insert into public.order_invoices (account_id, number, kind, order_id, issued_at, locale, currency, net, tax, total, document)
       select p.account_id, 'MANY-' || p.number, 'invoice', p.id, '2001-05-05', 'en', 'EUR', 1, 0, 1, i.document
         from placed p, (select document from public.order_invoices where id = $3) i`,
      [world.demo, MAX_ARCHIVED, invoice],
    );
    const response = await get('owner', 'archive?from=2001-05-01&to=2001-05-31');
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`more than ${MAX_ARCHIVED} invoices`);
  });
});

describe('the mail of an order', () => {
  const attached = async (subject: string) =>
    (await Promise.all(attachers.map((attach) => attach({ sql: world.sql, t: textOf }, world.demo, subject)))).flat();

  test('brings the invoice of the payment, and that of a refund its credit note', async () => {
    const paid = await buy();
    await shop.as('owner').query('select public.refund_order($1, amount => 100)', [paid]);
    const [refund] = await world.sql.query<{ id: string }>('select id from public.refunds where order_id = $1', [paid]);
    const [first, ...others] = await attached(`order:${paid}`);
    expect([first?.type, others]).toEqual(['application/pdf', []]);
    expect(first?.name).toMatch(/^INV-/);
    const [note] = await attached(`refund:${refund?.id}`);
    expect(note?.name).toMatch(/^CN-/);
    expect(await attached(`course:${paid}`)).toEqual([]);
    expect(await attached(`order:${crypto.randomUUID()}`)).toEqual([]);
  });
});
