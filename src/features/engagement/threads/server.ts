import { type Api, bodyOf, requireSession } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { maskProfanity } from '#base/server/profanity.ts';
import { paths } from '#paths';
import { newThreadPost, threadPostEdit } from './schema.ts';

const MAX_BODY_BYTES = 32_768;

type Written = { id: string; status: string; content: string };

/** Posts are written here, so that profanity is masked before anything is stored. */
export const api: Api = (router, { database, limit }) => {
  router.post(paths.threadPosts(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`thread-post:${userId}`, 20, 600);
    const { thread_id, reply_to, content, files, topic, poll } = await bodyOf(context, newThreadPost, MAX_BODY_BYTES);
    const { text, isMasked } = maskProfanity(content);
    const options = poll?.options.map(maskProfanity) ?? [];
    const rows = await database
      .as(caller)
      .query<Written>(
        'select made.id, made.status, made.content from private.add_thread_post($1, $2, $3, $4, $5, $6, $7) made',
        [
          thread_id,
          reply_to ?? null,
          text,
          isMasked || options.some((option) => option.isMasked),
          files ?? [],
          topic ?? null,
          poll ? JSON.stringify({ ...poll, options: options.map((option) => option.text) }) : null,
        ],
      );
    return json(rows[0] ?? null, 201);
  });

  router.patch(paths.threadPost(':id'), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`thread-post:${userId}`, 20, 600);
    const { content } = await bodyOf(context, threadPostEdit, MAX_BODY_BYTES);
    const { text, isMasked } = maskProfanity(content);
    const rows = await database
      .as(caller)
      .query<Written>('select made.id, made.status, made.content from private.edit_thread_post($1, $2, $3) made', [
        context.req.param('id'),
        text,
        isMasked,
      ]);
    return json(rows[0] ?? null);
  });
};
