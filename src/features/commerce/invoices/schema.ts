import type { TaxCategory } from '#features/commerce/tax/schema.ts';
import type { Seller } from '#features/commerce/tax/sellers/schema.ts';

export const invoiceKinds = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

export type Buyer = {
  name: string;
  email: string;
  company: string;
  street: string;
  postcode: string;
  city: string;
  region: string;
  country: string;
  vat_number: string;
};

/** A line as it was sold or credited; amounts of the whole line after its discount, in the smallest unit. */
export type InvoiceLine = {
  item_id: string;
  title: string;
  quantity: number;
  discount: number;
  net: number;
  tax: number;
  total: number;
  /** Percent. */
  tax_rate: number;
  tax_category: TaxCategory;
  tax_name: string;
};

export type InvoiceTax = Pick<InvoiceLine, 'tax_category' | 'tax_rate' | 'tax_name' | 'net' | 'tax'>;

/** What `private.order_invoice_document` freezes. */
export type InvoiceDocument = {
  version: 1;
  order_number: number;
  prices_include_tax: boolean;
  tax_country: string | null;
  provider: string;
  paid_at: string;
  site: string;
  seller: Seller;
  buyer: Buyer;
  lines: InvoiceLine[];
  taxes: InvoiceTax[];
  /** Of a credit note. */
  corrects?: { number: string; issued_at: string };
  reason?: string;
  refund_kind?: string;
};

export type Invoice = {
  id: string;
  number: string;
  kind: InvoiceKind;
  order_id: string;
  invoice_id: string | null;
  issued_at: string;
  locale: string;
  currency: string;
  net: number;
  tax: number;
  total: number;
  document: InvoiceDocument;
};

/** The files of an invoice beside its PDF: two syntaxes of EN 16931, and a PDF with the second one in it. */
export const eInvoiceFormats = ['ubl', 'cii', 'hybrid'] as const;
export type EInvoiceFormat = (typeof eInvoiceFormats)[number];

/** How the invoices of an account are numbered from now on. */
export type Numbering = { prefix: string; credit_note_prefix: string; has_year: boolean; digits: number };
export const defaultNumbering: Numbering = { prefix: 'INV-', credit_note_prefix: 'CN-', has_year: true, digits: 4 };
