import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { numberFormat } from '#base/shared/formats.ts';
import { MaintenanceTabs } from '#features/platform/maintenance/components/maintenance-tabs.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ClearFilters, FilterBar, FilterChip } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { chosenIds } from '#ui/table/use-bulk.ts';
import {
  type DeadLetter,
  deadLettersKey,
  deadLettersQuery,
  idOf,
  readDeadLetters,
  replayAll,
  replaySelected,
} from '../data.ts';

/** Events that a subscriber gave up on: why, and to be handed over again. */
export default function DeadLettersScreen() {
  const { t } = useTranslation('events');
  const { locale } = useLocale();
  const db = useDb();
  const queries = useQueryClient();
  const state = useTableState({ filters: ['subscriber'] });
  const subscriber = state.filters.subscriber?.[0] ?? null;
  const [isBusy, setBusy] = useState(false);
  const list = useQuery({
    ...deadLettersQuery(db, { subscriber, page: state.page, pageSize: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const selection = useTableSelection(state);
  const read = (page: number, pageSize: number) => readDeadLetters(db, { subscriber, page, pageSize });
  const replayChosen = async () => replaySelected(db, await chosenIds({ selection, read, rowId: idOf }));
  const number = (value: number) => numberFormat(locale).format(value);
  const subscribers = list.data?.subscribers ?? [];
  const total = subscribers.reduce((sum, { count }) => sum + count, 0);

  async function replay(request: () => Promise<number>) {
    setBusy(true);
    try {
      showToast(t('done', { number: number(await request()) }));
      selection.clear();
      await queries.invalidateQueries({ queryKey: deadLettersKey });
    } catch (error) {
      showError((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  const columns: Column<DeadLetter>[] = [
    {
      id: 'type',
      label: t('event'),
      phone: 'main',
      cell: (row) => (
        <span dir="ltr" title={row.subject}>
          {row.type}
        </span>
      ),
    },
    {
      id: 'subscriber',
      label: t('subscriber'),
      phone: 'under',
      cell: (row) => <span dir="ltr">{row.subscriber}</span>,
    },
    { id: 'account', label: t('account'), phone: 'under', cell: (row) => <span dir="ltr">{row.slug}</span> },
    {
      id: 'error',
      label: t('error'),
      phone: 'under',
      cell: (row) => (
        <span className="grid justify-items-start gap-1">
          <span dir="ltr" className="line-clamp-2" title={row.error}>
            {row.error}
          </span>
          {row.replayed_at ? <Badge>{t('again')}</Badge> : null}
        </span>
      ),
    },
    { id: 'attempts', label: t('attempts'), isEnd: true, cell: (row) => number(row.attempts) },
    {
      id: 'first',
      label: t('first'),
      cell: (row) => (row.first_tried_at ? <RelativeTime when={row.first_tried_at} /> : null),
    },
    { id: 'last', label: t('last'), phone: 'side', cell: (row) => <RelativeTime when={row.last_tried_at} /> },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('title')}
        sentence={list.data ? t(total === 0 ? 'all' : 'waiting', { number: number(total) }) : undefined}
        actions={
          subscriber && list.data?.count ? (
            <Button
              icon={RotateCcw}
              variant="primary"
              isBusy={isBusy}
              onPress={() => void replay(() => replayAll(db, subscriber))}
            >
              {t('replayAll', { name: subscriber })}
            </Button>
          ) : undefined
        }
      />
      <MaintenanceTabs />
      <FilterBar>
        <FilterChip
          isSingle
          label={t('subscriber')}
          options={subscribers.map(({ name, count }) => ({ id: name, label: `${name} (${number(count)})` }))}
          selected={subscriber ? [subscriber] : []}
          onChange={(values) => state.setFilter('subscriber', values)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={idOf}
        rowName={(row) => `${row.type}, ${row.subscriber}`}
        rowActions={(row) => ({
          quick: [
            { label: t('replay'), icon: RotateCcw, onAction: () => void replay(() => replaySelected(db, [idOf(row)])) },
          ],
        })}
        selection={selection}
        bulkActions={
          <Button size="sm" icon={RotateCcw} isBusy={isBusy} onPress={() => void replay(replayChosen)}>
            {t('replay')}
          </Button>
        }
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
      />
    </main>
  );
}
