import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { PencilLine, Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { rowsOfAllPages } from '#base/shared/all-pages.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { SiteTabs } from '#features/platform/options/components/site-settings-frame.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { BulkRemoval } from '#ui/table/bulk-removal.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { listRedirects, type Redirect, removeRedirects, restoreRedirects } from '../data.ts';
import { errorMessage, RedirectForm } from './redirect-form.tsx';
import { RedirectImport } from './redirect-import.tsx';

const kinds = ['automatic', 'own'] as const;

/** List of redirects: created by hand, imported, and added whenever a slug changes. */
export default function RedirectList() {
  const { t } = useTranslation('redirects');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const queries = useQueryClient();
  const state = useTableState({ filters: ['kind'] });
  const selection = useTableSelection(state);
  const [edited, setEdited] = useState<Redirect | 'new' | 'import' | null>(null);
  const kind = kinds.find((candidate) => candidate === state.filters.kind?.[0]);
  const filters = {
    search: state.search,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    kind,
  };
  const read = (page: number, pageSize: number) => listRedirects(db, account_id, { ...filters, page, pageSize });
  const list = useQuery({
    queryKey: ['redirects', account_id, filters, state.page, state.pageSize],
    queryFn: () => read(state.page, state.pageSize),
    placeholderData: keepPreviousData,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['redirects', account_id] });
  const day = dateFormat(locale, { dateStyle: 'medium' });

  async function remove(ids: readonly string[]) {
    try {
      const removed = await removeRedirects(db, ids);
      selection.clear();
      await refresh();
      showToast(t('list.removed', { count: removed.length }), {
        action: {
          label: t('list.undo'),
          onAction: () =>
            void restoreRedirects(db, account_id, removed)
              .then(refresh)
              .catch((error: unknown) => showError(errorMessage(error, t))),
        },
      });
    } catch (error) {
      showError(errorMessage(error, t));
    }
  }
  const selectedIds = async () =>
    selection.isAll ? (await rowsOfAllPages(read)).map(({ id }) => id) : [...selection.ids];
  const columns: Column<Redirect>[] = [
    { id: 'from_path', label: t('list.from'), sort: true, phone: 'main', cell: (row) => <bdi>{row.from_path}</bdi> },
    { id: 'to_address', label: t('list.to'), sort: true, phone: 'under', cell: (row) => <bdi>{row.to_address}</bdi> },
    { id: 'status', label: t('list.status'), sort: true, phone: 'side', cell: (row) => t(`status.${row.status}`) },
    {
      id: 'is_automatic',
      label: t('list.kind'),
      sort: true,
      cell: (row) => (row.is_automatic ? <Badge>{t('kind.automatic')}</Badge> : t('kind.own')),
    },
    { id: 'updated_at', label: t('list.changed'), sort: true, cell: (row) => day.format(new Date(row.updated_at)) },
  ];
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {t('list.new')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={list.data?.total}
        sentence={t('list.sentence')}
        actions={
          <>
            <Button icon={Upload} onPress={() => setEdited('import')}>
              {t('import.title')}
            </Button>
            <ExportButton
              name="redirects"
              read={read}
              head={[t('list.from'), t('list.to'), t('list.status'), t('list.kind')]}
              cells={(row) => [
                row.from_path,
                row.to_address,
                row.status,
                t(row.is_automatic ? 'kind.automatic' : 'kind.own'),
              ]}
            />
            {newButton}
          </>
        }
      />
      <SiteTabs />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
        <FilterChip
          label={t('list.kind')}
          isSingle
          options={kinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
          selected={kind ? [kind] : []}
          onChange={(ids) => state.setFilter('kind', ids)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.from_path}
        rowActions={(row) => ({
          menu: [
            {
              id: 'row',
              items: [
                { id: 'edit', label: t('form.edit'), icon: PencilLine, onAction: () => setEdited(row) },
                {
                  id: 'remove',
                  label: t('list.remove'),
                  icon: Trash2,
                  isDanger: true,
                  onAction: () => void remove([row.id]),
                },
              ],
            },
          ],
        })}
        state={state}
        total={list.data?.total}
        selection={selection}
        bulkActions={
          <BulkRemoval
            selection={selection}
            total={list.data?.total}
            label={t('list.remove')}
            onConfirm={async () => remove(await selectedIds())}
          >
            {t('list.removeManyText')}
          </BulkRemoval>
        }
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            title={t(state.isFiltered ? 'list.noMatch' : 'list.emptyTitle')}
            actions={state.isFiltered ? <Button onPress={state.clearFilters}>{t('list.clear')}</Button> : newButton}
          >
            {t('list.emptyText')}
          </EmptyState>
        }
      />
      {edited === 'import' ? <RedirectImport onClose={() => setEdited(null)} onDone={refresh} /> : null}
      {edited && edited !== 'import' ? (
        <RedirectForm
          redirect={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={async () => {
            setEdited(null);
            await refresh();
            showToast(t('form.saved'));
          }}
        />
      ) : null}
    </main>
  );
}
