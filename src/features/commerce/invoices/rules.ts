import { currencyDigits, formatMoney } from '#base/shared/money.ts';
import type { TaxCategory } from '#features/commerce/tax/schema.ts';
import type { Invoice, InvoiceDocument, InvoiceLine, Numbering } from './schema.ts';

/** How many invoices one archive has at most: each is rendered when it is asked for. */
export const MAX_ARCHIVED = 200;

/** As the check of `public.invoice_settings` has it: a digit at the end would run together with the number. */
const PREFIX = /^([A-Za-z0-9/._-]{0,19}[A-Za-z/._-])?$/;

export function isPrefix(prefix: string): boolean {
  return PREFIX.test(prefix);
}

/** The first number of a new series, as the owner sees it before they save. */
export function firstNumber({ has_year, digits }: Numbering, prefix: string, year: number): string {
  return `${prefix}${has_year ? `${year}-` : ''}${'1'.padStart(digits, '0')}`;
}

/** A number as the name of a file, without its ending. */
export function fileNameOf(number: string): string {
  return number.replace(/[^\w-]+/g, '-');
}

/** The net price of one piece after the discount, with as many more digits as it takes to be exact, four at most. */
export function netPriceOf(
  { net, quantity }: Pick<InvoiceLine, 'net' | 'quantity'>,
  currency: string,
  locale: string,
): string {
  return formatMoney(net / quantity, currency, locale, 4);
}

/** What was deducted of the prices before tax was computed. */
export function totalDiscount({ lines }: Pick<InvoiceDocument, 'lines'>): number {
  return lines.reduce((sum, { discount }) => sum + discount, 0);
}

/** The categories of EN 16931 (UNCL 5305): standard and reduced rates are one there, told apart by the rate. */
export const taxCodes = {
  standard: 'S',
  reduced: 'S',
  zero: 'Z',
  exempt: 'E',
  reverse_charge: 'AE',
  export: 'G',
  outside: 'O',
} as const satisfies Record<TaxCategory, string>;

/** What an invoice has not, without which no e-invoice can be written of it. */
export type EInvoiceGap =
  | 'seller_email'
  | 'buyer_email'
  | 'currency'
  | 'seller_country'
  | 'buyer_country'
  | 'seller_vat_number'
  | 'buyer_vat_number'
  | 'mixed';

/** The mandatory terms of EN 16931 that a frozen document may lack: BR-DEC, BR-09, BR-11, BR-S-02, BR-AE-02 and BR-O-11. */
export function eInvoiceGaps({ currency, document }: Pick<Invoice, 'currency' | 'document'>): EInvoiceGap[] {
  const { seller, buyer, taxes } = document;
  const codes = new Set(taxes.map(({ tax_category }) => taxCodes[tax_category]));
  const gaps: [EInvoiceGap, boolean][] = [
    ['currency', currencyDigits(currency) > 2],
    ['seller_country', !seller.country],
    ['buyer_country', !buyer.country],
    ['seller_vat_number', !codes.has('O') && !seller.vat_number],
    ['buyer_vat_number', codes.has('AE') && !buyer.vat_number],
    // Optional in EN 16931, and required wherever e-invoices are sent.
    ['seller_email', !seller.email],
    ['buyer_email', !buyer.email],
    ['mixed', codes.has('O') && codes.size > 1],
  ];
  return gaps.flatMap(([gap, isOpen]) => (isOpen ? [gap] : []));
}

/** The IBAN in what a seller wrote of their bank; undefined where there is none. */
export function ibanOf(bank: string): string | undefined {
  const account = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/.exec(bank)?.[0].replace(/ /g, '');
  return account && account.length <= 34 ? account : undefined;
}

export const periods = ['thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const;
export type Period = (typeof periods)[number];

/** The days of a period as ISO dates in UTC, in which invoices are dated: the first one, and the one after the last. */
export function daysOf(period: Period, now: Date): { from: string; before: string } {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const day = (ofYear: number, ofMonth: number) => new Date(Date.UTC(ofYear, ofMonth, 1)).toISOString().slice(0, 10);
  switch (period) {
    case 'thisMonth':
      return { from: day(year, month), before: day(year, month + 1) };
    case 'lastMonth':
      return { from: day(year, month - 1), before: day(year, month) };
    case 'thisYear':
      return { from: day(year, 0), before: day(year + 1, 0) };
    case 'lastYear':
      return { from: day(year - 1, 0), before: day(year, 0) };
  }
}
