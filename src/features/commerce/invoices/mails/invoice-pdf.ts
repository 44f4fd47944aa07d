import type { JobContext } from '#base/server/jobs.ts';
import type { Attachment } from '#base/server/mail.ts';
import { labelled, type PdfBlock, type PdfCell, titleRow } from '#base/server/pdf/pdf-blocks.ts';
import { renderPdf } from '#base/server/pdf/render-pdf.ts';
import { addressLines } from '#base/shared/countries.ts';
import { dateFormat, formatPercent } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import type { Seller } from '#features/commerce/tax/sellers/schema.ts';
import { fileNameOf, netPriceOf, totalDiscount } from '../rules.ts';
import type { Buyer, Invoice, InvoiceTax } from '../schema.ts';
import type { IssuedInvoice } from './issued-invoice.ts';

type Text = (key: string, values?: Record<string, unknown>) => string;

/** An invoice or a credit note, in the language it was issued in: what was sold by whom to whom, with the tax of each rate. */
export async function invoicePdf(invoice: IssuedInvoice, textOf: JobContext['t']): Promise<Attachment> {
  const { locale, document } = invoice;
  const t: Text = (key, values) => textOf(locale, 'invoices', key, values);
  const day = (moment: string) => dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
  const title = t(`document.${invoice.kind}`, { number: invoice.number });
  const blocks: PdfBlock[] = [
    ...headBlocks(invoice, title, t, day),
    linesTable(invoice, locale, t),
    { kind: 'gap', height: 24 },
    ...notes(invoice, locale, t, day),
  ];
  return {
    name: `${fileNameOf(invoice.number)}.pdf`,
    type: 'application/pdf',
    content: await renderPdf({
      title,
      author: document.seller.legal_name || document.site,
      language: locale,
      created: new Date(invoice.issued_at),
      blocks,
      footer: (page, pages) => `${title} · ${page} / ${pages}`,
    }),
  };
}

function headBlocks(invoice: IssuedInvoice, title: string, t: Text, day: (moment: string) => string): PdfBlock[] {
  const { locale, document } = invoice;
  return [
    titleRow(title, document.site),
    ...(document.corrects
      ? [text(t('document.corrects', { ...document.corrects, date: day(document.corrects.issued_at) }))]
      : []),
    { kind: 'gap', height: 24 },
    {
      kind: 'columns',
      columns: [
        { blocks: labelled(t('document.from'), sellerLines(document.seller, document.site, locale, t), true) },
        { blocks: labelled(t('document.to'), buyerLines(document.buyer, locale, t), true) },
      ],
    },
    { kind: 'gap', height: 24 },
    {
      kind: 'columns',
      columns: [
        { blocks: labelled(t('document.date'), [day(invoice.issued_at)]) },
        // The date of the supply: of an order it is the day on which it is paid.
        { blocks: labelled(t('document.supplied'), [day(document.paid_at)]) },
        { blocks: labelled(t('document.order'), [`#${document.order_number}`]) },
      ],
    },
    { kind: 'gap', height: 24 },
  ];
}

function sellerLines(seller: Seller, site: string, locale: string, t: Text): string[] {
  return [
    seller.legal_name || site,
    ...addressLines(seller, locale),
    seller.vat_number && t('document.vatNumber', { number: seller.vat_number }),
    seller.registration_number && t('document.registration', { number: seller.registration_number }),
    seller.email,
    seller.phone,
  ].filter(Boolean);
}

function buyerLines(buyer: Buyer, locale: string, t: Text): string[] {
  return [
    buyer.company || buyer.name,
    buyer.company && buyer.name,
    ...addressLines(buyer, locale),
    buyer.vat_number && t('document.vatNumber', { number: buyer.vat_number }),
    buyer.email,
  ].filter(Boolean);
}

function linesTable(
  { currency, net, total, document }: Pick<Invoice, 'currency' | 'net' | 'total' | 'document'>,
  locale: string,
  t: Text,
): PdfBlock {
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const rateOf = ({ tax_category, tax_rate }: InvoiceTax) =>
    tax_category === 'outside' ? '–' : formatPercent(tax_rate, locale, 3);
  const taxes = document.taxes.filter(({ tax_category }) => tax_category !== 'outside');
  return {
    kind: 'table',
    columns: [
      { head: t('document.item'), share: 5 },
      { head: t('document.unitPrice'), share: 2, align: 'end' },
      { head: t('document.rate'), share: 2, align: 'end' },
      { head: t('document.amount'), share: 2, align: 'end' },
    ],
    rows: document.lines.map((line): PdfCell[] => [
      { text: line.quantity > 1 ? `${line.title} × ${line.quantity}` : line.title, direction: 'auto' },
      netPriceOf(line, currency, locale),
      rateOf(line),
      money(line.net),
    ]),
    totals: [
      [t('document.net'), '', '', money(net)],
      ...taxes.map((tax) => [
        t('document.tax', { name: taxName(tax.tax_name, t), rate: rateOf(tax), net: money(tax.net) }),
        '',
        '',
        money(tax.tax),
      ]),
      [t('document.total'), '', '', money(total)],
    ],
  };
}

/** VAT has a name of its own in each language; other taxes are called what they are where they are due. */
function taxName(name: string, t: Text): string {
  return name === 'VAT' ? t('document.vat') : name || t('document.taxName');
}

const text = (words: string): PdfBlock => ({ kind: 'text', text: words });

function notes(
  invoice: Pick<Invoice, 'kind' | 'currency' | 'document'>,
  locale: string,
  t: Text,
  day: (moment: string) => string,
): PdfBlock[] {
  const { document, currency, kind } = invoice;
  const discount = totalDiscount(document);
  const untaxed = new Set(document.taxes.map(({ tax_category }) => tax_category));
  untaxed.delete('standard');
  untaxed.delete('reduced');
  return [
    ...[...untaxed].map((category) => text(t(`document.note.${category}`))),
    ...(discount > 0 ? [text(t('document.discount', { amount: formatMoney(discount, currency, locale) }))] : []),
    ...(document.reason
      ? [{ ...text(t('document.reason', { reason: document.reason })), direction: 'auto' } as PdfBlock]
      : []),
    text(kind === 'invoice' ? t('document.paid', { date: day(document.paid_at) }) : t('document.credited')),
    ...(document.seller.bank
      ? [
          { kind: 'gap', height: 12 } as PdfBlock,
          ...labelled(t('document.bank'), document.seller.bank.split('\n').filter(Boolean)),
        ]
      : []),
  ];
}
