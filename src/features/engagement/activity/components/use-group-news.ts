import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { groupsQuery } from '#features/engagement/groups/data.ts';
import { useGroupTopics } from '#features/engagement/groups/feed/components/use-group-topics.ts';
import { activityKey } from '../data.ts';

/** How many groups are listened to; news of any more is found by asking again. */
const MAX_HEARD = 50;

/** Reads the activity anew as soon as something is written in a group of the member, or somebody joins it. */
export function useGroupNews(): void {
  const { account } = useSite();
  const queries = useQueryClient();
  const { data: groups } = useQuery({
    ...groupsQuery(useDb(), account.account_id),
    enabled: account.features.includes('groups'),
  });
  const own = groups?.filter(({ role }) => role !== null).slice(0, MAX_HEARD) ?? [];
  useGroupTopics(
    own.map(({ id }) => id),
    {
      isNews: ({ event }) => event !== 'event',
      refresh: () => queries.invalidateQueries({ queryKey: activityKey(account.account_id) }),
    },
  );
}
