import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { MaintenanceTabs } from '#features/platform/maintenance/components/maintenance-tabs.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { type AuditEntry, administrationQueries, searchAudit } from '../data.ts';
import { dayBounds, detailLines, uuidOrNull } from '../rules.ts';

const exportHead = 'id at account act actor actor_id as_user as_user_id target target_id details'.split(' ');

/** The platform's audit log: search, filters and CSV export; read-only. */
export default function AuditLog() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const [params] = useSearchParams();
  const state = useTableState({ filters: ['account', 'act', 'actor', 'since', 'until'] });
  const choices = useQuery(administrationQueries.auditChoices(db));
  const filterValue = (name: string) => state.filters[name]?.[0] ?? null;
  const filters = {
    account_id: uuidOrNull(filterValue('account')),
    actor: filterValue('actor') ?? '',
    act: filterValue('act'),
    since: dayBounds(filterValue('since'), false),
    until: dayBounds(filterValue('until'), true),
    search: state.search,
  };
  const list = useQuery({
    ...administrationQueries.audit(db, { ...filters, page: state.page, page_size: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const actionName = (action: string) => t(`acts.${action.replaceAll('.', '-')}`, { defaultValue: action });
  const detailsText = (entry: AuditEntry) =>
    detailLines(entry.details)
      .map(([name, value]) => `${t(`detail.${name}`, { defaultValue: name })}: ${value}`)
      .join(' · ');
  const actorLabel = (entry: AuditEntry) => entry.actor || (entry.actor_id ? t('audit.gone') : t('audit.product'));
  const columns: Column<AuditEntry>[] = [
    {
      id: 'act',
      label: t('audit.act'),
      phone: 'main',
      cell: (row) => (
        <span className="grid">
          <span>{actionName(row.act)}</span>
          <span className="help" dir="auto">
            {detailsText(row)}
          </span>
        </span>
      ),
    },
    {
      id: 'actor',
      label: t('audit.actor'),
      phone: 'under',
      cell: (row) => (
        <span className="grid">
          <span>{actorLabel(row)}</span>
          {row.as_user_id ? (
            <span className="help">{t('audit.as', { name: row.as_user ?? t('audit.gone') })}</span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'account',
      label: t('audit.account'),
      phone: 'under',
      cell: (row) => (
        <button
          type="button"
          className="link"
          dir="ltr"
          aria-label={t('audit.only', { name: row.slug })}
          onClick={() => state.setFilter('account', [row.account_id])}
        >
          {row.slug}
        </button>
      ),
    },
    { id: 'at', label: t('audit.at'), phone: 'side', cell: (row) => <RelativeTime when={row.created_at} /> },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('audit.title')}
        count={list.data?.count}
        sentence={t('audit.sentence')}
        actions={
          <ExportButton
            name="audit-log"
            read={(page, page_size) => searchAudit(db, { ...filters, page, page_size })}
            head={exportHead}
            cells={(row) => [
              row.id,
              row.created_at,
              row.slug,
              row.act,
              row.actor,
              row.actor_id,
              row.as_user,
              row.as_user_id,
              row.target_kind,
              row.target_id,
              JSON.stringify(row.details),
            ]}
          />
        }
      />
      <MaintenanceTabs />
      <FilterBar>
        <TableSearch state={state} label={t('audit.search')} />
        <FilterChip
          isSingle
          label={t('audit.account')}
          options={(choices.data?.accounts ?? []).map(({ id, slug }) => ({ id, label: slug }))}
          selected={state.filters.account ?? []}
          onChange={(values) => state.setFilter('account', values)}
        />
        <FilterChip
          isSingle
          label={t('audit.act')}
          options={(choices.data?.acts ?? []).map((id) => ({ id, label: actionName(id) }))}
          selected={state.filters.act ?? []}
          onChange={(values) => state.setFilter('act', values)}
        />
        <DatePicker
          label={t('audit.since')}
          value={params.get('since')}
          onChange={(day) => state.setFilter('since', day ? [day] : [])}
        />
        <DatePicker
          label={t('audit.until')}
          value={params.get('until')}
          onChange={(day) => state.setFilter('until', day ? [day] : [])}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('audit.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => actionName(row.act)}
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            title={t(state.isFiltered ? 'audit.noMatch' : 'audit.none')}
            actions={state.isFiltered ? <Button onPress={state.clearFilters}>{t('accounts.clear')}</Button> : undefined}
          >
            {t('audit.noneText')}
          </EmptyState>
        }
      />
    </main>
  );
}
