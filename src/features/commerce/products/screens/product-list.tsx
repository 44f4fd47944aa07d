import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { chosenIds } from '#ui/table/use-bulk.ts';
import { ShopTabs } from '../components/shop-tabs.tsx';
import { archiveProducts, listProducts, productQueries, removeProducts } from '../data.ts';
import { frequencyText, priceIn } from '../rules.ts';
import { type Product, productStatuses, productTypes } from '../schema.ts';

export default function ProductList() {
  const { t } = useTranslation('products');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const isMemberships = useLocation().pathname === paths.memberships();
  const state = useTableState({ sort: { column: 'updated_at', direction: 'descending' }, filters: ['status', 'type'] });
  const selection = useTableSelection(state);
  const [isRemoving, setRemoving] = useState(false);
  const currency = useQuery(productQueries.currency(db, account_id)).data ?? 'EUR';
  const filters = {
    search: state.search,
    statuses: state.filters.status ?? [],
    types: isMemberships ? ['membership'] : (state.filters.type ?? []),
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({ ...productQueries.list(db, account_id, filters), placeholderData: keepPreviousData });
  const priceOf = (product: Product) => priceIn(product.prices, currency);
  const priceText = (product: Product) => {
    const price = priceOf(product);
    if (!price) return t('list.noPrice');
    const sum = formatMoney(price.amount, price.currency, locale);
    return commaList([sum, price.frequency ? frequencyText(price.frequency, t) : ''], locale);
  };
  const columns: Column<Product>[] = [
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
    },
    { id: 'updated_at', label: t('list.changed'), sort: true, cell: (row) => <RelativeTime when={row.updated_at} /> },
    { id: 'price', label: t('list.price'), sort: true, isEnd: true, phone: 'side', cell: priceText },
  ];
  const refresh = () => queries.invalidateQueries({ queryKey: ['products', account_id] });
  const readAll = (page: number, pageSize: number) => listProducts(db, account_id, { ...filters, page, pageSize });
  const ids = () => chosenIds({ selection, read: readAll, rowId: (row) => row.id });

  async function remove() {
    const selectedIds = await ids();
    await removeProducts(db, account_id, selectedIds);
    selection.clear();
    await refresh();
    showToast(t('list.removed', { count: selectedIds.length }));
  }
  async function archive() {
    try {
      const selectedIds = await ids();
      await archiveProducts(db, account_id, selectedIds);
      selection.clear();
      await refresh();
      showToast(t('list.archived', { count: selectedIds.length }));
    } catch (error) {
      showError((error as Error).message);
    }
  }
  const options = (names: readonly string[], kind: string) => names.map((id) => ({ id, label: t(`${kind}.${id}`) }));
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('shop.title')}
        sentence={t('shop.sentence')}
        actions={
          <>
            <ExportButton
              name="products"
              read={readAll}
              head={[t('list.name'), t('list.type'), t('list.status'), t('list.price')]}
              cells={(row) => [row.title, t(`type.${row.type}`), t(`status.${row.status}`), priceText(row)]}
            />
            <LinkButton variant="primary" icon={Plus} href={paths.product(isMemberships ? 'new-membership' : 'new')}>
              {t(isMemberships ? 'list.newMembership' : 'list.new')}
            </LinkButton>
          </>
        }
      />
      <ShopTabs />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
        <FilterChip
          label={t('list.status')}
          options={options(productStatuses, 'status')}
          selected={filters.statuses}
          onChange={(values) => state.setFilter('status', values)}
        />
        {isMemberships ? null : (
          <FilterChip
            label={t('list.type')}
            options={options(productTypes, 'type')}
            selected={filters.types}
            onChange={(values) => state.setFilter('type', values)}
          />
        )}
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.label')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        rowHref={(row) => paths.product(row.id)}
        state={state}
        total={list.data?.count}
        selection={selection}
        bulkActions={
          <>
            <Button size="sm" icon={Archive} onPress={() => void archive()}>
              {t('list.archive')}
            </Button>
            <Button size="sm" variant="danger-line" icon={Trash2} onPress={() => setRemoving(true)}>
              {t('list.remove')}
            </Button>
          </>
        }
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('list.noMatchTitle')}
              actions={<Button onPress={state.clearFilters}>{t('list.clear')}</Button>}
            >
              {t('list.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState
              title={t('list.emptyTitle')}
              actions={
                <LinkButton variant="primary" href={paths.product(isMemberships ? 'new-membership' : 'new')}>
                  {t(isMemberships ? 'list.newMembership' : 'list.new')}
                </LinkButton>
              }
            >
              {t('list.emptyText')}
            </EmptyState>
          )
        }
      />
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={t('list.removeTitle', { count: selection.isAll ? (list.data?.count ?? 0) : selection.ids.size })}
        confirmLabel={t('list.remove')}
        onConfirm={remove}
      >
        {t('list.removeText')}
      </ConfirmDialog>
    </main>
  );
}
