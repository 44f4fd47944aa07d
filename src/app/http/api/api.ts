import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { ApiEnv, ApiTools } from '#base/server/api.ts';
import { fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import { factsOfRequest, recordRequestFacts } from '#base/server/security-events.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { apis } from '#features/server-parts.ts';

/** The router of all `/api` handlers. */
export function createApi(tools: ApiTools): Hono<ApiEnv> {
  const router = new Hono<ApiEnv>();
  router.use(async (context, next) => {
    const { account, caller, address, network, origin, isEncrypted } = context.env;
    context.set('account', account);
    context.set('caller', caller);
    context.set('address', address);
    context.set('network', network);
    context.set('origin', origin);
    context.set('isEncrypted', isEncrypted);
    const { sub, act } = caller.claims as { sub?: string; act?: { sub?: string } };
    recordRequestFacts(context.req.raw, { person: sub, actor: act?.sub });
    await next();
  });
  for (const api of apis) api(router, tools);
  router.notFound(() => errorResponse(errors.notFound()));
  router.onError((raw, context) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return errorResponse(error);
    const id = randomUUID();
    const { account, address } = context.env;
    const { person, actor } = factsOfRequest(context.req.raw);
    const facts = { account: account.account_id, person, actor, address, path: context.req.path };
    tools.log.error({ err: error, id, ...facts }, 'A request failed.');
    return errorResponse(
      new AppError(500, 'internal', `Something went wrong on our side. Give support this number: ${id}.`, {
        headers: { 'x-error-id': id },
      }),
    );
  });
  return router;
}
