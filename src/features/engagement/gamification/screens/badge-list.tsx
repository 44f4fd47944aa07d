import { useQuery } from '@tanstack/react-query';
import { Plus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useShortList } from '#ui/list/use-list.ts';
import { AwardPanel } from '../components/award-panel.tsx';
import { BadgeIcon } from '../components/badge-icon.tsx';
import { BadgePanel } from '../components/badge-panel.tsx';
import { GamificationTabs } from '../components/gamification-tabs.tsx';
import { badgesQuery, gamificationKey, type ListedBadge, levelsQuery, removeBadge } from '../data.ts';

/** The badges of the site: what each is awarded for, and who has it. */
export default function BadgeList() {
  const { t } = useTranslation('gamification');
  const db = useDb();
  const { account_id } = useAccount();
  const [edited, setEdited] = useState<ListedBadge | 'new' | null>(null);
  const [awarded, setAwarded] = useState<ListedBadge | null>(null);
  const list = useShortList({ key: gamificationKey(account_id), query: useQuery(badgesQuery(db, account_id)) });
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
      {t('badge.new')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('screenNames.badges')}
      sentence={t('badge.sentence')}
      tabs={<GamificationTabs />}
      actions={newButton}
      columns={useBadgeColumns(setEdited)}
      exportName="badges"
      rowName={(row) => row.name}
      rowActions={(row) => [
        { id: 'award', label: t('badge.award'), icon: UserPlus, isQuick: true, onAction: () => setAwarded(row) },
        {
          id: 'remove',
          label: t('badge.remove'),
          isDanger: true,
          run: () => removeBadge(db, account_id, row.id),
          done: t('badge.removed', { name: row.name }),
          confirm: {
            title: t('badge.removeTitle', { name: row.name }),
            text: t('badge.removeText'),
            isDanger: true,
          },
        },
      ]}
      empty={{ title: t('badge.emptyTitle'), text: t('badge.emptyText'), action: newButton }}
    >
      {edited ? <BadgePanel badge={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
      {awarded ? <AwardPanel badge={awarded} onClose={() => setAwarded(null)} /> : null}
    </ListScreen>
  );
}

function useBadgeColumns(onOpen: (row: ListedBadge) => void): ListColumn<ListedBadge>[] {
  const { t } = useTranslation('gamification');
  const { account_id } = useAccount();
  const levels = useQuery(levelsQuery(useDb(), account_id)).data ?? [];
  const ruleText = ({ rule, kind, times, level_id }: ListedBadge) =>
    t(`badge.ruleText.${rule}`, {
      times: times ?? 1,
      kind: kind ? t(`kind.${kind}`) : '',
      level: levels.find(({ id }) => id === level_id)?.name ?? '',
    });
  const holders = (row: ListedBadge) => row.member_badges[0]?.count ?? 0;
  return [
    {
      id: 'name',
      label: t('badge.name'),
      phone: 'main',
      isWritten: true,
      cell: (row) => (
        <button type="button" className="link row text-start" onClick={() => onOpen(row)}>
          <BadgeIcon icon={row.icon} size={16} />
          <bdi>{row.name}</bdi>
        </button>
      ),
      csv: (row) => row.name,
    },
    { id: 'rule', label: t('badge.rule'), phone: 'under', cell: ruleText, csv: ruleText },
    { id: 'holders', label: t('badge.holders'), isEnd: true, phone: 'side', cell: holders, csv: holders },
  ];
}
