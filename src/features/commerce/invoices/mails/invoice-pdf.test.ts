import { describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { aLine, anInvoice } from '#tests/an-invoice.ts';
import { readPdf, undrawn } from '#tests/pdf.ts';
import { textOf } from '#tests/texts.ts';
import { invoicePdf } from './invoice-pdf.ts';

const lines = [
  aLine(),
  aLine({
    item_id: 'b',
    title: 'مخطط الضوء',
    quantity: 3,
    net: 2_500,
    tax_rate: 7,
    tax_category: 'reduced',
    discount: 200,
  }),
  aLine({ item_id: 'c', title: '光の教室 – प्रकाश', net: 500, tax_rate: 0, tax_category: 'exempt', tax_name: '' }),
];

const pageOf = async (invoice: ReturnType<typeof anInvoice>) => {
  const { title, language, pages } = await readPdf((await invoicePdf(invoice, textOf)).content);
  return { title, language, page: pages[0], texts: pages.flatMap(({ texts }) => texts.map(([, text]) => text)) };
};

describe('an invoice as PDF', () => {
  test.each(localeCodes)('%s has every word and no missing glyph', async (locale) => {
    const t = (key: string, values?: Record<string, unknown>) => textOf(locale, 'invoices', key, values);
    const { title, language, page, texts } = await pageOf(anInvoice(lines, { locale }));
    expect([title, language]).toEqual([t('document.invoice', { number: 'INV-2026-0007' }), locale]);
    for (const key of [
      'from',
      'to',
      'date',
      'supplied',
      'order',
      'item',
      'unitPrice',
      'rate',
      'amount',
      'net',
      'total',
      'bank',
    ])
      expect(texts).toContain(t(`document.${key}`));
    expect(texts).toContain(t('document.note.exempt'));
    expect(page?.missing).toBe(0);
    expect(undrawn([...texts, `${title} · 1 / 1`], page?.runs ?? [])).toBe('');
  });

  test('says what the law asks: parties with their numbers, dates, rates, the tax of each rate and the total', async () => {
    const { page, texts } = await pageOf(anInvoice(lines));
    expect(texts).toEqual(
      expect.arrayContaining([
        'Lumen Academy GmbH',
        'Linienstraße 12',
        '10178 Berlin',
        'Germany',
        'VAT number: DE136695976',
        'Registration number: HRB 204851 B',
        'Luz Lda.',
        'Amara Okafor',
        'VAT number: PT999999990',
        'November 21, 2026',
        'November 20, 2026',
        '#1007',
        'A discount of €2 is already deducted.',
        'IBAN DE89 3704 0044 0532 0130 00',
      ]),
    );
    expect(
      page?.texts
        .filter(([role]) => role === 'TD')
        .map(([, text]) => text)
        .filter(Boolean),
    ).toEqual([
      'Light and exposure',
      '€100',
      '19%',
      '€100',
      'مخطط الضوء × 3',
      '€8.3333',
      '7%',
      '€25',
      '光の教室 – प्रकाश',
      '€5',
      '0%',
      '€5',
      'Net total',
      '€130',
      'VAT 19% on €100',
      '€19',
      'VAT 7% on €25',
      '€1.75',
      'Tax 0% on €5',
      '€0',
      'Total',
      '€150.75',
    ]);
  });

  test('where the buyer owes the tax it says so, in the language of the invoice', async () => {
    const reverse = [aLine({ tax_rate: 0, tax_category: 'reverse_charge' })];
    const { texts } = await pageOf(anInvoice(reverse, { locale: 'de' }));
    expect(texts).toContain('Steuerschuldnerschaft des Leistungsempfängers.');
  });

  test('where no tax applies it names none', async () => {
    const { texts } = await pageOf(anInvoice([aLine({ tax_rate: 0, tax_category: 'outside', tax_name: '' })]));
    expect(texts).toContain('No tax is charged.');
    expect(texts.filter((text) => / on €/.test(text))).toEqual([]);
  });

  test('a credit note names its invoice and its reason', async () => {
    const { title, texts } = await pageOf(
      anInvoice([aLine()], {
        number: 'CN-2026-0001',
        kind: 'credit_note',
        document: {
          corrects: { number: 'INV-2026-0007', issued_at: '2026-11-21T10:00:00Z' },
          reason: 'Bought by mistake.',
          refund_kind: 'refund',
        },
      }),
    );
    expect(title).toBe('Credit note CN-2026-0001');
    expect(texts).toEqual(
      expect.arrayContaining([
        'Corrects invoice INV-2026-0007 of November 21, 2026.',
        'Reason: Bought by mistake.',
        'The amount has been refunded or credited. Nothing is due.',
      ]),
    );
  });

  test('of a seller who said nothing of themselves it has the name of the site', async () => {
    const invoice = anInvoice();
    const blank = Object.fromEntries(Object.keys(invoice.document.seller).map((key) => [key, '']));
    const seller = { ...invoice.document.seller, ...blank };
    const { texts } = await pageOf({ ...invoice, document: { ...invoice.document, seller } });
    expect(texts.filter((text) => text === 'Lumen Academy')).toHaveLength(2);
    expect(texts).not.toContain('Bank details');
  });
});
