import { getCookie } from 'hono/cookie';
import { type Api, requireSession } from '#base/server/api.ts';
import { pdfResponse } from '#base/server/pdf/pdf-response.ts';
import { errors } from '#base/shared/errors.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { type InvoiceDocument, invoicePdf } from '../mails/invoice-pdf.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const api: Api = (router, tools) => {
  router.get(paths.invoiceFile(':id'), async (context) => {
    const { caller, userId } = requireSession(context);
    await tools.limit(`invoice:${userId}`, 60, 60);
    const id = context.req.param('id') ?? '';
    if (!ID.test(id)) throw errors.notFound('You have no such invoice.');
    const [row] = await tools.database
      .as(caller)
      .query<{ document: InvoiceDocument }>('select public.invoice_document($1) as document', [id]);
    if (!row) throw errors.notFound();
    const locale = chooseLocale(context.req.query('lang'), getCookie(context, 'lang'));
    return pdfResponse(await invoicePdf(row.document, tools.baseDomain, locale, tools.jobs.t));
  });
};
