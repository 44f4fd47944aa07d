import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { LeaderboardLink } from '#base/browser/leaderboard-link.tsx';
import { useCan } from '#base/browser/member.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { PageTabs } from '#ui/layout/page-tabs.tsx';
import { GroupEvents } from '../calendar/components/group-events.tsx';
import { GroupAbout } from '../components/group-about.tsx';
import { GroupFiles } from '../components/group-files.tsx';
import { GroupPeople } from '../components/group-people.tsx';
import { GroupSettings } from '../components/group-settings.tsx';
import { JoinButton } from '../components/join-button.tsx';
import { useGroupActions } from '../components/use-group-actions.ts';
import { groupsQuery, type ListedGroup } from '../data.ts';
import { GroupFeed } from '../feed/components/group-feed.tsx';
import { owns } from '../rules.ts';

/** A group: what is written in it, who is in it, its files, what it is, and its settings. */
export default function GroupScreen() {
  const { slug = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const canManageSite = useCan('manage_options');
  const { data: groups, ...query } = useQuery(groupsQuery(db, account_id));
  const group = groups?.find((one) => one.slug === slug);
  useScreenName(group?.title);
  return (
    <main id="content" className="page">
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonList rows={5} /> : null}
      {groups && !group ? <Missing /> : null}
      {group ? <OpenGroup key={group.id} group={group} canManageSite={canManageSite} /> : null}
    </main>
  );
}

function Missing() {
  const { t } = useTranslation('groups');
  return (
    <EmptyState
      isPage
      title={t('missing.title')}
      actions={<LinkButton href={paths.groups()}>{t('missing.back')}</LinkButton>}
    >
      {t('missing.text')}
    </EmptyState>
  );
}

function OpenGroup({ group, canManageSite }: { group: ListedGroup; canManageSite: boolean }) {
  const { t } = useTranslation('groups');
  const { tab = 'feed' } = useParams();
  useJoinOnArrival(group);
  const isInside = group.role !== null || group.visibility === 'public' || canManageSite;
  const isOwner = owns({ role: group.role, canManageSite });
  const tabs = ['feed', 'events', 'members', 'files', 'about', ...(isOwner ? ['settings'] : [])];
  const { title, slug } = group;
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        sentence={t('members', { count: group.member_count })}
        actions={
          <>
            {group.role === null && !canManageSite ? null : <LeaderboardLink group={group.id} />}
            <JoinButton group={group} />
          </>
        }
      />
      {isInside ? (
        <>
          <PageTabs
            label={t('tab.label', { title })}
            tabs={tabs.map((id) => ({
              href: paths.groupHome(slug, id === 'feed' ? undefined : id),
              label: t(`tab.${id}`),
              isExact: true,
            }))}
          />
          <div className="mt-6">
            <TabContent tab={tab} group={group} isOwner={isOwner} />
          </div>
        </>
      ) : (
        <p className="text-ink-2">
          {t(group.request === 'request' ? 'waiting' : group.join_by === 'access' ? 'access.closed' : 'closed')}
        </p>
      )}
    </>
  );
}

function TabContent({ tab, group, isOwner }: { tab: string; group: ListedGroup; isOwner: boolean }) {
  if (tab === 'events') return <GroupEvents group={group} />;
  if (tab === 'members') return <GroupPeople group={group} />;
  if (tab === 'files') return <GroupFiles id={group.id} />;
  if (tab === 'about') return <GroupAbout group={group} />;
  if (tab === 'settings' && isOwner) return <GroupSettings group={group} />;
  return <GroupFeed group={group} />;
}

/** The join button of the public page leads here, where whoever comes is signed in. */
function useJoinOnArrival(group: ListedGroup): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { join } = useGroupActions(group.id);
  const isArrival = query.get('join') === '1';
  const arrive = useEffectEvent(() => {
    if (group.role === null && group.request !== 'request') void join.save();
    void navigate(paths.groupHome(group.slug), { replace: true });
  });
  useEffect(() => {
    if (isArrival) arrive();
  }, [isArrival]);
}
