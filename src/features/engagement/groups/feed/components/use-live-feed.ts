import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { threadKeys } from '#features/engagement/threads/data.ts';
import { type GroupMessage, useGroupTopics } from './use-group-topics.ts';

/**
 * Keeps an open feed up to date: replies, edits, votes and reactions appear in place; new posts of others are counted, so that what is
 * being read does not move away. Returns their number and a function that shows them.
 */
export function useLiveFeed(groupId: string, threadId: string, topic: string | null) {
  const { account_id } = useAccount();
  const { id: me } = useMember();
  const queries = useQueryClient();
  const [added, setAdded] = useState<readonly string[]>([]);
  const refresh = () => queries.invalidateQueries({ queryKey: threadKeys.all(account_id, threadId) });
  function isNews({ event, payload }: GroupMessage): boolean {
    if (event !== 'post') return false;
    const { post_id, parent_id, topic_id, member_id, change } = payload;
    if (change === 'changed' || parent_id !== null || member_id === me) return true;
    if (topic === null || topic_id === topic) setAdded((ids) => (ids.includes(post_id) ? ids : [...ids, post_id]));
    return false;
  }
  useGroupTopics([groupId], { isNews, refresh });
  return {
    added: added.length,
    showAdded: async () => {
      await refresh();
      setAdded([]);
    },
  };
}
