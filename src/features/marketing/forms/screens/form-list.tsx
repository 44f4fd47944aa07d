import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Inbox, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { MarketingTabs } from '#features/marketing/contacts/components/marketing-tabs.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { BulkRemoval } from '#ui/table/bulk-removal.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { useBulkAct } from '#ui/table/use-bulk.ts';
import { addContactForm, addForm, type FormRow, formQueries, listForms, removeForm, removeForms } from '../data.ts';
import { editableOf } from '../rules.ts';

const statuses = ['open', 'closed'] as const;

/** Lists the site's forms. */
export default function FormList() {
  const { t } = useTranslation('forms');
  const db = useDb();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const state = useTableState({ filters: ['status'] });
  const selection = useTableSelection(state);
  const status = statuses.find((name) => name === state.filters.status?.[0]);
  const filters = {
    search: state.search,
    status,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
  };
  const list = useQuery({
    ...formQueries.list(db, account_id, { ...filters, page: state.page, pageSize: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const [removed, setRemoved] = useState<FormRow | null>(null);
  const [isAdding, setAdding] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ['forms', account_id] });
  const readPage = (page: number, pageSize: number) => listForms(db, account_id, { ...filters, page, pageSize });
  const runBulkAction = useBulkAct(selection, readPage, refresh);

  async function add() {
    setAdding(true);
    try {
      const { id } = await addContactForm(db, account_id, t);
      await refresh();
      await navigate(paths.editForm(id));
    } catch (error) {
      showError((error as Error).message);
      setAdding(false);
    }
  }
  async function copy(row: FormRow) {
    const name = t('list.copyName', { name: row.name }).slice(0, 120);
    try {
      await addForm(db, account_id, { ...editableOf(row), name, status: 'closed' });
      await refresh();
      showToast(t('list.copied', { name }));
    } catch (error) {
      showError((error as Error).message);
    }
  }

  const columns: Column<FormRow>[] = [
    { id: 'name', label: t('list.name'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.name },
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'side',
      cell: (row) =>
        row.status === 'open' ? <StatusDot>{t('list.open')}</StatusDot> : <Badge>{t('list.closed')}</Badge>,
    },
    { id: 'fields', label: t('list.fields'), isEnd: true, phone: 'hide', cell: (row) => row.fields.length },
    {
      id: 'submissions',
      label: t('list.answers'),
      sort: true,
      isEnd: true,
      phone: 'under',
      cell: (row) => row.submissions,
    },
    {
      id: 'latest_at',
      label: t('list.latest'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => (row.latest_at ? <RelativeTime when={row.latest_at} /> : t('list.never')),
    },
  ];
  const newButton = (
    <Button variant="primary" icon={Plus} isBusy={isAdding} onPress={() => void add()}>
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
            <ExportButton
              name="forms"
              read={readPage}
              head={columns.map(({ label }) => label)}
              cells={(row) => [row.name, t(`list.${row.status}`), row.fields.length, row.submissions, row.latest_at]}
            />
            {newButton}
          </>
        }
      />
      <MarketingTabs />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
        <FilterChip
          label={t('list.status')}
          isSingle
          options={statuses.map((id) => ({ id, label: t(`list.${id}`) }))}
          selected={status ? [status] : []}
          onChange={(ids) => state.setFilter('status', ids)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        state={state}
        total={list.data?.total}
        selection={selection}
        bulkActions={
          <BulkRemoval
            selection={selection}
            total={list.data?.total}
            onConfirm={() => runBulkAction((ids) => removeForms(db, ids), 'removed')}
          >
            {t('list.removeManyText')}
          </BulkRemoval>
        }
        rowHref={(row) => paths.editForm(row.id)}
        rowActions={(row) => ({
          quick: [
            {
              label: t('list.edit', { name: row.name }),
              icon: Pencil,
              href: paths.editForm(row.id),
            },
            {
              label: t('list.see', { name: row.name }),
              icon: Inbox,
              href: paths.formAnswers(row.id),
            },
          ],
          menu: [
            {
              id: 'more',
              items: [
                { id: 'copy', label: t('list.copy', { name: row.name }), icon: Copy, onAction: () => void copy(row) },
                {
                  id: 'remove',
                  label: t('list.remove', { name: row.name }),
                  icon: Trash2,
                  isDanger: true,
                  onAction: () => setRemoved(row),
                },
              ],
            },
          ],
        })}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('list.noMatch')}
              drawing="search"
              actions={<Button onPress={state.clearFilters}>{t('list.clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('list.emptyTitle')} actions={newButton}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
      />
      <ConfirmDialog
        isOpen={removed !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoved(null)}
        title={t('list.removeTitle', { name: removed?.name ?? '' })}
        confirmLabel={t('list.removeConfirm')}
        isDanger
        onConfirm={async () => {
          if (!removed) return;
          await removeForm(db, account_id, removed.id);
          await refresh();
          showToast(t('list.removed', { name: removed.name }));
        }}
      >
        {t('list.removeText', { count: removed?.submissions ?? 0 })}
      </ConfirmDialog>
    </main>
  );
}
