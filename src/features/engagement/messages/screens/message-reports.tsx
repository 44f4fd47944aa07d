import { Check, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Badge } from '#ui/display/badge.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { MessageSetting } from '../components/message-setting.tsx';
import { decideReports, listReports, type MessageReport, messageKeys, reportStates } from '../data.ts';

/** The messages that members reported, for those who manage members. */
export default function MessageReports() {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const isManager = useCan('manage_options');
  const list = useList({
    key: messageKeys.reports(account_id),
    filters: {
      state: {
        label: t('reports.state'),
        isSingle: true,
        options: choices(reportStates, (id) => t(`reports.is.${id}`)),
      },
    },
    read: (request) => listReports(db, account_id, request),
  });
  const removal = { title: t('reports.removeTitle'), text: t('reports.removeText') };
  return (
    <ListScreen
      list={list}
      title={t('screenNames.reports')}
      sentence={t('reports.sentence')}
      actions={isManager ? <MessageSetting /> : null}
      search={t('reports.search')}
      columns={useReportColumns()}
      exportName="reported-messages"
      rowName={(row) => t('reports.of', { name: row.author_name })}
      rowActions={(row) => [
        row.state === 'open' && {
          id: 'dismiss',
          label: t('reports.dismiss'),
          icon: Check,
          run: () => decideReports(db, [row.id], false),
          done: t('reports.dismissed'),
        },
        row.state === 'open' && {
          id: 'remove',
          label: t('reports.remove'),
          icon: Trash2,
          isDanger: true,
          run: () => decideReports(db, [row.id], true),
          done: t('reports.removed'),
          confirm: removal,
        },
      ]}
      bulk={[
        { label: t('reports.dismiss'), icon: Check, run: (ids) => decideReports(db, ids, false) },
        {
          isDanger: true,
          verb: 'removed',
          run: (ids) => decideReports(db, ids, true),
          confirm: { text: t('reports.removeText') },
        },
      ]}
      empty={{ title: t('reports.emptyTitle'), text: t('reports.emptyText') }}
      noMatch={t('reports.noMatch')}
    />
  );
}

function useReportColumns(): ListColumn<MessageReport>[] {
  const { t } = useTranslation('messages');
  const { locale } = useSite();
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return [
    {
      id: 'message',
      label: t('reports.message'),
      phone: 'main',
      cell: (row) => (
        <span className="grid">
          <span className="whitespace-pre-line break-words" dir="auto">
            {row.body}
          </span>
          {row.reason ? (
            <q className="muted" dir="auto">
              {row.reason}
            </q>
          ) : null}
        </span>
      ),
      csv: (row) => row.body,
    },
    {
      id: 'author',
      label: t('reports.author'),
      sort: true,
      phone: 'under',
      cell: (row) => <bdi>{row.author_name}</bdi>,
      csv: (row) => row.author_name,
    },
    {
      id: 'reporter',
      label: t('reports.reporter'),
      cell: (row) => <bdi>{row.reporter?.name ?? t('formerMember')}</bdi>,
      csv: (row) => row.reporter?.name ?? '',
    },
    {
      id: 'state',
      label: t('reports.state'),
      sort: true,
      phone: 'side',
      cell: ({ state }) => <Badge tone={state === 'open' ? 'warning' : 'neutral'}>{t(`reports.is.${state}`)}</Badge>,
      csv: (row) => t(`reports.is.${row.state}`),
    },
    {
      id: 'created_at',
      label: t('reports.at'),
      sort: true,
      cell: (row) => at.format(new Date(row.created_at)),
      csv: (row) => row.created_at,
    },
  ];
}
