import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat, formatPercent, numberFormat } from '#base/shared/formats.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { productQueries } from '#features/commerce/products/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { chosenIds } from '#ui/table/use-bulk.ts';
import { couponQueries, listCoupons, removeCoupons } from '../data.ts';
import { couponState } from '../rules.ts';
import type { Coupon } from '../schema.ts';
import { CouponForm } from './coupon-form.tsx';

export default function CouponList() {
  const { t } = useTranslation('coupons');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const state = useTableState({ sort: { column: 'created_at', direction: 'descending' } });
  const selection = useTableSelection(state);
  const [edited, setEdited] = useState<Coupon | 'new' | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const currency = useQuery(productQueries.currency(db, account_id)).data ?? 'EUR';
  const filters = {
    search: state.search,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({ ...couponQueries.list(db, account_id, filters), placeholderData: keepPreviousData });

  const discount = (coupon: Coupon) =>
    coupon.discount_type === 'percentage'
      ? formatPercent(coupon.coupon_amount, locale)
      : formatMoney(Math.round(coupon.coupon_amount * minorUnitsPerMajor(currency)), currency, locale);
  const uses = (coupon: Coupon) =>
    coupon.usage_limit > 0
      ? t('list.usesOf', { used: coupon.usage_count, limit: coupon.usage_limit })
      : numberFormat(locale).format(coupon.usage_count);
  const day = (moment: string | null) =>
    moment ? dateFormat(locale, { dateStyle: 'medium' }).format(new Date(moment)) : null;
  const status = (coupon: Coupon) => couponState(coupon, new Date(clockNow()));
  const columns: Column<Coupon>[] = [
    { id: 'name', label: t('list.name'), sort: true, phone: 'main', cell: (row) => <span dir="ltr">{row.name}</span> },
    { id: 'discount', label: t('list.discount'), sort: true, phone: 'side', cell: discount },
    {
      id: 'status',
      label: t('list.status'),
      phone: 'under',
      cell: (row) =>
        status(row) === 'active' ? (
          <StatusDot>{t('state.active')}</StatusDot>
        ) : (
          <Badge>{t(`state.${status(row)}`)}</Badge>
        ),
    },
    { id: 'date_start', label: t('list.from'), sort: true, cell: (row) => day(row.date_start) },
    { id: 'date_end', label: t('list.until'), sort: true, cell: (row) => day(row.date_end) ?? t('list.always') },
    { id: 'usage_count', label: t('list.uses'), sort: true, isEnd: true, phone: 'under', cell: uses },
  ];
  const refresh = () => queries.invalidateQueries({ queryKey: ['coupons', account_id] });
  const readAll = (page: number, pageSize: number) => listCoupons(db, account_id, { ...filters, page, pageSize });

  async function remove() {
    const chosen = await chosenIds({ selection, read: readAll, rowId: (row) => row.id });
    await removeCoupons(db, account_id, chosen);
    selection.clear();
    await refresh();
    showToast(t('list.removed', { count: chosen.length }));
  }
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {t('list.new')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.label')}
        sentence={t('list.emptyText')}
        actions={
          <>
            <ExportButton
              name="coupons"
              read={readAll}
              head={columns.map(({ label }) => label)}
              cells={(row) => [
                row.name,
                discount(row),
                t(`state.${status(row)}`),
                day(row.date_start),
                day(row.date_end),
                row.usage_count,
              ]}
            />
            {newButton}
          </>
        }
      />
      <ShopTabs />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.label')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={(row) => ({
          menu: [
            {
              id: 'row',
              items: [{ id: 'edit', label: t('list.edit', { name: row.name }), onAction: () => setEdited(row) }],
            },
          ],
        })}
        state={state}
        total={list.data?.count}
        selection={selection}
        bulkActions={
          <Button size="sm" variant="danger-line" icon={Trash2} onPress={() => setRemoving(true)}>
            {t('list.remove')}
          </Button>
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
            <EmptyState title={t('list.emptyTitle')} actions={newButton}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
      />
      {edited ? (
        <CouponForm
          coupon={edited === 'new' ? null : edited}
          currency={currency}
          onClose={() => setEdited(null)}
          onSaved={async (name) => {
            setEdited(null);
            await refresh();
            showToast(t('form.saved', { name }));
          }}
        />
      ) : null}
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
