import type { JobContext } from '#base/server/jobs.ts';
import type { Attachment } from '#base/server/mail.ts';
import { labelled, type PdfBlock, titleRow } from '#base/server/pdf/pdf-blocks.ts';
import { renderPdf } from '#base/server/pdf/render-pdf.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';

/** The shape of `private.invoice_document`. */
export type InvoiceDocument = {
  number: string;
  period: string;
  currency: string;
  amount: number;
  status: string;
  period_start: string | null;
  period_end: string | null;
  issued_at: string;
  due_at: string;
  paid_at: string | null;
  plan: string | null;
  slug: string;
  domain: string | null;
  site: string;
  email: string | null;
  name: string;
  seller: string;
};

/** An invoice as PDF, in the reader's language and direction. */
export async function invoicePdf(
  invoice: InvoiceDocument,
  baseDomain: string,
  locale: string,
  textOf: JobContext['t'],
): Promise<Attachment> {
  const t = (key: string, values?: Record<string, unknown>) => textOf(locale, 'billing', key, values);
  const title = `${t('document.title')} ${invoice.number}`;
  const blocks = blocksOf(invoice, baseDomain, title, locale, t);
  return {
    name: `${invoice.number.replace(/[^\w-]/g, '')}.pdf`,
    type: 'application/pdf',
    content: await renderPdf({
      title,
      author: invoice.seller,
      language: locale,
      created: new Date(invoice.issued_at),
      blocks,
      footer: (page, pages) => `${invoice.number} · ${page} / ${pages}`,
    }),
  };
}

function blocksOf(
  invoice: InvoiceDocument,
  baseDomain: string,
  title: string,
  locale: string,
  t: (key: string, values?: Record<string, unknown>) => string,
): PdfBlock[] {
  const day = (moment: string | null) =>
    moment ? dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment)) : '';
  const sum = formatMoney(invoice.amount, invoice.currency, locale);
  const period = t(`period.${invoice.period}`);
  const span = [invoice.period_start, invoice.period_end].map(day).filter(Boolean).join(' – ');
  const facts = [
    [t('document.issued'), invoice.issued_at],
    [t('document.due'), invoice.due_at],
    [t('document.paid'), invoice.paid_at],
  ].filter((fact): fact is [string, string] => fact[1] !== null);
  const blocks: PdfBlock[] = [
    titleRow(title, t(`invoice.${invoice.status}`)),
    { kind: 'gap', height: 24 },
    {
      kind: 'columns',
      columns: [
        { blocks: labelled(t('document.from'), [invoice.seller, baseDomain], true) },
        { blocks: labelled(t('document.to'), buyerLines(invoice, baseDomain), true) },
      ],
    },
    { kind: 'gap', height: 24 },
    {
      kind: 'columns',
      columns: facts.map(([name, moment]) => ({ blocks: labelled(name, [day(moment)]) })),
    },
    { kind: 'gap', height: 24 },
    {
      kind: 'table',
      columns: [
        { head: t('invoices.for'), share: 3 },
        { head: t('document.span'), share: 4 },
        { head: t('invoices.amount'), share: 2, align: 'end' },
      ],
      rows: [[t('document.line', { plan: invoice.plan ?? '', period }), span, sum]],
      totals: [[t('document.total'), '', sum]],
    },
    { kind: 'gap', height: 24 },
  ];
  if (invoice.status === 'open') blocks.push({ kind: 'text', text: t('document.pay', { number: invoice.number }) });
  return blocks;
}

/** Each line once: a person may be named like their site. */
function buyerLines(invoice: InvoiceDocument, baseDomain: string): string[] {
  return [
    invoice.name || invoice.site,
    invoice.email,
    invoice.site,
    invoice.domain ?? `${invoice.slug}.${baseDomain}`,
  ].filter((line, index, all): line is string => Boolean(line) && all.indexOf(line) === index);
}
