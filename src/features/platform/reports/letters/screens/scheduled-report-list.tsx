import { useQuery } from '@tanstack/react-query';
import { BellOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan, useMember } from '#base/browser/member.ts';
import { commaList } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { RowActionsOf } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useShortList } from '#ui/list/use-list.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { ReportTabs } from '../../components/report-tabs.tsx';
import { deleteScheduledReport, leaveScheduledReport, type ScheduledReport, scheduledReportQueries } from '../data.ts';
import { ScheduledReportForm } from './scheduled-report-form.tsx';

/** Scheduled reports: which, how often and to whom. */
export default function ScheduledReportList() {
  const { t, i18n } = useTranslation('reports');
  const db = useDb();
  const member = useMember();
  const isManager = useCan('manage_options');
  const [edited, setEdited] = useState<ScheduledReport | 'new' | null>(null);
  const schedules = useQuery(scheduledReportQueries.list(db, member.account_id));
  const list = useShortList({ key: ['report-letters', member.account_id], query: schedules });
  const nameOf = (schedule: ScheduledReport) => t(`tabs.${schedule.report}`);
  const newButton = isManager ? (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {t('letters.new')}
    </Button>
  ) : undefined;
  return (
    <ListScreen
      list={list}
      title={t('title')}
      label={t('letters.label')}
      count={null}
      sentence={
        <>
          <title>{`${t('tabs.letters')} · ${t('title')}`}</title>
          {list.rows && isManager ? t('letters.sentence', { count: list.rows.length }) : null}
        </>
      }
      tabs={<ReportTabs />}
      actions={list.total ? newButton : undefined}
      columns={useScheduleColumns(isManager, nameOf)}
      rowName={(row) => commaList([nameOf(row), t(`letters.${row.rhythm}`)], i18n.language)}
      rowActions={useScheduleActions(isManager, nameOf, setEdited)}
      empty={{
        title: t(isManager ? 'letters.emptyTitle' : 'letters.emptyReader'),
        text: t('letters.emptyText'),
        action: newButton,
      }}
    >
      {edited ? (
        <ScheduledReportForm
          schedule={edited === 'new' ? null : edited}
          existing={list.rows ?? []}
          onClose={() => setEdited(null)}
          onSaved={async (report) => {
            setEdited(null);
            await list.refresh();
            showToast(t('letters.saved', { report: t(`tabs.${report}`) }));
          }}
        />
      ) : null}
    </ListScreen>
  );
}

function useScheduleActions(
  isManager: boolean,
  nameOf: (row: ScheduledReport) => string,
  onEdit: (row: ScheduledReport) => void,
): RowActionsOf<ScheduledReport> {
  const { t } = useTranslation('reports');
  const db = useDb();
  const member = useMember();
  return (row) => [
    isManager && { id: 'edit', label: t('letters.edit'), icon: Pencil, onAction: () => onEdit(row) },
    row.readers.some(({ member_id }) => member_id === member.id) && {
      id: 'leave',
      label: t('letters.leave'),
      icon: BellOff,
      run: () => leaveScheduledReport(db, member.account_id, row.id, member.id),
      done: t('letters.left', { report: nameOf(row) }),
    },
    isManager && {
      id: 'stop',
      label: t('letters.stop'),
      icon: Trash2,
      isDanger: true,
      run: () => deleteScheduledReport(db, member.account_id, row.id),
      done: t('letters.stopped', { report: nameOf(row) }),
      confirm: { title: t('letters.stopTitle', { report: nameOf(row) }), text: t('letters.stopText') },
    },
  ];
}

function useScheduleColumns(
  isManager: boolean,
  nameOf: (row: ScheduledReport) => string,
): ListColumn<ScheduledReport>[] {
  const { t, i18n } = useTranslation('reports');
  const columns: ListColumn<ScheduledReport>[] = [
    {
      id: 'report',
      label: t('letters.report'),
      phone: 'main',
      cell: (row) => <TextLink href={paths.manageReport(row.report)}>{nameOf(row)}</TextLink>,
    },
    { id: 'rhythm', label: t('letters.rhythm'), phone: 'side', cell: (row) => t(`letters.${row.rhythm}`) },
    {
      id: 'readers',
      label: t('letters.readers'),
      phone: 'under',
      cell: ({ readers }) =>
        commaList(
          readers.map(({ name }) => name),
          i18n.language,
        ),
    },
    {
      id: 'last',
      label: t('letters.last'),
      phone: 'under',
      isEnd: true,
      cell: (row) => (row.last_sent ? <RelativeTime when={row.last_sent} /> : t('letters.never')),
    },
  ];
  return isManager ? columns : columns.slice(0, 2);
}
