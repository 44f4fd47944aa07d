import { useQuery } from '@tanstack/react-query';
import { Ban, Clock, Ellipsis, Flag, SquarePen } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { conversationsQuery } from '../data.ts';
import { OfficePanel } from '../office-hours/components/office-panel.tsx';
import { BlockedMembers } from './blocked-members.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { MessageMatches } from './message-matches.tsx';

const ROWS_AT_FIRST = 50;
const MAX_ROWS = 200;

type ListProps = { current: string | undefined; onNew: () => void };

/** The caller's conversations, with a search in them. */
export function ConversationList({ current, onNew }: ListProps) {
  const { t } = useTranslation('messages');
  const [search, setSearch] = useState('');
  const term = useDeferredValue(search.trim());
  const Title = current === undefined ? 'h1' : 'h2';
  return (
    <section className="chat-list" aria-label={t('listLabel')}>
      <header className="chat-head">
        <Title className="chat-title">{t('title')}</Title>
        <ListMenu />
        <Button variant="primary" icon={SquarePen} onPress={onNew}>
          {t('new.open')}
        </Button>
      </header>
      <div className="px-3 pb-2">
        <SearchField label={t('search')} value={search} onChange={setSearch} maxLength={80} />
      </div>
      <Rows term={term} current={current} onNew={onNew} />
    </section>
  );
}

function ListMenu() {
  const { t } = useTranslation('messages');
  const isModerator = useCan('manage_members');
  const isStaff = useCan('staff');
  const [panel, setPanel] = useState<'blocked' | 'office' | null>(null);
  const items = [
    { id: 'blocked', label: t('blocked.title'), icon: Ban, onAction: () => setPanel('blocked') },
    ...(isStaff ? [{ id: 'office', label: t('office.title'), icon: Clock, onAction: () => setPanel('office') }] : []),
    ...(isModerator
      ? [{ id: 'reports', label: t('screenNames.reports'), icon: Flag, href: paths.messageReports() }]
      : []),
  ];
  return (
    <>
      <MenuButton
        label={t('menu')}
        placement="bottom end"
        groups={[{ id: 'list', items }]}
        trigger={<IconButton icon={Ellipsis} label={t('menu')} />}
      />
      {panel === 'blocked' ? <BlockedMembers onClose={() => setPanel(null)} /> : null}
      {panel === 'office' ? <OfficePanel onClose={() => setPanel(null)} /> : null}
    </>
  );
}

function Rows({ term, current, onNew }: ListProps & { term: string }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const [maxRows, setMaxRows] = useState(ROWS_AT_FIRST);
  const list = useQuery(conversationsQuery(db, account_id, term, maxRows));
  if (!list.data)
    return list.isError ? (
      <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
    ) : (
      <SkeletonList rows={6} />
    );
  if (list.data.length === 0 && !term)
    return (
      <EmptyState title={t('empty.title')} drawing="letters" actions={<Button onPress={onNew}>{t('new.open')}</Button>}>
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <div className="chat-rows">
      <nav aria-label={t('listLabel')}>
        <ul>
          {list.data.map((conversation) => (
            <li key={conversation.id}>
              <ConversationRow conversation={conversation} isCurrent={conversation.id === current} />
            </li>
          ))}
        </ul>
      </nav>
      {list.data.length === maxRows && maxRows < MAX_ROWS ? (
        <Button variant="quiet" isBlock onPress={() => setMaxRows(MAX_ROWS)}>
          {t('showMore')}
        </Button>
      ) : null}
      <MessageMatches term={term} conversations={list.data} />
    </div>
  );
}
