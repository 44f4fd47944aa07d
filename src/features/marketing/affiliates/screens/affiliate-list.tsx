import { useQuery } from '@tanstack/react-query';
import { Check, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { AffiliateStateBadge } from '../components/affiliate-state.tsx';
import { AffiliateTabs } from '../components/affiliate-tabs.tsx';
import {
  affiliateCounts,
  affiliateKey,
  type ListedAffiliate,
  listAffiliates,
  setAffiliateState,
  setAffiliateStates,
} from '../data.ts';
import { nextStates } from '../rules.ts';
import { affiliateStates } from '../schema.ts';
import { AffiliatePanel } from './affiliate-panel.tsx';
import { InvitePanel } from './invite-panel.tsx';

/** Who recommends what is sold, for managers. */
export default function AffiliateList() {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const [openId, setOpenId] = useState<string | null>(null);
  const [isInviting, setInviting] = useState(false);
  const list = useList({
    key: affiliateKey(account_id),
    sort: '-created_at',
    filters: { state: { label: t('list.state'), options: choices(affiliateStates, (id) => t(`state.${id}`)) } },
    read: ({ state, ...request }) => listAffiliates(db, account_id, { ...request, states: state }),
  });
  const inviteButton = (
    <Button variant="primary" icon={UserPlus} onPress={() => setInviting(true)}>
      {t('invite.button')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('screenNames.affiliates')}
      sentence={t('list.sentence')}
      tabs={<AffiliateTabs />}
      actions={inviteButton}
      search={t('list.search')}
      columns={useAffiliateColumns(setOpenId)}
      exportName="affiliates"
      rowName={nameOf}
      rowActions={(row) =>
        nextStates[row.state].map((state) => ({
          id: state,
          label: t(`actions.${state}`),
          isDanger: state !== 'approved',
          run: () => setAffiliateState(db, row.id, state),
          done: `${nameOf(row)}: ${t(`state.${state}`)}`,
        }))
      }
      bulk={[
        {
          label: t('actions.approved'),
          icon: Check,
          run: (ids) => setAffiliateStates(db, ids, 'approved'),
          verb: 'changed',
        },
      ]}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText'), action: inviteButton }}
      noMatch={t('list.noMatch')}
    >
      <AffiliatePanel affiliate={list.rows?.find(({ id }) => id === openId)} onClose={() => setOpenId(null)} />
      {isInviting ? <InvitePanel onClose={() => setInviting(false)} /> : null}
    </ListScreen>
  );
}

const nameOf = ({ members, code }: Pick<ListedAffiliate, 'members' | 'code'>) =>
  members?.name || members?.email || code;

function OpenButton({ row, onOpen }: { row: ListedAffiliate; onOpen: (id: string) => void }) {
  const { t } = useTranslation('affiliates');
  return (
    <button
      type="button"
      className="link text-start"
      aria-label={t('list.open', { name: nameOf(row) })}
      onClick={() => onOpen(row.id)}
    >
      {nameOf(row)}
    </button>
  );
}

/** How often a link was followed, and how many sales it brought. */
function useCounts() {
  const db = useDb();
  const { account_id } = useAccount();
  const counts = useQuery({
    queryKey: [...affiliateKey(account_id), 'counts'],
    queryFn: () => affiliateCounts(db, account_id),
  }).data;
  return (row: ListedAffiliate, of: 'clicks' | 'sales') => counts?.get(row.id)?.[of] ?? 0;
}

function useAffiliateColumns(onOpen: (id: string) => void): ListColumn<ListedAffiliate>[] {
  const { t } = useTranslation('affiliates');
  const { locale } = useSite();
  const countOf = useCounts();
  return [
    {
      id: 'name',
      label: t('list.name'),
      phone: 'main',
      isWritten: true,
      cell: (row) => <OpenButton row={row} onOpen={onOpen} />,
      csv: nameOf,
    },
    { id: 'email', label: t('list.email'), csv: (row) => row.members?.email ?? '' },
    {
      id: 'state',
      label: t('list.state'),
      sort: true,
      phone: 'side',
      cell: (row) => <AffiliateStateBadge state={row.state} />,
      csv: (row) => t(`state.${row.state}`),
    },
    {
      id: 'programme',
      label: t('list.programme'),
      phone: 'under',
      isWritten: true,
      cell: (row) => row.affiliate_programmes.title,
    },
    {
      id: 'code',
      label: t('list.code'),
      sort: true,
      cell: (row) => <code dir="ltr">{row.code}</code>,
      csv: (row) => row.code,
    },
    ...(['clicks', 'sales'] as const).map((of) => ({
      id: of,
      label: t(`list.${of}`),
      isEnd: true,
      cell: (row: ListedAffiliate) => numberFormat(locale).format(countOf(row, of)),
      csv: (row: ListedAffiliate) => countOf(row, of),
    })),
    {
      id: 'created_at',
      label: t('list.since'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => <RelativeTime when={row.created_at} />,
      csv: (row) => row.created_at,
    },
  ];
}
