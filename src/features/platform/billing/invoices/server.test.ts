import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { pdfTexts } from '#tests/pdf.ts';

let world: World;
let app: AppWorld;
let token: string;
let invoice: { id: string; number: string };
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
  token = (await app.signIn('platform', 'owner@demo.test')).access_token;
  const [row] = await world.sql.query<{ id: string; number: string }>(
    `select id, number from public.invoices where account_id = $1 order by issued_at limit 1`,
    [world.demo],
  );
  if (!row) throw new Error('The demo pays nothing.');
  invoice = row;
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const fetchInvoice = (as: string | undefined, id = invoice.id, query = '') =>
  app.call(`/api/billing/invoices/${id}${query}`, { host: 'platform', token: as });

describe('an invoice as a file', () => {
  test('says who pays whom, for what, how much and until when', async () => {
    const response = await fetchInvoice(token);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${invoice.number}.pdf"`);
    const texts = await pdfTexts(new Uint8Array(await response.arrayBuffer()));
    for (const text of [`Invoice ${invoice.number}`, 'Stoa', 'owner@demo.test', 'Lumen Academy', 'Total'])
      expect(texts).toContain(text);
    expect(texts.filter((text) => /^\$\d+(\.\d\d)?$/.test(text))).toHaveLength(2);
  });

  test.each([
    ['ar', 'فاتورة'],
    ['ja', '請求書'],
  ])('is in the reader’s language: %s', async (language, word) => {
    const file = await (await fetchInvoice(token, invoice.id, `?lang=${language}`)).arrayBuffer();
    expect((await pdfTexts(new Uint8Array(file)))[0]).toBe(`${word} ${invoice.number}`);
  });

  test('is for the owner and those who run the platform', async () => {
    const otherOwner = (await app.signIn('platform', 'owner@atelier.test')).access_token;
    const admin = (await app.signIn('platform', 'admin@stoa.test')).access_token;
    await world.sql.query(`insert into private.super_admins (email) values ('admin@stoa.test') on conflict do nothing`);
    expect((await fetchInvoice(admin)).status).toBe(200);
    expect((await fetchInvoice(otherOwner)).status).toBe(404);
    expect((await fetchInvoice(undefined)).status).toBe(401);
    expect((await fetchInvoice(token, crypto.randomUUID())).status).toBe(404);
    expect((await fetchInvoice(token, 'x')).status).toBe(404);
  });
});
