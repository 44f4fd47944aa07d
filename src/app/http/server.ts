import type { ServerResponse } from 'node:http';
import { Hono } from 'hono';
import type { Gateway } from '#backend/gateway/gateway.ts';
import type { ApiEnv } from '#base/server/api.ts';
import type { Database } from '#base/server/database.ts';
import type { Environment } from '#base/server/environment.ts';
import { json } from '#base/server/http.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Tenants } from '../host/tenants.ts';
import { createSocialCards } from '../render/social-cards.ts';
import type { ApiDependencies } from './api/handle-api.ts';
import { createFastPath, type FastPath, type FastPathDependencies } from './fast-path.ts';
import { hasKeyInUrl, keyInUrlResponse } from './guards/keys-in-urls.ts';
import { malformedUrlResponse } from './guards/malformed-urls.ts';
import { createPublicPages, type PublicPageDependencies } from './pages/public-pages.ts';
import type { StaticFiles } from './pages/static-files.ts';
import { featureApi, hostedFiles, publicConfig, services } from './steps/dispatch.ts';
import { failureResponse, type RecordDependencies, recordResponse } from './steps/record-response.ts';
import { middleware, type RequestEnv, rawPathOf } from './steps/request-context.ts';
import { domainChecks, filesOrigin, redirectToOrigin, resolveAccount } from './steps/resolve-account.ts';
import { pageViewReports, type ScreenDependencies, screens, socialCardImages } from './steps/screens.ts';

export type App = {
  /** Request -> Response through the whole pipeline. A public page is written to `outgoing`, where there is one. */
  fetch(request: Request, outgoing?: ServerResponse): Promise<Response>;
  /** The same on Node's own objects; calls `otherwise` for what the fast path does not answer. */
  listen: FastPath;
};

export type AppDependencies = ApiDependencies &
  FastPathDependencies &
  PublicPageDependencies &
  RecordDependencies &
  ScreenDependencies & {
    database: Database;
    tokens: Tokens;
    tenants: Tenants;
    environment: Environment;
    backend: Gateway | undefined;
    hostedBackendUrl: string;
    keys: { anon_key: string };
    metrics(request: Request): Promise<Response>;
    staticFiles: StaticFiles;
    domainResponse(host: string, path: string): Promise<Response | null>;
    isReady(): boolean;
  };

/** The life of a request, from top to bottom: the first step that has a response ends it. */
export function createApp(dependencies: AppDependencies, api: Hono<ApiEnv>): App {
  const { database, environment, metrics, staticFiles, tokens } = dependencies;
  const pages = createPublicPages(dependencies);
  const socialCards = createSocialCards(database, environment.DATA_DIR);
  const health = () =>
    dependencies.isReady() && !dependencies.isDown?.() ? json({ status: 'ok' }) : json({ status: 'unavailable' }, 503);

  const app = new Hono<RequestEnv>({ getPath: rawPathOf });
  app.onError((error, { req }) => failureResponse(dependencies, req.raw, error));
  app.use(recordResponse(dependencies));
  app.all('/healthz', health);
  app.all('/metrics', ({ req }) => metrics(req.raw));
  // Host
  app.use(
    middleware(async ({ var: { url } }) => ((await hasKeyInUrl(tokens, url.searchParams)) ? keyInUrlResponse() : null)),
  );
  app.use(middleware(filesOrigin(dependencies)));
  app.use(middleware(domainChecks(dependencies)));
  app.use(middleware(resolveAccount(dependencies)));
  app.use(middleware(redirectToOrigin(dependencies)));
  // Services and /api
  app.use(middleware(services(dependencies)));
  app.use(middleware(({ var: { url } }) => malformedUrlResponse(url)));
  app.use(middleware(publicConfig(dependencies)));
  app.use(middleware(pageViewReports(pages)));
  app.use(middleware(featureApi(dependencies, api)));
  // Files
  app.use(middleware(hostedFiles(dependencies)));
  app.use(middleware(socialCardImages(socialCards, pages)));
  app.use(middleware(({ req, var: { url } }) => staticFiles(req.raw, url.pathname)));
  // Pages
  app.use(middleware(screens(dependencies, pages)));

  return {
    fetch: async (request, outgoing) => app.fetch(request, { outgoing }),
    listen: createFastPath(dependencies),
  };
}
