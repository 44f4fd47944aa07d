import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { ReminderSetting } from '../components/reminder-setting.tsx';
import { cartKey, cartNumbersQuery, listCarts } from '../data.ts';
import { cartStatuses, type KeptCart } from '../schema.ts';

/** The carts that shoppers left and asked to be reminded of, for managers. */
export default function CartList() {
  const { t } = useTranslation('carts');
  const db = useDb();
  const { account_id } = useAccount();
  const list = useList({
    key: cartKey(account_id),
    sort: '-changed_at',
    filters: { status: { label: t('list.status'), options: choices(cartStatuses, (id) => t(`status.${id}`)) } },
    read: ({ status, ...request }) => listCarts(db, account_id, { ...request, statuses: status }),
  });
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      label={t('list.label')}
      sentence={t('list.sentence')}
      tabs={
        <>
          <ShopTabs />
          <CartNumbersNote />
        </>
      }
      actions={<ReminderSetting />}
      search={t('list.search')}
      columns={useCartColumns()}
      exportName="carts"
      rowName={(row) => row.customer_name || row.email}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
      noMatch={t('list.noMatch')}
    />
  );
}

function useCartColumns(): ListColumn<KeptCart>[] {
  const { t } = useTranslation('carts');
  const { locale } = useSite();
  const content = (row: KeptCart) =>
    row.lines.map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title)).join(', ');
  const status = (row: KeptCart) =>
    row.orders ? t('list.orderedAs', { number: row.orders.number }) : t(`status.${row.status}`);
  return [
    {
      id: 'customer',
      label: t('list.customer'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <span className="grid justify-items-start">
          {row.customer_name ? <bdi>{row.customer_name}</bdi> : null}
          <bdi className="text-ink-2">{row.email}</bdi>
        </span>
      ),
      csv: (row) => row.email,
    },
    {
      id: 'content',
      label: t('list.content'),
      phone: 'under',
      isWritten: true,
      cell: (row) => <ContentText>{content(row)}</ContentText>,
      csv: content,
    },
    { id: 'status', label: t('list.status'), sort: true, phone: 'under', cell: status, csv: status },
    {
      id: 'changed_at',
      label: t('list.changed'),
      sort: true,
      phone: 'under',
      cell: (row) => <RelativeTime when={row.changed_at} />,
      csv: (row) => row.changed_at,
    },
    {
      id: 'subtotal',
      label: t('list.subtotal'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(row.subtotal, row.currency, locale),
      csv: (row) => row.subtotal / minorUnitsPerMajor(row.currency),
    },
  ];
}

/** What the reminders have brought, one sentence for each currency. */
function CartNumbersNote() {
  const { t } = useTranslation('carts');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const { data = [] } = useQuery(cartNumbersQuery(db, account_id));
  return data.map(({ currency, reminded, ordered, revenue }) => (
    <p key={currency} className="muted mb-2">
      {t('list.numbers', { reminded, ordered, revenue: formatMoney(revenue, currency, locale) })}
    </p>
  ));
}
