import { z } from 'zod';
import { type Api, bodyOf, requireSession } from '#base/server/api.ts';
import { maskProfanity } from '#base/server/profanity.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { writtenReview } from './schema.ts';

/** Reviews are written here, so that profanity is masked before anything is stored. */
export const api: Api = (router, { database, limit }) => {
  router.put(paths.courseReview(':id'), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`course-review:${userId}`, 20, 600);
    const { rating, body } = await bodyOf(context, writtenReview, 32_768);
    const { text, isMasked } = maskProfanity(body);
    const id = z.uuid().safeParse(context.req.param('id'));
    if (!id.success) throw errors.notFound('There is no such course here.');
    const [review] = await database
      .as(caller)
      .query<{ status: string }>('select made.status from private.save_review($1, $2, $3, $4) made', [
        id.data,
        rating,
        text,
        isMasked,
      ]);
    return context.json(review as object);
  });
};
