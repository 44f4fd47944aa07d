import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { PanelRightOpen, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { commaList, dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { chosenIds } from '#ui/table/use-bulk.ts';
import { MarketingTabs } from '../components/marketing-tabs.tsx';
import { contactQueries, listContacts, removeContacts } from '../data.ts';
import { type Contact, contactStates } from '../schema.ts';
import { ContactPanel } from './contact-panel.tsx';

export default function ContactList() {
  const { t } = useTranslation('contacts');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const state = useTableState({ sort: { column: 'created_at', direction: 'descending' }, filters: ['state'] });
  const selection = useTableSelection(state);
  const [opened, setOpened] = useState<Contact | 'new' | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const filters = {
    search: state.search,
    states: (state.filters.state ?? []).filter((name) => contactStates.some((state) => state === name)),
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({ ...contactQueries.list(db, account_id, filters), placeholderData: keepPreviousData });
  const subscribers = useQuery(contactQueries.subscribers(db, account_id));
  const refresh = () => queries.invalidateQueries({ queryKey: ['contacts', account_id] });

  const columns: Column<Contact>[] = [
    {
      id: 'email',
      label: t('list.email'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <span className="grid min-w-0">
          <bdi className="cut">{row.name || row.email}</bdi>
          {row.name ? <bdi className="help cut">{row.email}</bdi> : null}
        </span>
      ),
    },
    {
      id: 'state',
      label: t('list.state'),
      sort: true,
      phone: 'side',
      cell: (row) =>
        row.state === 'subscribed' ? (
          <StatusDot>{t('state.subscribed')}</StatusDot>
        ) : (
          <Badge>{t(`state.${row.state}`)}</Badge>
        ),
    },
    {
      id: 'tags',
      label: t('list.tags'),
      phone: 'under',
      cell: (row) => <span dir="auto">{commaList(row.tags, locale)}</span>,
    },
    {
      id: 'created_at',
      label: t('list.since'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => <RelativeTime when={row.created_at} />,
    },
  ];

  const readAll = (page: number, pageSize: number) => listContacts(db, account_id, { ...filters, page, pageSize });
  const day = dateFormat(locale, { dateStyle: 'medium' });
  async function remove() {
    const ids = await chosenIds({ selection, read: readAll, rowId: (row) => row.id });
    await removeContacts(db, account_id, ids);
    selection.clear();
    await refresh();
    showToast(t('list.removed', { count: ids.length }));
  }
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setOpened('new')}>
      {t('list.new')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={list.data?.count}
        sentence={subscribers.data === undefined ? undefined : t('list.sentence', { count: subscribers.data })}
        actions={
          <>
            <ExportButton
              name="contacts"
              read={readAll}
              head={['email', 'name', 'state', 'tags', 'since'].map((name) => t(`list.${name}`))}
              cells={(row) => [
                row.email,
                row.name,
                t(`state.${row.state}`),
                row.tags.join(', '),
                day.format(new Date(row.created_at)),
              ]}
            />
            {add}
          </>
        }
      />
      <MarketingTabs />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
        <FilterChip
          label={t('list.state')}
          options={contactStates.map((id) => ({ id, label: t(`state.${id}`) }))}
          selected={filters.states}
          onChange={(ids) => state.setFilter('state', ids)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name || row.email}
        rowActions={(row) => ({
          quick: [
            {
              label: t('list.open', { name: row.name || row.email }),
              icon: PanelRightOpen,
              onAction: () => setOpened(row),
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
              drawing="search"
              actions={<Button onPress={state.clearFilters}>{t('list.clear')}</Button>}
            >
              {t('list.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('list.emptyTitle')} actions={add}>
              {t('list.emptyText')}
            </EmptyState>
          )
        }
      />
      {opened ? (
        <ContactPanel
          key={opened === 'new' ? 'new' : opened.id}
          contact={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
          onSaved={async (message) => {
            setOpened(null);
            await refresh();
            showToast(message);
          }}
        />
      ) : null}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={t('list.removeTitle', { count: selection.isAll ? (list.data?.count ?? 0) : selection.ids.size })}
        confirmLabel={t('list.remove')}
        isDanger
        onConfirm={remove}
      >
        {t('list.removeText')}
      </ConfirmDialog>
    </main>
  );
}
