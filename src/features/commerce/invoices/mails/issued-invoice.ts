import type { Invoice } from '../schema.ts';

/** An invoice as its files need it. */
export type IssuedInvoice = Omit<Invoice, 'order_id' | 'invoice_id'>;

/** PostgreSQL's bigint arrives as text; sums stay far below Number.MAX_SAFE_INTEGER. */
export const ISSUED_COLUMNS =
  'id, number, kind, issued_at, locale, currency, net::float8, tax::float8, total::float8, document';
