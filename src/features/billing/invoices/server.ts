import { getCookie } from 'hono/cookie';
import { type Api, signedIn } from '#base/server/api.ts';
import { openPaper, PAGE } from '#base/server/pdf/document.ts';
import { paperFonts, paperLanguage } from '#base/server/pdf/fonts.ts';
import { refusals } from '#base/shared/errors.ts';
import { chooseLocale, directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EDGE = 56;
const END = PAGE.width - EDGE;
const MIDDLE = PAGE.width / 2;
const GREY = 0.4;
/** A line holds so much; a name that is longer is cut. */
const MOST = 60;

type Document = {
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
type Words = (key: string, values?: Record<string, unknown>) => string;

export const api: Api = (router, tools) => {
  router.get(paths.invoiceFile(':id'), async (context) => {
    const { caller, userId } = signedIn(context);
    await tools.limit(`invoice:${userId}`, 60, 60);
    const id = context.req.param('id') ?? '';
    if (!ID.test(id)) throw refusals.notFound('There is no such invoice among yours.');
    const [row] = await tools.database
      .as(caller)
      .query<{ document: Document }>('select public.invoice_document($1) as document', [id]);
    if (!row) throw refusals.notFound();
    const locale = paperLanguage(chooseLocale(context.req.query('lang'), getCookie(context, 'lang')));
    const file = await invoicePaper(row.document, tools.baseDomain, locale, (key, values) =>
      tools.jobs.t(locale, 'billing', key, values),
    );
    return new Response(new Uint8Array(file), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${row.document.number.replace(/[^\w-]/g, '')}.pdf"`,
        'cache-control': 'private, no-store',
      },
    });
  });
};

/** An invoice on paper, in the reader's language and direction. */
async function invoicePaper(invoice: Document, baseDomain: string, locale: string, t: Words): Promise<Buffer> {
  const title = `${t('document.title')} ${invoice.number}`;
  const paper = openPaper({
    title,
    language: locale,
    isRightToLeft: directionOf(locale) === 'rtl',
    fonts: await paperFonts(),
  });
  const cut = (words: string) => (words.length > MOST ? `${words.slice(0, MOST - 1)}…` : words);
  const day = (moment: string | null) =>
    moment ? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment)) : '';
  const sum = formatMoney(invoice.amount, invoice.currency, locale);
  const small = { size: 9, grey: GREY };

  paper.text(title, EDGE, 90, { size: 20 });
  paper.text(t(`invoice.${invoice.status}`), END, 90, { size: 11, grey: GREY, isEnd: true });
  paper.text(t('document.from'), EDGE, 140, small);
  paper.text(cut(invoice.seller), EDGE, 156, { size: 11 });
  paper.text(baseDomain, EDGE, 172);
  paper.text(t('document.to'), MIDDLE, 140, small);
  const lines = [
    invoice.name || invoice.site,
    invoice.email,
    invoice.site,
    invoice.domain ?? `${invoice.slug}.${baseDomain}`,
  ].filter((line, place, all): line is string => Boolean(line) && all.indexOf(line) === place);
  lines.forEach((line, place) => {
    paper.text(cut(line), MIDDLE, 156 + 16 * place, { size: place === 0 ? 11 : 10 });
  });

  const facts = [
    [t('document.issued'), invoice.issued_at],
    [t('document.due'), invoice.due_at],
    [t('document.paid'), invoice.paid_at],
  ].filter((fact): fact is [string, string] => fact[1] !== null);
  facts.forEach(([name, moment], place) => {
    paper.text(name, EDGE + 160 * place, 250, small);
    paper.text(day(moment), EDGE + 160 * place, 266);
  });

  paper.text(t('invoices.for'), EDGE, 320, small);
  paper.text(t('document.span'), MIDDLE - 40, 320, small);
  paper.text(t('invoices.amount'), END, 320, { ...small, isEnd: true });
  paper.rule(EDGE, END, 328);
  const period = t(`period.${invoice.period}`);
  paper.text(cut(t('document.line', { plan: invoice.plan ?? '', period })), EDGE, 348);
  paper.text([invoice.period_start, invoice.period_end].map(day).filter(Boolean).join(' – '), MIDDLE - 40, 348);
  paper.text(sum, END, 348, { isEnd: true });
  paper.rule(EDGE, END, 360);
  paper.text(t('document.total'), EDGE, 382, { size: 11 });
  paper.text(sum, END, 382, { size: 11, isEnd: true });
  if (invoice.status === 'open') paper.text(t('document.pay', { number: invoice.number }), EDGE, 420);
  return paper.bytes();
}
