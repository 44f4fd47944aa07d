import { call } from '#base/shared/call.ts';
import { type Db, DbError } from '#base/shared/db-client.ts';
import { paths } from '#paths';
import type { Comment } from '../data.ts';

/** Posts a comment as the signed-in member; returns its status. @throws {DbError} with the server's message. */
export async function addComment(
  db: Db,
  comment: { post_id: string; parent_id: string | null; content: string },
): Promise<Pick<Comment, 'id' | 'status' | 'content'>> {
  const { data } = await db.auth.getSession();
  const response = await call(paths.addComment(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${data.session?.access_token ?? ''}` },
    body: JSON.stringify(comment),
  });
  const result = (await response.json()) as Pick<Comment, 'id' | 'status' | 'content'> & {
    error?: { code: string; message: string };
  };
  if (result.error) throw new DbError(result.error.message, result.error.code);
  return result;
}
