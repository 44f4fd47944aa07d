import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { WordsOfPlace } from '#features/engagement/threads/components/use-words.ts';
import { mainThread, type Thread } from '#features/engagement/threads/data.ts';
import { topicsQuery } from '#features/engagement/threads/topics/data.ts';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { groupKeys, type ListedGroup, seeGroup } from '../../data.ts';
import { FeedPosts } from './feed-posts.tsx';

/** What is written in a group; opening it counts as having seen it. */
export function GroupFeed({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const thread = useQuery({
    queryKey: [...groupKeys.details(account_id, group.id), 'thread'],
    queryFn: () => mainThread(db, account_id, 'group', group.id),
  });
  if (thread.isError) return <ErrorState onRetry={() => void thread.refetch()} isRetrying={thread.isFetching} />;
  if (!thread.data) return <SkeletonList rows={4} />;
  return (
    <div className="grid gap-6">
      {group.role === null ? <Note>{t('joinToWrite')}</Note> : null}
      {group.is_muted ? <Note tone="warning">{t('muted')}</Note> : null}
      <WordsOfPlace value={(key, values = {}) => t(`post.${key}`, values)}>
        <OpenFeed group={group} thread={thread.data} />
      </WordsOfPlace>
    </div>
  );
}

function OpenFeed({ group, thread }: { group: ListedGroup; thread: Thread }) {
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const topics = useQuery(topicsQuery(db, account_id, thread.id));
  const see = useEffectEvent(() => {
    // A mark that is not made is made with the next visit.
    if (group.role !== null) void seeGroup(db, group.id).catch(() => undefined);
  });
  useEffect(() => see(), []);
  if (!topics.data) return <SkeletonList rows={4} />;
  return <FeedPosts group={group} thread={thread} topics={topics.data} member={member} onSeen={see} />;
}
