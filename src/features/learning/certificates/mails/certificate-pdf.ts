import type { JobContext } from '#base/server/jobs.ts';
import type { Attachment } from '#base/server/mail.ts';
import type { PdfBlock } from '#base/server/pdf/pdf-blocks.ts';
import { pictureBlock } from '#base/server/pdf/picture-block.ts';
import { renderPdf } from '#base/server/pdf/render-pdf.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { type CertificateLine, certificateFonts, certificateLines, fileNameOf } from '../rules.ts';
import type { Certificate } from '../schema.ts';

/** A certificate as its PDF needs it. */
export type PrintedCertificate = Pick<
  Certificate,
  'id' | 'holder' | 'course' | 'issuer' | 'design' | 'achieved_at' | 'issued_at' | 'expires_at'
>;

export const PDF_COLUMNS = 'id, holder, course, issuer, design, achieved_at, issued_at, expires_at';

/** In points. */
const SIZES = { title: 32, large: 24, text: 14, signatory: 12 } as const;
const GAP = 14;
const LOGO = { width: 180, height: 72 };

/** A certificate on one page, in the language and design it was issued in, whoever reads it. */
export async function certificatePdf(
  certificate: PrintedCertificate,
  {
    address,
    picture,
    textOf,
  }: {
    /** Of the page that proves it. */
    address: string;
    /** The file of its logo. */
    picture: Buffer | null;
    textOf: JobContext['t'];
  },
): Promise<Attachment> {
  const { design, holder, course, issuer } = certificate;
  const { language, accent } = design;
  const day = (moment: string) => dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
  const lines = certificateLines(design, {
    name: holder,
    course,
    date: day(certificate.achieved_at),
    id: certificate.id,
  });
  const logo = picture ? await pictureBlock(picture, { ...LOGO, alt: issuer, align: 'center' }) : null;
  const foot = [
    ...(certificate.expires_at
      ? [textOf(language, 'certificates', 'document.validUntil', { date: day(certificate.expires_at) })]
      : []),
    textOf(language, 'certificates', 'document.verify'),
    address,
  ];
  return {
    name: fileNameOf(certificate),
    type: 'application/pdf',
    content: await renderPdf({
      title: `${lines[0]?.text} · ${course} · ${holder}`,
      author: issuer,
      language,
      created: new Date(certificate.issued_at),
      isLandscape: design.is_landscape,
      sheet: { family: certificateFonts[design.font].pack, accent },
      blocks: [
        ...(logo ? [logo, gap(GAP)] : []),
        ...lines.map(blockOf),
        gap(GAP * 2),
        ...foot.map(
          (text): PdfBlock => ({ kind: 'text', text, size: 9, tone: 'muted', align: 'center', direction: 'auto' }),
        ),
      ],
    }),
  };
}

const gap = (height: number): PdfBlock => ({ kind: 'gap', height });

function blockOf({ kind, text }: CertificateLine): PdfBlock {
  if (kind === 'gap') return gap(GAP);
  return {
    kind: 'text',
    text,
    size: SIZES[kind],
    align: 'center',
    ...(kind === 'title' ? { heading: 1, tone: 'accent', weight: 'semibold' } : {}),
    ...(kind === 'large' ? { weight: 'semibold', direction: 'auto' } : {}),
    ...(kind === 'signatory' ? { tone: 'muted', direction: 'auto' } : {}),
  };
}
