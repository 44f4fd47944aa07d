import type { JobContext } from '#base/server/jobs.ts';
import type { Attachment } from '#base/server/mail.ts';
import { openPdf, PAGE } from '#base/server/pdf/document.ts';
import { pdfFonts, pdfLanguage } from '#base/server/pdf/fonts.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';

const MARGIN = 56;
const END = PAGE.width - MARGIN;
const CENTER = PAGE.width / 2;
const GREY = 0.4;
/** Maximum characters of a line; longer names are cut. */
const MAX_LINES = 60;

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

/** An invoice as PDF, in the reader's language and direction; in English where no font has the script. */
export async function invoicePdf(
  invoice: InvoiceDocument,
  baseDomain: string,
  requestedLocale: string,
  textOf: JobContext['t'],
): Promise<Attachment> {
  const locale = pdfLanguage(requestedLocale);
  const t = (key: string, values?: Record<string, unknown>) => textOf(locale, 'billing', key, values);
  const title = `${t('document.title')} ${invoice.number}`;
  const pdf = openPdf({
    title,
    language: locale,
    isRightToLeft: directionOf(locale) === 'rtl',
    fonts: await pdfFonts(),
  });
  const cut = (text: string) => (text.length > MAX_LINES ? `${text.slice(0, MAX_LINES - 1)}…` : text);
  const day = (moment: string | null) =>
    moment ? dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment)) : '';
  const sum = formatMoney(invoice.amount, invoice.currency, locale);
  const small = { size: 9, grey: GREY };

  pdf.text(title, MARGIN, 90, { size: 20 });
  pdf.text(t(`invoice.${invoice.status}`), END, 90, { size: 11, grey: GREY, isEnd: true });
  pdf.text(t('document.from'), MARGIN, 140, small);
  pdf.text(cut(invoice.seller), MARGIN, 156, { size: 11 });
  pdf.text(baseDomain, MARGIN, 172);
  pdf.text(t('document.to'), CENTER, 140, small);
  const lines = [
    invoice.name || invoice.site,
    invoice.email,
    invoice.site,
    invoice.domain ?? `${invoice.slug}.${baseDomain}`,
  ].filter((line, index, all): line is string => Boolean(line) && all.indexOf(line) === index);
  lines.forEach((line, index) => {
    pdf.text(cut(line), CENTER, 156 + 16 * index, { size: index === 0 ? 11 : 10 });
  });

  const facts = [
    [t('document.issued'), invoice.issued_at],
    [t('document.due'), invoice.due_at],
    [t('document.paid'), invoice.paid_at],
  ].filter((fact): fact is [string, string] => fact[1] !== null);
  facts.forEach(([name, moment], index) => {
    pdf.text(name, MARGIN + 160 * index, 250, small);
    pdf.text(day(moment), MARGIN + 160 * index, 266);
  });

  pdf.text(t('invoices.for'), MARGIN, 320, small);
  pdf.text(t('document.span'), CENTER - 40, 320, small);
  pdf.text(t('invoices.amount'), END, 320, { ...small, isEnd: true });
  pdf.rule(MARGIN, END, 328);
  const period = t(`period.${invoice.period}`);
  pdf.text(cut(t('document.line', { plan: invoice.plan ?? '', period })), MARGIN, 348);
  pdf.text([invoice.period_start, invoice.period_end].map(day).filter(Boolean).join(' – '), CENTER - 40, 348);
  pdf.text(sum, END, 348, { isEnd: true });
  pdf.rule(MARGIN, END, 360);
  pdf.text(t('document.total'), MARGIN, 382, { size: 11 });
  pdf.text(sum, END, 382, { size: 11, isEnd: true });
  if (invoice.status === 'open') pdf.text(t('document.pay', { number: invoice.number }), MARGIN, 420);
  return {
    name: `${invoice.number.replace(/[^\w-]/g, '')}.pdf`,
    type: 'application/pdf',
    content: pdf.bytes(),
  };
}
