import { z } from 'zod';
import type { Api } from '#base/server/api.ts';
import { requireSession } from '#base/server/api.ts';
import { pdfResponse } from '#base/server/pdf/pdf-response.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { certificatePdf, PDF_COLUMNS, type PrintedCertificate } from './mails/certificate-pdf.ts';

const nothingFound = () => errors.notFound('You have no such certificate.');

export const api: Api = (router, { database, limit, jobs, readPublicFile }) => {
  router.get(paths.certificateFile(':id'), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`certificate-file:${userId}`, 60, 60);
    const id = z.uuid().safeParse(context.req.param('id'));
    if (!id.success) throw nothingFound();
    const [certificate] = await database
      .as(caller)
      .query<PrintedCertificate>(`select ${PDF_COLUMNS} from public.certificates where account_id = $1 and id = $2`, [
        context.get('account').account_id,
        id.data,
      ]);
    if (!certificate) throw nothingFound();
    const { logo } = certificate.design;
    const address = `${context.get('origin')}${paths.certificate(certificate.id)}`;
    // A picture that was deleted since leaves its place empty: the certificate is worth no less.
    const picture = logo ? await readPublicFile(logo) : null;
    return pdfResponse(await certificatePdf(certificate, { address, picture, textOf: jobs.t }));
  });
};
