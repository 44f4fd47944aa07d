import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { MaintenanceTabs } from '#features/platform/maintenance/components/maintenance-tabs.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import type { FileColumn, ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { type List, useList } from '#ui/list/use-list.ts';
import { type AuditEntry, administrationQueries, searchAudit } from '../data.ts';
import { dayBounds, detailLines, uuidOrNull } from '../rules.ts';

/** The columns of the exported file. */
const fileColumns: FileColumn<AuditEntry>[] = [
  { label: 'id', csv: (row) => row.id },
  { label: 'at', csv: (row) => row.created_at },
  { label: 'account', csv: (row) => row.slug },
  { label: 'act', csv: (row) => row.act },
  { label: 'actor', csv: (row) => row.actor },
  { label: 'actor_id', csv: (row) => row.actor_id },
  { label: 'as_user', csv: (row) => row.as_user },
  { label: 'as_user_id', csv: (row) => row.as_user_id },
  { label: 'target', csv: (row) => row.target_kind },
  { label: 'target_id', csv: (row) => row.target_id },
  { label: 'details', csv: (row) => JSON.stringify(row.details) },
];

/** The platform's audit log: search, filters and CSV export; read-only. */
export default function AuditLog() {
  const { t } = useTranslation('administration');
  const actionName = useActionName();
  const list = useAuditList(actionName);
  const dayFilter = (name: 'since' | 'until') => (
    <DatePicker
      label={t(`audit.${name}`)}
      value={list.values[name] ?? null}
      onChange={(day) => list.state.setFilter(name, day ? [day] : [])}
    />
  );
  return (
    <ListScreen
      list={list}
      title={t('audit.title')}
      sentence={t('audit.sentence')}
      tabs={<MaintenanceTabs />}
      search={t('audit.search')}
      moreFilters={
        <>
          {dayFilter('since')}
          {dayFilter('until')}
        </>
      }
      columns={useAuditColumns(list, actionName)}
      exportName="audit-log"
      exportColumns={fileColumns}
      rowName={(row) => actionName(row.act)}
      empty={{ title: t('audit.none'), text: t('audit.noneText') }}
      noMatch={t('audit.noMatch')}
    />
  );
}

function useAuditList(actionName: (action: string) => string) {
  const { t } = useTranslation('administration');
  const db = useDb();
  const choices = useQuery(administrationQueries.auditChoices(db)).data;
  return useList({
    key: ['administration', 'audit'],
    filters: {
      account: {
        label: choices && t('audit.account'),
        isSingle: true,
        options: choices?.accounts.map(({ id, slug }) => ({ id, label: slug })),
      },
      act: {
        label: choices && t('audit.act'),
        isSingle: true,
        options: choices?.acts.map((id) => ({ id, label: actionName(id) })),
      },
      actor: { isSingle: true },
      since: { isSingle: true },
      until: { isSingle: true },
    },
    read: ({ account, act, actor, since, until, search, page, pageSize }) =>
      searchAudit(db, {
        account_id: uuidOrNull(account ?? null),
        actor: actor ?? '',
        act: act ?? null,
        since: dayBounds(since ?? null, false),
        until: dayBounds(until ?? null, true),
        search,
        page,
        pageSize,
      }),
  });
}

function useActionName(): (action: string) => string {
  const { t } = useTranslation('administration');
  return (action) => t(`acts.${action.replaceAll('.', '-')}`, { defaultValue: action });
}

function useAuditColumns(
  { state }: Pick<List<AuditEntry>, 'state'>,
  actionName: (action: string) => string,
): ListColumn<AuditEntry>[] {
  const { t } = useTranslation('administration');
  const detailsText = (entry: AuditEntry) =>
    detailLines(entry.details)
      .map(([name, value]) => `${t(`detail.${name}`, { defaultValue: name })}: ${value}`)
      .join(' · ');
  const actorLabel = (entry: AuditEntry) => entry.actor || (entry.actor_id ? t('audit.gone') : t('audit.product'));
  return [
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
}
