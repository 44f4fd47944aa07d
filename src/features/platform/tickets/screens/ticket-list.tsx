import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { MessageSquareText, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { clockNow } from '#base/shared/clock.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { useBulk } from '#ui/table/use-bulk.ts';
import { TicketBulk } from '../components/ticket-bulk.tsx';
import { type TicketAccess, useTicketAccess } from '../components/use-ticket-access.ts';
import { changeTickets, listTickets, type TicketFilters, ticketKeys, ticketQueries } from '../data.ts';
import { categories, statuses } from '../schema.ts';
import { useTicketColumns } from './ticket-columns.tsx';

const csvColumns = [
  'number',
  'subject',
  'category',
  'status',
  'requester',
  'email',
  'assignee',
  'opened',
  'last',
  'firstReply',
  'waited',
] as const;

/** Support tickets: one's own, or for staff everybody's. */
export default function TicketListScreen() {
  const access = useTicketAccess();
  const { t } = useTranslation('tickets');
  if (access.isStaff !== undefined) return <TicketList access={access} isStaff={access.isStaff} />;
  return (
    <main id="content" className="page">
      <PageHeader title={t('list.title')} />
      <SkeletonText lines={6} />
    </main>
  );
}

function TicketList({ access, isStaff }: { access: TicketAccess; isStaff: boolean }) {
  const { t } = useTranslation('tickets');
  const db = useDb();
  const queries = useQueryClient();
  const { account_id, user_id } = access;
  const state = useTableState({
    sort: { column: 'last_message_at', direction: 'descending' },
    filters: ['status', 'category', 'assigned', 'late'],
  });
  const [now] = useState(() => new Date(clockNow()));
  const { status = [], category = [], assigned = [], late = [] } = state.filters;
  const filters: TicketFilters = {
    user_id: isStaff ? undefined : user_id,
    me: user_id,
    search: state.search,
    statuses: status.filter((id) => (statuses as readonly string[]).includes(id)),
    categories: category.filter((id) => (categories as readonly string[]).includes(id)),
    assigned: assigned[0],
    isLate: late.length > 0,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({ ...ticketQueries.list(db, account_id, filters), placeholderData: keepPreviousData });
  const counts = useQuery(ticketQueries.counts(db, account_id));
  const staff = useQuery({ ...ticketQueries.staff(db, account_id), enabled: isStaff });
  useRowChanges(
    'tickets',
    isStaff ? `account_id=eq.${account_id}` : `user_id=eq.${user_id}`,
    () => void queries.invalidateQueries({ queryKey: ticketKeys.all(account_id) }),
  );
  const columns = useTicketColumns(isStaff, staff.data, now);

  const readAll = (page: number, pageSize: number) => listTickets(db, account_id, { ...filters, page, pageSize });
  const selection = useTableSelection(state);
  const bulk = useBulk({ selection, total: list.data?.count, read: readAll, rowId: (row) => row.id });
  const names = new Map(staff.data?.map((person) => [person.user_id, person.name]));

  async function changeAll(change: Parameters<typeof changeTickets>[3]) {
    try {
      await bulk.run(
        (ids) => changeTickets(db, account_id, ids, change),
        () => queries.invalidateQueries({ queryKey: ticketKeys.all(account_id) }),
      );
    } catch (error) {
      showError((error as Error).message);
    }
  }
  const newButton = (
    <LinkButton variant="primary" icon={Plus} href={paths.newTicket()}>
      {t('list.new')}
    </LinkButton>
  );
  const options = (ids: readonly string[], kind: string) => ids.map((id) => ({ id, label: t(`${kind}.${id}`) }));
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={list.data?.count}
        sentence={sentenceOf(t, isStaff, access.isPlatform, counts.data)}
        actions={
          <>
            {isStaff ? (
              <LinkButton icon={MessageSquareText} href={paths.ticketReplies()}>
                {t('replies.title')}
              </LinkButton>
            ) : null}
            <ExportButton
              name="tickets"
              read={readAll}
              head={csvColumns.map((column) => t(`csv.${column}`))}
              cells={(row) => [
                row.number,
                row.subject,
                t(`category.${row.category}`),
                t(`status.${row.status}`),
                row.requester_name,
                row.requester_email,
                row.assignee_id ? (names.get(row.assignee_id) ?? '') : '',
                row.created_at,
                row.last_message_at,
                row.first_replied_at,
                // The row's clock of an unresolved ticket is only stored up to when it last stopped.
                Math.round(
                  (row.clock_seconds + (row.clock_since ? (clockNow() - Date.parse(row.clock_since)) / 1000 : 0)) / 60,
                ),
              ]}
            />
            {newButton}
          </>
        }
      />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
        <FilterChip
          label={t('list.status')}
          options={statuses.map((id) => ({
            id,
            label: counts.data
              ? t('list.withCount', { name: t(`status.${id}`), count: counts.data[id] })
              : t(`status.${id}`),
          }))}
          selected={filters.statuses}
          onChange={(ids) => state.setFilter('status', ids)}
        />
        <FilterChip
          label={t('list.category')}
          options={options(categories, 'category')}
          selected={filters.categories}
          onChange={(ids) => state.setFilter('category', ids)}
        />
        {isStaff ? (
          <>
            <FilterChip
              isSingle
              label={t('list.assignee')}
              options={[
                { id: 'me', label: t('list.withCount', { name: t('assigned.me'), count: counts.data?.mine ?? 0 }) },
                {
                  id: 'nobody',
                  label: t('list.withCount', { name: t('assigned.nobody'), count: counts.data?.unassigned ?? 0 }),
                },
              ]}
              selected={assigned}
              onChange={(ids) => state.setFilter('assigned', ids)}
            />
            <FilterChip
              isSingle
              label={t('list.late')}
              options={[
                {
                  id: 'yes',
                  label: t('list.withCount', { name: t('list.overTarget'), count: counts.data?.overdue ?? 0 }),
                },
              ]}
              selected={late}
              onChange={(ids) => state.setFilter('late', ids)}
            />
          </>
        ) : null}
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => `#${row.number} ${row.subject}`}
        rowHref={(row) => paths.ticket(row.id)}
        state={state}
        total={list.data?.count}
        selection={selection}
        bulkActions={
          <TicketBulk
            access={access}
            staff={isStaff ? (staff.data ?? []) : undefined}
            onChange={(change) => void changeAll(change)}
          />
        }
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <EmptyState
              drawing="search"
              title={t('list.noMatchTitle')}
              actions={<Button onPress={state.clearFilters}>{t('list.clear')}</Button>}
            >
              {t('list.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('list.emptyTitle')} actions={isStaff ? undefined : newButton}>
              {t(isStaff ? 'list.emptyStaff' : 'list.emptyText')}
            </EmptyState>
          )
        }
      />
    </main>
  );
}

type Counts = { unresolved: number; awaited: number; overdue: number } | undefined;

function sentenceOf(t: TFunction<'tickets'>, isStaff: boolean, isPlatform: boolean, counts: Counts): string {
  if (!isStaff) return t(isPlatform ? 'list.askPlatform' : 'list.askSite');
  if (!counts) return ' ';
  if (counts.overdue > 0) return t('list.someLate', { count: counts.overdue, waiting: counts.unresolved });
  return counts.unresolved > 0 ? t('list.someWait', { count: counts.unresolved }) : t('list.noneWait');
}
