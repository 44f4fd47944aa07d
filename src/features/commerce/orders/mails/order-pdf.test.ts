import { describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { readPdf, undrawn } from '#tests/pdf.ts';
import { textOf } from '#tests/texts.ts';
import { type OrderDocument, orderPdf } from './order-pdf.ts';

const vat = { tax_rate: 23, tax_category: 'standard', tax_name: 'VAT' } as const;
const order: OrderDocument = {
  number: 1007,
  status: 'pending',
  customer_name: 'Amara Okafor',
  email: 'amara@example.test',
  billing_address: {
    country: 'PT',
    company: 'Light & Co',
    street: 'Rua do Sol 5',
    postcode: '1200-001',
    city: 'Lisboa',
  },
  coupon: 'WELCOME10',
  instructions: 'IBAN PT50 0002\nBanco do Sol',
  currency: 'EUR',
  subtotal: 9000,
  discount: 900,
  tax: 1863,
  prices_include_tax: false,
  tax_country: 'PT',
  total: 9963,
  credit: 0,
  refunded: 0,
  placed_at: '2026-11-21T00:00:00Z',
  paid_at: null,
  closed_at: null,
  seller: 'Lumen Academy',
  items: [
    { title: 'Light and exposure', quantity: 1, amount: 4000, ...vat, tax: 828 },
    { title: 'مخطط الضوء', quantity: 2, amount: 2500, ...vat, tax: 1035 },
  ],
};

describe('an order as PDF', () => {
  test.each(localeCodes)('%s has every word and no missing glyph', async (locale) => {
    const { title, pages } = await readPdf((await orderPdf(order, 'demo.stoa.test', locale, textOf)).content);
    const [page] = pages;
    const texts = page?.texts.map(([, text]) => text) ?? [];
    const orderText = (key: string, values?: object) => textOf(locale, 'orders', key, { ...values });
    for (const key of ['detail.buyer', 'detail.placed', 'list.items', 'cart.total', 'detail.instructions'])
      expect(texts).toContain(orderText(key));
    expect(title).toBe(orderText('detail.title', { number: 1007 }));
    expect(page?.missing).toBe(0);
    expect(undrawn([...texts, `${title} · 1 / 1`], page?.runs ?? [])).toBe('');
  });

  test('its sums are those of the order', async () => {
    const { pages } = await readPdf((await orderPdf(order, 'demo.stoa.test', 'en', textOf)).content);
    expect(pages[0]?.texts.filter(([role]) => role === 'TD').map(([, text]) => text)).toEqual([
      'Light and exposure',
      '€40',
      'مخطط الضوء × 2',
      '€50',
      'WELCOME10',
      '-€9',
      'VAT 23%',
      '€18.63',
      'Total',
      '€99.63',
    ]);
  });

  test('what was refunded stands under the total', async () => {
    const refunded = { ...order, status: 'paid', refunded: 2000 } as const;
    const { pages } = await readPdf((await orderPdf(refunded, 'demo.stoa.test', 'en', textOf)).content);
    const cells = pages[0]?.texts.filter(([role]) => role === 'TD').map(([, text]) => text);
    expect(cells?.slice(-4)).toEqual(['Total', '€99.63', 'Refunded', '-€20']);
  });

  test('tax within the prices and a reverse charge are named as that', async () => {
    const cellsOf = async (document: OrderDocument) =>
      (await readPdf((await orderPdf(document, 'demo.stoa.test', 'en', textOf)).content)).pages[0]?.texts.map(
        ([, text]) => text,
      );
    expect(await cellsOf({ ...order, prices_include_tax: true })).toContain('includes VAT 23%');
    const items = order.items.map((item) => ({
      ...item,
      tax: 0,
      tax_rate: 0,
      tax_category: 'reverse_charge' as const,
    }));
    expect(await cellsOf({ ...order, items })).toContain('Reverse charge: the buyer owes the VAT');
  });

  test('how to pay stands only where it waits for its payment', async () => {
    const paid = { ...order, status: 'paid', paid_at: '2026-11-22T00:00:00Z' } as const;
    const textsOf = async (document: OrderDocument) =>
      (await readPdf((await orderPdf(document, 'demo.stoa.test', 'en', textOf)).content)).pages[0]?.texts.map(
        ([, text]) => text,
      );
    expect(await textsOf(order)).toContain(order.instructions);
    const texts = await textsOf(paid);
    expect(texts).toEqual(expect.arrayContaining(['Paid', 'November 22, 2026']));
    expect(texts).not.toContain(order.instructions);
  });
});
