import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat, formatPercent } from '#base/shared/formats.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import type { FileColumn, ListColumn } from '#ui/list/list-column.ts';
import type { Invoice } from '../schema.ts';

/** The columns of every list of invoices, with the screen's own in `between`. The number opens the PDF. */
export function useInvoiceColumns(between: readonly ListColumn<Invoice>[]): ListColumn<Invoice>[] {
  const { t } = useTranslation('invoices');
  const { locale } = useSite();
  return [
    {
      id: 'number',
      label: t('list.number'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <a
          className="link num"
          href={paths.orderInvoiceFile(row.id, 'pdf')}
          target="_blank"
          rel="noreferrer"
          aria-label={t('list.open', { number: row.number })}
        >
          <bdi>{row.number}</bdi>
        </a>
      ),
    },
    { id: 'kind', label: t('list.kind'), sort: true, phone: 'under', cell: (row) => t(`kind.${row.kind}`) },
    ...between,
    {
      id: 'order',
      label: t('list.order'),
      cell: (row) => <span className="num">#{row.document.order_number}</span>,
    },
    {
      id: 'issued_at',
      label: t('list.issued'),
      sort: true,
      phone: 'under',
      // A date and not how long ago: it is what the document says.
      cell: (row) => dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(row.issued_at)),
    },
    {
      id: 'total',
      label: t('list.total'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(signed(row, row.total), row.currency, locale),
    },
  ];
}

/** What a credit note takes back is less than nothing wherever amounts are added up. */
const signed = ({ kind }: Invoice, minor: number) => (kind === 'credit_note' ? -minor : minor);

/** The columns of the exported file, for whoever keeps the books: amounts in whole units, those of credit notes negative. */
export function useInvoiceFile(): FileColumn<Invoice>[] {
  const { t } = useTranslation('invoices');
  const { locale } = useSite();
  const major = (row: Invoice, minor: number) => signed(row, minor) / minorUnitsPerMajor(row.currency);
  return [
    { label: t('list.number'), csv: (row) => row.number },
    { label: t('list.kind'), csv: (row) => t(`kind.${row.kind}`) },
    { label: t('list.issued'), csv: (row) => row.issued_at.slice(0, 10) },
    { label: t('list.order'), csv: (row) => row.document.order_number },
    { label: t('file.corrects'), csv: (row) => row.document.corrects?.number },
    { label: t('list.customer'), csv: ({ document: { buyer } }) => buyer.company || buyer.name },
    { label: t('file.country'), csv: (row) => row.document.buyer.country },
    { label: t('file.vatNumber'), csv: (row) => row.document.buyer.vat_number },
    { label: t('list.net'), csv: (row) => major(row, row.net) },
    {
      label: t('file.rates'),
      csv: (row) =>
        row.document.taxes
          .map(
            (tax) =>
              `${tax.tax_category} ${formatPercent(tax.tax_rate, locale, 3)}: ${major(row, tax.net)} + ${major(row, tax.tax)}`,
          )
          .join('; '),
    },
    { label: t('list.tax'), csv: (row) => major(row, row.tax) },
    { label: t('list.total'), csv: (row) => major(row, row.total) },
    { label: t('list.currency'), csv: (row) => row.currency },
  ];
}
