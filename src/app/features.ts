import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Api, ApiEnv, ApiTools } from '#base/server/api.ts';
import { fromSql } from '#base/server/api.ts';
import { refusal } from '#base/server/http.ts';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { AppError, refusals } from '#base/shared/errors.ts';
import { schedules as quizzes } from '#features/quizzes/jobs.ts';

const apis: Api[] = [];

/** Who works on which queue, over all features. */
export const jobs: Job[] = [];
/** What is done by the clock, over all features. */
export const schedules: Schedule[] = [...quizzes];

/** Every `/api` address of every feature, in the order of the list. */
export function createApi(tools: ApiTools): Hono<ApiEnv> {
  const router = new Hono<ApiEnv>();
  for (const api of apis) api(router, tools);
  router.notFound(() => refusal(refusals.notFound()));
  router.onError((raw) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return refusal(error);
    const id = randomUUID();
    tools.log.error({ err: error, id }, 'A request failed.');
    return refusal(new AppError(500, 'internal', `Something went wrong on our side. Tell support this number: ${id}.`));
  });
  return router;
}
