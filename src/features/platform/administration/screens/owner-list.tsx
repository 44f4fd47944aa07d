import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { listOwners, type Owner } from '../data.ts';

/** Lists the account owners. */
export default function OwnerList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const list = useList({
    key: ['administration', 'owners'],
    sort: 'name',
    read: (request) => listOwners(db, request),
    rowId: (row) => row.user_id,
  });
  return (
    <ListScreen
      list={list}
      title={t('owners.title')}
      sentence={t('owners.sentence')}
      search={t('owners.search')}
      columns={useOwnerColumns()}
      exportName="owners"
      rowName={(row) => row.name}
      empty={{ title: t('owners.none'), text: t('owners.noneText') }}
      noMatch={t('owners.noMatch')}
    />
  );
}

function useOwnerColumns(): ListColumn<Owner>[] {
  const { t } = useTranslation('administration');
  return [
    { id: 'name', label: t('owners.name'), sort: true, phone: 'main', cell: (row) => row.name },
    {
      id: 'email',
      label: t('owners.email'),
      phone: 'under',
      cell: (row) => (
        <TextLink href={paths.platformPeople(row.email)}>
          <span dir="ltr">{row.email}</span>
        </TextLink>
      ),
      csv: (row) => row.email,
    },
    {
      id: 'accounts',
      label: t('owners.accounts'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => (
        <TextLink href={paths.accounts({ owner: row.user_id })}>
          {t('owners.accountsOf', { count: row.accounts, name: row.name })}
        </TextLink>
      ),
      csv: (row) => row.accounts,
    },
    {
      id: 'slugs',
      label: t('owners.sites'),
      cell: (row) => (
        <span className="row">
          <span dir="ltr">{row.slugs.slice(0, 3).join(', ')}</span>
          {row.suspended > 0 ? <Badge tone="error">{t('owners.suspended', { count: row.suspended })}</Badge> : null}
        </span>
      ),
      csv: (row) => row.slugs.join(' '),
    },
    {
      id: 'last_sign_in_at',
      label: t('owners.lastSeen'),
      sort: true,
      phone: 'under',
      cell: (row) => <RelativeTime when={row.last_sign_in_at} />,
      csv: (row) => row.last_sign_in_at,
    },
    {
      id: 'created_at',
      label: t('owners.since'),
      sort: true,
      cell: (row) => <RelativeTime when={row.created_at} />,
      csv: (row) => row.created_at,
    },
  ];
}
