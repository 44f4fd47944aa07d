import { Profanity, profaneWords } from '@2toad/profanity';
import { type Api, bodyOf, requireSession } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { paths } from '#paths';
import { maskProfanity } from './rules.ts';
import { newComment } from './schema.ts';

const profanity = new Profanity({ languages: ['en'], wholeWord: true, unicodeWordBoundaries: true });
const words = profaneWords.get('en') ?? [];

export const api: Api = (router, { database, limit }) => {
  /** Creates a comment, with profanity masked before it is stored. */
  router.post(paths.addComment(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`post-comment:${userId}`, 20, 600);
    const { post_id, parent_id, content } = await bodyOf(context, newComment, 16_384);
    const clean = profanity.exists(content) ? maskProfanity(content, words) : content;
    const rows = await database
      .as(caller)
      .query<{ id: string; status: string; content: string }>(
        'select made.id, made.status, made.content from private.add_post_comment($1, $2, $3, $4) made',
        [post_id, parent_id ?? null, clean, clean !== content],
      );
    return json(rows[0] ?? null, 201);
  });
};
