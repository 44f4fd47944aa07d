import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan, useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import type { ListedGroup } from '../../data.ts';
import { useGroupTopics } from '../../feed/components/use-group-topics.ts';
import { leads } from '../../rules.ts';
import { eventsKey, eventsQuery, type GroupEvent } from '../data.ts';
import { EventCard } from './event-card.tsx';
import { EventPanel } from './event-panel.tsx';

/** The events of a group, to come and past; who looks after the group plans them. */
export function GroupEvents({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const { id: me } = useMember();
  const canPlan = leads({ role: group.role, canManageSite: useCan('manage_options') });
  const [when, setWhen] = useState<'coming' | 'past'>('coming');
  const [edited, setEdited] = useState<GroupEvent | 'new' | null>(null);
  useGroupTopics([group.id], {
    isNews: ({ event }) => event === 'event',
    refresh: () => queries.invalidateQueries({ queryKey: eventsKey(account_id, group.id) }),
  });
  const { data: events, ...query } = useQuery(eventsQuery(db, account_id, group.id, me, when));
  return (
    <div className="grid gap-6 max-w-3xl">
      <div className="row justify-between flex-wrap">
        <Segmented
          label={t('events.filter')}
          value={when}
          onChange={setWhen}
          options={(['coming', 'past'] as const).map((id) => ({ id, label: t(`events.${id}`) }))}
        />
        {canPlan ? (
          <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
            {t('events.new')}
          </Button>
        ) : null}
      </div>
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonList rows={3} /> : null}
      {events?.length === 0 ? <EmptyState title={t(`events.empty.${when}`)}>{t('events.emptyText')}</EmptyState> : null}
      <ul className="grid gap-6">
        {events?.map((event) => (
          <li key={event.id}>
            <EventCard
              group={group}
              event={event}
              isPast={when === 'past'}
              onEdit={canPlan ? () => setEdited(event) : null}
            />
          </li>
        ))}
      </ul>
      {edited ? (
        <EventPanel group={group} event={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </div>
  );
}
