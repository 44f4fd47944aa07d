import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { type Message, type Quoted, threadQuery } from '../data.ts';
import { notYetSent } from '../rules.ts';
import { useOutbox } from './shared-outbox.ts';

/** What is being written: a reply to a message, or a message anew. */
export type Writing = { kind: 'reply' | 'edit'; message: Message } | null;

export type ThreadMessages = ReturnType<typeof useThreadMessages>;

/** The messages that were read so far, the oldest first, and those that are still on their way. */
export function useThreadMessages(id: string) {
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const query = useInfiniteQuery(threadQuery(db, account_id, id));
  const { outbox, queued } = useOutbox();
  const read = useMemo(() => {
    const bySeq = new Map<number, Message>();
    const quoted = new Map<string, Quoted>();
    for (const page of query.data?.pages ?? []) {
      for (const one of page.quoted) quoted.set(one.id, one);
      for (const message of page.messages) {
        bySeq.set(message.seq, message);
        quoted.set(message.id, message);
      }
    }
    return { messages: [...bySeq.values()].sort((a, b) => a.seq - b.seq), quoted };
  }, [query.data]);
  const waiting = notYetSent(
    queued.filter(({ conversation_id }) => conversation_id === id),
    read.messages,
    member.id,
  );
  return { ...read, waiting, outbox, query };
}
