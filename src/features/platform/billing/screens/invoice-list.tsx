import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListTable } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { INVOICES_PER_PAGE, type Invoice, invoiceStatuses, listInvoices } from '../data.ts';

type PlanName = (plan: string | null) => string;

/** Invoices of an account, newest first by default. */
export function InvoiceList({ accountId, nameOf }: { accountId: string; nameOf: PlanName }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const list = useList({
    key: ['billing', 'invoices', accountId],
    pageSize: INVOICES_PER_PAGE,
    sort: '-issued_at',
    filters: { status: { label: t('invoices.status'), options: choices(invoiceStatuses, (id) => t(`invoice.${id}`)) } },
    read: ({ status, ...request }) => listInvoices(db, accountId, { ...request, statuses: status }),
  });
  const isEmpty = list.total === 0 && !list.state.isFiltered;
  return (
    <ListTable
      list={list}
      label={t('invoices.title')}
      search={t('invoices.number')}
      hasOwnFilters={isEmpty}
      columns={useInvoiceColumns(nameOf)}
      exportName="invoices"
      rowName={(row) => row.number}
      empty={{ title: t('invoices.emptyTitle'), text: t('invoices.emptyText') }}
      noMatch={t('invoices.noMatch')}
    />
  );
}

function useInvoiceColumns(nameOf: PlanName): ListColumn<Invoice>[] {
  const { t } = useTranslation('billing');
  const { locale } = useSite();
  const descriptionOf = (row: Invoice) =>
    commaList([nameOf(row.plan_id), t(`period.${row.period}`).toLocaleLowerCase(locale)], locale);
  return [
    {
      id: 'number',
      sort: true,
      label: t('invoices.number'),
      phone: 'main',
      cell: (row) => <InvoiceNumber invoice={row} />,
      csv: (row) => row.number,
    },
    {
      id: 'issued_at',
      sort: true,
      label: t('invoices.date'),
      phone: 'under',
      cell: (row) => <RelativeTime when={row.issued_at} />,
      csv: (row) => row.issued_at,
    },
    {
      id: 'for',
      label: t('invoices.for'),
      cell: descriptionOf,
    },
    {
      id: 'status',
      sort: true,
      label: t('invoices.status'),
      phone: 'under',
      cell: (row) =>
        row.status === 'paid' ? (
          <StatusDot>{t('invoice.paid')}</StatusDot>
        ) : (
          <Badge tone={row.status === 'open' ? 'warning' : 'neutral'}>{t(`invoice.${row.status}`)}</Badge>
        ),
      csv: (row) => t(`invoice.${row.status}`),
    },
    {
      id: 'amount',
      sort: true,
      label: t('invoices.amount'),
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(row.amount, row.currency, locale),
      csv: (row) => row.amount / minorUnitsPerMajor(row.currency),
    },
    { id: 'currency', label: t('wizard.currency'), csv: (row) => row.currency },
  ];
}

/** Links to the invoice of the payment service, or to ours. */
function InvoiceNumber({ invoice }: { invoice: Invoice }) {
  return invoice.url ? (
    <a className="link num inline-flex items-center gap-1" href={invoice.url} rel="noreferrer" target="_blank">
      {invoice.number}
      <Download className="size-4" aria-hidden="true" />
    </a>
  ) : (
    <TextLink className="num" href={paths.invoice(invoice.id)}>
      <bdi>{invoice.number}</bdi>
    </TextLink>
  );
}
