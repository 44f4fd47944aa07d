import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Conversation } from '#features/engagement/threads/components/conversation.tsx';
import { mainThread, postsOf, threadKeys } from '#features/engagement/threads/data.ts';
import { paths } from '#paths';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { groupKeys, type ListedGroup, seeGroup } from '../data.ts';

/** What is written in a group; opening it counts as having seen it. */
export function GroupFeed({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const feed = useQuery({
    queryKey: [...groupKeys.details(account_id, group.id), 'feed'],
    queryFn: async () => {
      const thread = await mainThread(db, account_id, 'group', group.id);
      return thread && { thread, ...(await postsOf(db, account_id, thread.id)) };
    },
  });
  const see = useEffectEvent(() => {
    // A mark that is not made is made with the next visit.
    if (group.role !== null) void seeGroup(db, group.id).catch(() => undefined);
  });
  useEffect(() => {
    if (feed.dataUpdatedAt > 0) see();
  }, [feed.dataUpdatedAt]);
  if (feed.isError) return <ErrorState onRetry={() => void feed.refetch()} isRetrying={feed.isFetching} />;
  if (!feed.data) return <SkeletonList rows={4} />;
  const { thread, posts, older } = feed.data;
  return (
    <div className="group-feed grid gap-6">
      {group.role === null ? <Note>{t('joinToWrite')}</Note> : null}
      {group.is_muted ? <Note tone="warning">{t('muted')}</Note> : null}
      <Conversation
        key={threadKeys.all(account_id, thread.id).join()}
        thread={thread}
        path={paths.groupHome(group.slug)}
        posts={posts}
        older={older}
      />
    </div>
  );
}
