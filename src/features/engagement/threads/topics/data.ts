import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { threadKeys } from '../data.ts';

export const MAX_TOPICS = 30;
/** Maximum length of the name of a topic in characters. */
export const MAX_TOPIC = 60;

export type Topic = { id: string; name: string };

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    set_post_topic: { args: { topic_id: string | null } };
  }
}

/** The topics of a thread in their order. */
export const topicsQuery = (db: Db, accountId: string, threadId: string) =>
  queryOptions({
    queryKey: [...threadKeys.all(accountId, threadId), 'topics'],
    queryFn: async (): Promise<Topic[]> =>
      dataOf(
        await db
          .from('thread_topics')
          .select('id, name')
          .eq('account_id', accountId)
          .eq('thread_id', threadId)
          .order('position'),
      ),
  });

/** Moves a post to another topic, or to none. */
export async function setPostTopic(db: Db, postId: string, topicId: string | null): Promise<void> {
  maybeDataOf(await db.rpc('set_post_topic', { post_id: postId, topic_id: topicId }));
}

/** Saves which topics a thread has; new ones have no id yet, and posts of those that are left out stay. */
export async function saveTopics(
  db: Db,
  threadId: string,
  topics: { id: string | null; name: string }[],
): Promise<void> {
  maybeDataOf(await db.rpc('set_thread_topics', { thread_id: threadId, topics }));
}
