import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { MaintenanceTabs } from '#features/platform/maintenance/components/maintenance-tabs.tsx';
import { SecondStepRule } from '#features/platform/members/components/second-step-rule.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { EndAllSessions } from '../components/end-all-sessions.tsx';
import { PersonPanel } from '../components/person-panel.tsx';
import { listPeople, type Person } from '../people/data.ts';

/** Lists all users with their sessions and second factors. */
export default function People() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const [openId, setOpenId] = useState<string>();
  const list = useList({
    key: ['administration', 'people'],
    sort: '-last_sign_in_at',
    read: (request) => listPeople(db, request),
    rowId: (row) => row.user_id,
  });
  const columns: ListColumn<Person>[] = [
    { id: 'name', label: t('owners.name'), sort: true, phone: 'main', cell: (row) => row.name },
    { id: 'email', label: t('owners.email'), phone: 'under', cell: (row) => <span dir="ltr">{row.email}</span> },
    { id: 'sessions', label: t('people.sessions'), isEnd: true, cell: (row) => row.sessions },
    { id: 'factors', label: t('people.factors'), isEnd: true, cell: (row) => row.factors },
    {
      id: 'last_sign_in_at',
      label: t('owners.lastSeen'),
      sort: true,
      phone: 'under',
      cell: (row) => <RelativeTime when={row.last_sign_in_at} />,
    },
    { id: 'created_at', label: t('owners.since'), sort: true, cell: (row) => <RelativeTime when={row.created_at} /> },
  ];
  return (
    <ListScreen
      list={list}
      title={t('people.title')}
      sentence={t('people.sentence')}
      tabs={
        <>
          <MaintenanceTabs />
          <SecondStepRule className="mb-4" />
        </>
      }
      actions={<EndAllSessions />}
      search={t('people.search')}
      columns={columns}
      rowName={(row) => row.name}
      onRowOpen={(row) => setOpenId(row.user_id)}
      empty={{ title: t('people.none') }}
      noMatch={t('people.none')}
    >
      <PersonPanel
        person={list.rows?.find((row) => row.user_id === openId)}
        onClose={() => setOpenId(undefined)}
        onChanged={list.refresh}
      />
    </ListScreen>
  );
}
