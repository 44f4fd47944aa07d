import type { JobContext } from '#base/server/jobs.ts';
import type { Attachment } from '#base/server/mail.ts';
import { labelled, type PdfBlock, titleRow } from '#base/server/pdf/pdf-blocks.ts';
import { renderPdf } from '#base/server/pdf/render-pdf.ts';
import { addressLines } from '#base/shared/countries.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import type { Order, OrderItem } from '../schema.ts';
import { type TaxedItem, taxLabel, taxLinesOf } from '../taxes/rules.ts';

export type OrderDocument = Omit<
  Order,
  'account_id' | 'id' | 'user_id' | 'member_id' | 'provider' | 'locale' | 'order_items' | 'refunds'
> & {
  seller: string;
  items: (Pick<OrderItem, 'title' | 'quantity' | 'amount'> & TaxedItem)[];
};

/** What was ordered, at what price and whether it is paid, in the reader's language. */
export async function orderPdf(
  order: OrderDocument,
  host: string,
  locale: string,
  textOf: JobContext['t'],
): Promise<Attachment> {
  const t = (key: string, values?: Record<string, unknown>) => textOf(locale, 'orders', key, values);
  const title = t('detail.title', { number: order.number });
  const blocks: PdfBlock[] = [
    titleRow(title, t(`status.${order.status}`)),
    { kind: 'gap', height: 24 },
    {
      kind: 'columns',
      columns: [
        {
          blocks: [
            { kind: 'text', text: order.seller, direction: 'auto', size: 11, weight: 'semibold' },
            { kind: 'text', text: host, direction: 'auto' },
          ],
        },
        { blocks: labelled(t('detail.buyer'), buyerLines(order, locale), true) },
      ],
    },
    { kind: 'gap', height: 24 },
    { kind: 'columns', columns: dates(order, locale, t) },
    { kind: 'gap', height: 24 },
    sums(order, locale, t),
    { kind: 'gap', height: 24 },
    ...(order.status === 'pending' ? payment(order, t) : []),
  ];
  return {
    name: `order-${order.number}.pdf`,
    type: 'application/pdf',
    content: await renderPdf({
      title,
      author: order.seller,
      language: locale,
      created: new Date(order.placed_at),
      blocks,
      footer: (page, pages) => `${title} · ${page} / ${pages}`,
    }),
  };
}

type Text = (key: string, values?: Record<string, unknown>) => string;

function buyerLines({ customer_name, email, billing_address: address }: OrderDocument, locale: string): string[] {
  const lines = [customer_name, address.company, ...addressLines(address, locale), address.vat_number, email];
  return lines.filter((line): line is string => Boolean(line));
}

function dates(order: OrderDocument, locale: string, t: Text): { blocks: PdfBlock[] }[] {
  const format = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const moments = [
    [t('detail.placed'), order.placed_at],
    [t('detail.paid'), order.paid_at],
    [t('detail.closed'), order.closed_at],
  ];
  return moments.flatMap(([name = '', moment]) =>
    moment ? [{ blocks: labelled(name ?? '', [format.format(new Date(moment))]) }] : [],
  );
}

function sums(order: OrderDocument, locale: string, t: Text): PdfBlock {
  const money = (minor: number) => formatMoney(minor, order.currency, locale);
  const reductions = [
    ...(order.discount > 0 ? [[order.coupon ?? '', money(-order.discount)]] : []),
    ...taxLinesOf(order.items).map((line) => [taxLabel(line, order.prices_include_tax, locale, t), money(line.tax)]),
  ];
  return {
    kind: 'table',
    columns: [
      { head: t('list.items'), share: 3 },
      { head: t('list.total'), align: 'end' },
    ],
    rows: [
      ...order.items.map(({ title, quantity, amount }) => [
        { text: quantity > 1 ? `${title} × ${quantity}` : title, direction: 'auto' as const },
        money(amount * quantity),
      ]),
      ...reductions,
    ],
    totals: [
      [t('cart.total'), money(order.total)],
      ...(order.credit > 0
        ? [
            [t('credit.used'), money(-order.credit)],
            [t('credit.left'), money(order.total - order.credit)],
          ]
        : []),
      ...(order.refunded > 0 ? [[t('detail.refunded'), money(-order.refunded)]] : []),
    ],
  };
}

function payment(order: OrderDocument, t: Text): PdfBlock[] {
  return [
    { kind: 'text', heading: 2, text: t('detail.instructions'), size: 12, weight: 'semibold' },
    { kind: 'text', text: order.instructions || t('thanks.noInstructions'), direction: 'auto' },
    { kind: 'text', text: t('thanks.reference', { number: order.number }), tone: 'muted' },
  ];
}
