import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { notificationKeys } from '#features/platform/notifications/data.ts';
import { type Conversation, markConversationRead, messageKeys } from '../data.ts';

/** Whether the page is what the person looks at. */
function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(true);
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}

/** Tells the server how far the conversation was read, while it is looked at; a failed attempt is made up for by the next one. */
export function useMarkRead({ id, read_seq }: Conversation, seq: number): void {
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const isVisible = useIsVisible();
  const mark = useEffectEvent(async () => {
    try {
      await markConversationRead(db, id, seq);
      void queries.invalidateQueries({ queryKey: messageKeys.list(account_id) });
      void queries.invalidateQueries({ queryKey: messageKeys.conversation(account_id, id) });
      void queries.invalidateQueries({ queryKey: notificationKeys.all(account_id) });
    } catch {
      // Not read is what it stays, until the next message or visit.
    }
  });
  useEffect(() => {
    if (isVisible && seq > read_seq) void mark();
  }, [isVisible, seq, read_seq]);
}
