import { describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { readPdf, undrawn } from '#tests/pdf.ts';
import { textOf } from '#tests/texts.ts';
import { type InvoiceDocument, invoicePdf } from './invoice-pdf.ts';

const invoice: InvoiceDocument = {
  number: 'ST-2026-0042',
  period: 'monthly',
  currency: 'EUR',
  amount: 123450,
  status: 'open',
  period_start: '2026-11-01T00:00:00Z',
  period_end: '2026-12-01T00:00:00Z',
  issued_at: '2026-11-21T00:00:00Z',
  due_at: '2026-12-03T00:00:00Z',
  paid_at: null,
  plan: 'Professional',
  slug: 'demo',
  domain: null,
  site: 'Lumen Academy',
  email: 'owner@demo.test',
  name: 'Zoë Łukasz, दीपा, হাসান, ليلى, 渡辺',
  seller: 'Stoa',
};

describe('an invoice in each language', () => {
  test.each(localeCodes)('%s has every word and no missing glyph', async (locale) => {
    const { content } = await invoicePdf(invoice, 'stoa.test', locale, textOf);
    const { title, language, pages } = await readPdf(content);
    expect({ title, language, pages: pages.length }).toEqual({
      title: `${textOf(locale, 'billing', 'document.title')} ST-2026-0042`,
      language: locale,
      pages: 1,
    });
    const [page] = pages;
    const texts = page?.texts.map(([, text]) => text) ?? [];
    const billing = (key: string, values?: object) => textOf(locale, 'billing', key, { ...values });
    for (const text of [
      title,
      invoice.name,
      'owner@demo.test',
      'demo.stoa.test',
      billing('invoice.open'),
      billing('document.from'),
      billing('document.due'),
      billing('document.total'),
      billing('document.line', { plan: 'Professional', period: billing('period.monthly') }),
      billing('document.pay', { number: 'ST-2026-0042' }),
    ])
      expect(texts).toContain(text);
    expect(page?.missing).toBe(0);
    // What is drawn is what the structure says.
    expect(undrawn([...texts, 'ST-2026-0042 · 1 / 1'], page?.runs ?? [])).toBe('');
  });

  test('Arabic runs from right to left: the number stands left of the word', async () => {
    const { content } = await invoicePdf(invoice, 'stoa.test', 'ar', textOf);
    const [page] = (await readPdf(content)).pages;
    expect(page?.runs.slice(0, 2).join('')).toBe(`ST-2026-0042 ${[...'فاتورة'].reverse().join('')}`);
  });
});

describe('the amount', () => {
  test.each([
    ['JPY', 1200, '¥1,200'],
    ['EUR', 1205, '€12.05'],
    ['KWD', 1500, 'KWD 1.500'],
  ])('in %s', async (currency, amount, sum) => {
    const { content } = await invoicePdf({ ...invoice, currency, amount }, 'stoa.test', 'en', textOf);
    const cells = (await readPdf(content)).pages[0]?.texts.filter(([role]) => role === 'TD').map(([, text]) => text);
    expect(cells?.filter((text) => text.replace(/\s/g, ' ') === sum)).toHaveLength(2);
  });
});
