import type { Attacher } from '#base/server/jobs.ts';
import { invoicePdf } from './mails/invoice-pdf.ts';
import { ISSUED_COLUMNS, type IssuedInvoice } from './mails/issued-invoice.ts';

/** The mail of a paid order brings its invoice, that of a refund its credit note. */
const attachInvoices: Attacher = async ({ sql, t }, accountId, subject) => {
  const [kind = '', id = ''] = subject.split(':');
  const column = { order: 'order_id', refund: 'refund_id' }[kind];
  if (!column) return [];
  const invoices = await sql.query<IssuedInvoice>(
    `select ${ISSUED_COLUMNS} from public.order_invoices
      where account_id = $1 and ${column} = $2 and kind = $3`,
    [accountId, id, kind === 'order' ? 'invoice' : 'credit_note'],
  );
  return Promise.all(invoices.map((invoice) => invoicePdf(invoice, t)));
};

export const attachers: Attacher[] = [attachInvoices];
