import { zipSync } from 'fflate';
import { z } from 'zod';
import type { Api } from '#base/server/api.ts';
import { requireSession } from '#base/server/api.ts';
import type { Attachment } from '#base/server/mail.ts';
import { pdfResponse } from '#base/server/pdf/pdf-response.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { eInvoice } from './mails/e-invoice.ts';
import { invoicePdf } from './mails/invoice-pdf.ts';
import { ISSUED_COLUMNS, type IssuedInvoice } from './mails/issued-invoice.ts';
import { eInvoiceGaps, MAX_ARCHIVED } from './rules.ts';
import { eInvoiceFormats } from './schema.ts';

const formatShape = z.enum(['pdf', ...eInvoiceFormats]);
const periodShape = z.object({ from: z.iso.date(), to: z.iso.date() });
const nothingFound = () => errors.notFound('You have no such invoice.');

export const api: Api = (router, { database, limit, jobs }) => {
  router.get(paths.invoiceArchive(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`invoice-archive:${userId}`, 10, 600);
    const period = periodShape.safeParse(context.req.query());
    if (!period.success) throw errors.invalid('Choose the first and the last day of the period.');
    const { from, to } = period.data;
    const invoices = await database.as(caller).query<IssuedInvoice>(
      `select ${ISSUED_COLUMNS} from public.order_invoices
        where account_id = $1 and issued_at >= $2::date and issued_at < $3::date + 1 order by issued_at, id limit $4`,
      [context.get('account').account_id, from, to, MAX_ARCHIVED + 1],
    );
    if (invoices.length === 0) throw errors.notFound('There are no invoices in this period.');
    if (invoices.length > MAX_ARCHIVED)
      throw errors.invalid(`There are more than ${MAX_ARCHIVED} invoices in this period. Choose a shorter one.`);
    const files: Record<string, Uint8Array> = {};
    // One after another: all at once would hold the memory of each.
    for (const invoice of invoices) {
      const { name, content } = await invoicePdf(invoice, jobs.t);
      files[name] = content;
    }
    return download({
      name: `invoices-${from}-${to}.zip`,
      type: 'application/zip',
      content: Buffer.from(zipSync(files, { level: 0 })),
    });
  });

  router.get(paths.orderInvoiceFile(':id', ':format'), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`invoice-file:${userId}`, 60, 60);
    const id = z.uuid().safeParse(context.req.param('id'));
    const format = formatShape.safeParse(context.req.param('format'));
    if (!id.success || !format.success) throw nothingFound();
    const [invoice] = await database
      .as(caller)
      .query<IssuedInvoice>(`select ${ISSUED_COLUMNS} from public.order_invoices where account_id = $1 and id = $2`, [
        context.get('account').account_id,
        id.data,
      ]);
    if (!invoice) throw nothingFound();
    if (format.data === 'pdf') return pdfResponse(await invoicePdf(invoice, jobs.t));
    if (eInvoiceGaps(invoice).length > 0)
      throw errors.conflict(
        'e_invoice_incomplete',
        'No e-invoice can be written of this invoice: it lacks a country, a VAT number or an e-mail address.',
      );
    const pdf = format.data === 'hybrid' ? await invoicePdf(invoice, jobs.t) : undefined;
    const noteOf = (category: string) => jobs.t(invoice.locale, 'invoices', `document.note.${category}`);
    return download(await eInvoice(invoice, format.data, noteOf, pdf));
  });
};

function download({ name, type, content }: Attachment): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  });
}
