import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import { linesOf } from '#tests/paper.ts';

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
    const file = Buffer.from(await response.arrayBuffer());
    expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7');
    const lines = linesOf(file);
    for (const text of [`Invoice ${invoice.number}`, 'Stoa', 'owner@demo.test', 'Lumen Academy', 'Total'])
      expect(lines).toContain(text);
    expect(lines.filter((line) => /^\$\d+(\.\d\d)?$/.test(line))).toHaveLength(2);
    // The offsets of the xref table point at the objects.
    const offsets = [...file.toString('latin1').matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
    offsets.forEach((offset, index) => {
      expect(file.subarray(offset, offset + 12).toString('latin1')).toMatch(new RegExp(`^${index + 1} 0 obj`));
    });
  });

  test('is in the reader’s language, from right to left where that is so, and in English where no font has their letters', async () => {
    const arabic = linesOf(Buffer.from(await (await fetchInvoice(token, invoice.id, '?lang=ar')).arrayBuffer()));
    // In visual order from left to right: the number, then the right-to-left word.
    expect(arabic[0]).toBe(`${invoice.number} ${[...'فاتورة'].reverse().join('')}`);
    const japanese = linesOf(Buffer.from(await (await fetchInvoice(token, invoice.id, '?lang=ja')).arrayBuffer()));
    expect(japanese[0]).toBe(`Invoice ${invoice.number}`);
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
