import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan, useMember } from '#base/browser/member.ts';
import { commaList } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { useTableState } from '#ui/table/table-state.ts';
import { ReportTabs } from '../../components/report-tabs.tsx';
import { deleteScheduledReport, leaveScheduledReport, type ScheduledReport, scheduledReportQueries } from '../data.ts';
import { ScheduledReportForm } from './letter-form.tsx';

/** Scheduled reports: which, how often and to whom. */
export default function ScheduledReportList() {
  const { t, i18n } = useTranslation('reports');
  const db = useDb();
  const member = useMember();
  const isManager = useCan('manage_options');
  const queries = useQueryClient();
  const state = useTableState({ pageSize: 50 });
  const [edited, setEdited] = useState<ScheduledReport | 'new' | null>(null);
  const [toDelete, setToDelete] = useState<ScheduledReport | null>(null);
  const list = useQuery(scheduledReportQueries.list(db, member.account_id));
  const refresh = () => queries.invalidateQueries({ queryKey: ['report-letters', member.account_id] });
  const nameOf = (schedule: ScheduledReport) => t(`tabs.${schedule.report}`);

  async function leave(schedule: ScheduledReport) {
    try {
      await leaveScheduledReport(db, member.account_id, schedule.id, member.id);
      await refresh();
      showToast(t('letters.left', { report: nameOf(schedule) }));
    } catch (error) {
      showError((error as Error).message);
    }
  }
  async function stop() {
    if (!toDelete) return;
    await deleteScheduledReport(db, member.account_id, toDelete.id);
    await refresh();
    showToast(t('letters.stopped', { report: nameOf(toDelete) }));
  }
  const columns: Column<ScheduledReport>[] = [
    {
      id: 'report',
      label: t('letters.report'),
      phone: 'main',
      cell: (row) => <TextLink href={paths.manageReport(row.report)}>{nameOf(row)}</TextLink>,
    },
    { id: 'rhythm', label: t('letters.rhythm'), phone: 'side', cell: (row) => t(`letters.${row.rhythm}`) },
    ...(isManager
      ? [
          {
            id: 'readers',
            label: t('letters.readers'),
            phone: 'under' as const,
            cell: (row: ScheduledReport) =>
              commaList(
                row.readers.map(({ name }) => name),
                i18n.language,
              ),
          },
          {
            id: 'last',
            label: t('letters.last'),
            phone: 'under' as const,
            isEnd: true,
            cell: (row: ScheduledReport) =>
              row.last_sent ? <RelativeTime when={row.last_sent} /> : t('letters.never'),
          },
        ]
      : []),
  ];
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {t('letters.new')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <title>{`${t('tabs.letters')} · ${t('title')}`}</title>
      <PageHeader
        title={t('title')}
        sentence={list.data && isManager ? t('letters.sentence', { count: list.data.length }) : undefined}
        actions={isManager && list.data && list.data.length > 0 ? newButton : undefined}
      />
      <ReportTabs />
      <DataTable
        label={t('letters.label')}
        columns={columns}
        rows={list.data}
        rowId={(row) => row.id}
        rowName={(row) => commaList([nameOf(row), t(`letters.${row.rhythm}`)], i18n.language)}
        rowActions={(row) => ({
          menu: [
            {
              id: 'letter',
              items: [
                ...(isManager
                  ? [{ id: 'edit', label: t('letters.edit'), icon: Pencil, onAction: () => setEdited(row) }]
                  : []),
                ...(row.readers.some(({ member_id }) => member_id === member.id)
                  ? [{ id: 'leave', label: t('letters.leave'), icon: BellOff, onAction: () => void leave(row) }]
                  : []),
              ],
            },
            {
              id: 'end',
              items: isManager
                ? [
                    {
                      id: 'stop',
                      label: t('letters.stop'),
                      icon: Trash2,
                      isDanger: true,
                      onAction: () => setToDelete(row),
                    },
                  ]
                : [],
            },
          ].filter(({ items }) => items.length > 0),
        })}
        state={state}
        total={list.data?.length}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            title={t(isManager ? 'letters.emptyTitle' : 'letters.emptyReader')}
            actions={isManager ? newButton : undefined}
          >
            {t('letters.emptyText')}
          </EmptyState>
        }
      />
      {edited ? (
        <ScheduledReportForm
          schedule={edited === 'new' ? null : edited}
          existing={list.data ?? []}
          onClose={() => setEdited(null)}
          onSaved={async (report) => {
            setEdited(null);
            await refresh();
            showToast(t('letters.saved', { report: t(`tabs.${report}`) }));
          }}
        />
      ) : null}
      <ConfirmDialog
        isOpen={toDelete !== null}
        onOpenChange={(isOpen) => !isOpen && setToDelete(null)}
        title={t('letters.stopTitle', { report: toDelete ? nameOf(toDelete) : '' })}
        confirmLabel={t('letters.stop')}
        isDanger
        onConfirm={stop}
      >
        {t('letters.stopText')}
      </ConfirmDialog>
    </main>
  );
}
