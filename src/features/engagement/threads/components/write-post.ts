import { call } from '#base/shared/call.ts';
import { type Db, DbError } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import type { ThreadPost } from '../data.ts';
import type { NewPoll } from '../polls/rules.ts';

/** What a post that is no reply may have beside its text and files. */
export type PostExtras = { topic?: string | null; poll?: NewPoll | null };

type Written = Pick<ThreadPost, 'id' | 'status' | 'content'>;

/** Writes a post as the signed-in member, or changes one; returns its status. @throws {DbError} with the server's message. */
export async function writePost(
  db: Db,
  post:
    | { id: string; content: string }
    | ({ thread_id: string; reply_to: string | null; content: string; files: string[] } & PostExtras),
): Promise<Written> {
  const { data } = await db.auth.getSession();
  const isEdit = 'id' in post;
  const response = await call(isEdit ? paths.threadPost(post.id) : paths.threadPosts(), {
    method: isEdit ? 'PATCH' : 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session?.access_token ?? ''}` },
    body: JSON.stringify(isEdit ? { content: post.content } : post),
  });
  const result = (await response.json()) as Written & { error?: { code: string; message: string } };
  if (result.error) throw new DbError(result.error.message, result.error.code);
  return result;
}
