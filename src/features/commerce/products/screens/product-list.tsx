import { useQuery } from '@tanstack/react-query';
import { Archive, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { ShopTabs } from '../components/shop-tabs.tsx';
import { archiveProducts, listProducts, productQueries, removeProducts } from '../data.ts';
import { priceTerms } from '../prices/rules.ts';
import { priceIn } from '../rules.ts';
import { type Product, productStatuses, productTypes } from '../schema.ts';

export default function ProductList() {
  const { t } = useTranslation('products');
  const db = useDb();
  const { account_id } = useAccount();
  const isMemberships = useLocation().pathname === paths.memberships();
  const columns = useProductColumns();
  const list = useList({
    key: ['products', account_id],
    vary: [isMemberships],
    sort: '-updated_at',
    filters: {
      status: { label: t('list.status'), options: choices(productStatuses, (id) => t(`status.${id}`)) },
      type: {
        label: isMemberships ? undefined : t('list.type'),
        options: choices(productTypes, (id) => t(`type.${id}`)),
      },
    },
    read: ({ status, type, ...request }) =>
      listProducts(db, account_id, { ...request, statuses: status, types: isMemberships ? ['membership'] : type }),
  });
  const newButton = (
    <LinkButton variant="primary" icon={Plus} href={paths.product(isMemberships ? 'new-membership' : 'new')}>
      {t(isMemberships ? 'list.newMembership' : 'list.new')}
    </LinkButton>
  );
  return (
    <ListScreen
      list={list}
      title={t('shop.title')}
      label={t('list.label')}
      sentence={t('shop.sentence')}
      tabs={<ShopTabs />}
      actions={newButton}
      search={t('list.search')}
      columns={columns}
      exportName="products"
      rowName={(row) => row.title}
      rowHref={(row) => paths.product(row.id)}
      bulk={[
        {
          label: t('list.archive'),
          icon: Archive,
          run: (ids) => archiveProducts(db, account_id, ids),
          done: (count) => t('list.archived', { count }),
        },
        {
          label: t('list.remove'),
          isDanger: true,
          run: (ids) => removeProducts(db, account_id, ids),
          done: (count) => t('list.removed', { count }),
          confirm: { title: (count) => t('list.removeTitle', { count }), text: t('list.removeText') },
        },
      ]}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText'), action: newButton }}
      noMatch={t('list.noMatchTitle')}
    />
  );
}

function useProductColumns(): ListColumn<Product>[] {
  const { t } = useTranslation('products');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const currency = useQuery(productQueries.currency(db, account_id)).data ?? 'EUR';
  const priceText = (product: Product) => {
    const price = priceIn(product.prices, currency);
    if (!price) return t('list.noPrice');
    return priceTerms({ ...price, amount: price.amount_now }, locale, t);
  };
  return [
    { id: 'title', label: t('list.name'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.title },
    { id: 'type', label: t('list.type'), sort: true, phone: 'under', cell: (row) => t(`type.${row.type}`) },
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'under',
      cell: (row) =>
        row.status === 'published' ? (
          <StatusDot>{t('status.published')}</StatusDot>
        ) : (
          <Badge>{t(`status.${row.status}`)}</Badge>
        ),
      csv: (row) => t(`status.${row.status}`),
    },
    {
      id: 'updated_at',
      label: t('list.changed'),
      sort: true,
      cell: (row) => <RelativeTime when={row.updated_at} />,
      csv: false,
    },
    { id: 'price', label: t('list.price'), sort: true, isEnd: true, phone: 'side', cell: priceText },
  ];
}
