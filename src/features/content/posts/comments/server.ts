import { type Api, bodyOf, requireSession } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { maskProfanity } from '#base/server/profanity.ts';
import { paths } from '#paths';
import { newComment } from './schema.ts';

/** The address from before comments were threads, for clients that use it. */
export const api: Api = (router, { database, limit }) => {
  router.post(paths.addComment(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`thread-post:${userId}`, 20, 600);
    const { post_id, parent_id, content } = await bodyOf(context, newComment, 16_384);
    const { text, isMasked } = maskProfanity(content);
    const rows = await database
      .as(caller)
      .query<{ id: string; status: string; content: string }>(
        'select made.id, made.status, made.content from private.add_post_comment($1, $2, $3, $4) made',
        [post_id, parent_id ?? null, text, isMasked],
      );
    return json(rows[0] ?? null, 201);
  });
};
