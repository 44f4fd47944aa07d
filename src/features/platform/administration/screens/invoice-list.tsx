import { BadgeCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { FileColumn, ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, type List, useList } from '#ui/list/use-list.ts';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { type Invoice, listInvoices, markManyPaid, markPaid } from '../data.ts';
import { uuidOrNull } from '../rules.ts';

const statuses = ['open', 'paid', 'void', 'uncollectible'] as const;

/** Lists the platform's invoices; bank transfers are marked as paid here. */
export default function InvoiceList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const { locale } = useLocale();
  const list = useList({
    key: ['administration'],
    vary: ['invoices'],
    sort: '-issued',
    filters: {
      status: { label: t('accounts.status'), isSingle: true, options: choices(statuses, (id) => t(`invoice.${id}`)) },
      account: { label: t('accounts.account'), isSingle: true },
    },
    read: ({ status, account, ...request }) =>
      listInvoices(db, { ...request, status: status ?? null, account_id: uuidOrNull(account ?? null) }),
  });
  return (
    <ListScreen
      list={list}
      title={t('billing.orders')}
      sentence={t('billing.ordersText')}
      tabs={<BillingTabs />}
      search={t('billing.searchOrders')}
      valueLabels={{ account: list.rows?.[0]?.slug ?? t('billing.thisAccount') }}
      columns={useInvoiceColumns(list)}
      exportName="orders"
      exportColumns={useInvoiceFile()}
      rowName={(row) => row.number}
      rowActions={(row) => [
        row.status === 'open' &&
          row.provider === 'offline' && {
            id: 'paid',
            label: t('billing.markPaid', { number: row.number }),
            icon: BadgeCheck,
            isQuick: true,
            run: () => markPaid(db, row.account_id, row.id),
            done: t('billing.paidDone', { number: row.number }),
            confirm: {
              title: t('billing.paidTitle', { number: row.number }),
              text: t('billing.paidText', { sum: formatMoney(row.amount, row.currency, locale) }),
              label: t('billing.paidConfirm'),
              isDanger: false,
            },
          },
      ]}
      bulk={[
        {
          label: t('billing.paidConfirm'),
          icon: BadgeCheck,
          run: (ids) => markManyPaid(db, ids),
          confirm: { title: (_, number) => t('many.paidTitle', { number }), text: t('many.paidText') },
        },
      ]}
      empty={{ title: t('billing.noOrders'), text: t('billing.noOrdersText') }}
      noMatch={t('accounts.noneMatch')}
    />
  );
}

function useInvoiceColumns({ state }: Pick<List<Invoice>, 'state'>): ListColumn<Invoice>[] {
  const { t } = useTranslation('administration');
  const { locale } = useLocale();
  return [
    {
      id: 'number',
      sort: true,
      label: t('billing.number'),
      phone: 'main',
      cell: (row) => (
        <TextLink href={paths.invoice(row.id)}>
          <bdi>{row.number}</bdi>
        </TextLink>
      ),
    },
    {
      id: 'account',
      sort: true,
      label: t('accounts.account'),
      phone: 'under',
      cell: (row) => (
        <button type="button" className="link" dir="ltr" onClick={() => state.setFilter('account', [row.account_id])}>
          {row.slug}
        </button>
      ),
    },
    { id: 'owner', label: t('accounts.owner'), sort: true, cell: (row) => row.owner ?? t('accounts.noOwner') },
    {
      id: 'status',
      sort: true,
      label: t('accounts.status'),
      phone: 'under',
      cell: (row) =>
        row.status === 'paid' ? (
          <StatusDot>{t('invoice.paid')}</StatusDot>
        ) : (
          <Badge tone={row.is_overdue ? 'error' : 'neutral'}>
            {t(row.is_overdue ? 'invoice.overdue' : `invoice.${row.status}`)}
          </Badge>
        ),
    },
    { id: 'issued', label: t('billing.issued'), sort: true, cell: (row) => <RelativeTime when={row.issued_at} /> },
    { id: 'due', label: t('billing.due'), sort: true, cell: (row) => <RelativeTime when={row.due_at} /> },
    {
      id: 'amount',
      sort: true,
      label: t('billing.amount'),
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(row.amount, row.currency, locale),
    },
  ];
}

function useInvoiceFile(): FileColumn<Invoice>[] {
  const { t } = useTranslation('administration');
  return [
    { label: t('billing.number'), csv: (row) => row.number },
    { label: t('accounts.account'), csv: (row) => row.slug },
    { label: t('accounts.owner'), csv: (row) => row.owner },
    { label: t('accounts.status'), csv: (row) => t(row.is_overdue ? 'invoice.overdue' : `invoice.${row.status}`) },
    { label: t('billing.amount'), csv: (row) => row.amount / minorUnitsPerMajor(row.currency) },
    { label: t('billing.currency'), csv: (row) => row.currency },
    { label: t('billing.provider'), csv: (row) => t(`billing.by.${row.provider}`, row.provider) },
    { label: t('billing.issued'), csv: (row) => row.issued_at },
    { label: t('billing.due'), csv: (row) => row.due_at },
    { label: t('billing.paid'), csv: (row) => row.paid_at },
  ];
}
