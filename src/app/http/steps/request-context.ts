import type { ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { SiteAccount } from '#base/shared/site.ts';

/** What the steps of the pipeline find out about a request, for those below them. */
export type RequestEnv = {
  Bindings: {
    /** Node's own response, where the request came over the network. */
    outgoing?: ServerResponse | undefined;
  };
  Variables: {
    url: URL;
    host: string;
    /** Set by `resolveAccount`. */
    account: SiteAccount;
  };
};

export type RequestContext = Context<RequestEnv>;

/** A response ends the pipeline; null or undefined passes the request on. */
export type Step = (
  context: RequestContext,
) => Response | null | undefined | Promise<Response> | Promise<Response | null | undefined>;

export function middleware(step: Step): MiddlewareHandler<RequestEnv> {
  return async (context, next) => (await step(context)) ?? next();
}

/** The pathname as it was sent: the router's default decodes it. */
export function rawPathOf(request: Request): string {
  return new URL(request.url).pathname;
}
