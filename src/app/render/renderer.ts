import { hash, randomUUID } from 'node:crypto';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Session } from '@supabase/supabase-js';
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import { type DataRequest, type DataResponse, dataRequestOfFetch, lightResponseOf, textOf } from '#base/server/call.ts';
import type { Log } from '#base/server/log.ts';
import type { Database as Schema } from '#base/shared/database-types.ts';
import type { Db } from '#base/shared/db-client.ts';
import { memoize } from '#base/shared/memoize.ts';
import {
  dbContext,
  draftContext,
  failureContext,
  nonceContext,
  type RouteHandle,
  type Site,
  scriptOriginsContext,
  siteContext,
  wordsContext,
} from '#base/shared/site.ts';
import { isList, tagsOfRead } from '../cache/cache-tags.ts';
import type { CachedRead } from '../cache/compressed-page.ts';
import { i18nContext } from '../i18n/i18n-context.ts';
import type { Translations } from '../i18n/translations.ts';
import { callerContext } from './caller-context.ts';
import type { PageResponse, RenderPublic } from './public-document.tsx';

type ReadData = (request: DataRequest) => Promise<DataResponse>;

/** What rendering has cost this process so far. */
export type RenderStats = { renders: number; seconds: number; readingSeconds: number };

/** A public page, and what it was rendered from. */
export type RenderedPage = {
  response: PageResponse;
  tags: Set<string>;
  reads: CachedRead[];
  /** Origins of the account's own scripts. */
  scriptOrigins: readonly string[];
};

export type Renderer = {
  stats: RenderStats;
  /** The merged handles of the routes that match a path; the inner one wins. */
  handleOf(path: string): RouteHandle | undefined;
  /** A screen of one person: `nonce` of its inline scripts, `session` where it is rendered with their rights. */
  render(request: Request, site: Site, options: { nonce: string; session: Session | null }): Promise<Response>;
  /** A page that is the same for everybody. `draft`: options that are not saved yet, by key. */
  renderPage(request: Request, site: Site, draft?: Record<string, unknown>): Promise<RenderedPage>;
};

type RendererOptions = {
  /** The build, or in development a function that loads the current one for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The data service in process, or over the network where the backend is hosted. */
  readData: ReadData;
  /** The same for options of an account, which all its pages read: cached until they change. */
  readOptions: ReadData;
  translations: Translations;
  log: Log;
};

/** React Router over our routes, with a data client whose `fetch` calls the services in process. */
export async function createRenderer(options: RendererOptions): Promise<Renderer> {
  const { build } = options;
  const buildNow = async () => (typeof build === 'function' ? build() : build);
  const handler = createRequestHandler(build, typeof build === 'function' ? 'development' : 'production');
  const matched = createMatcher(routeObjects(await buildNow()));
  const stats: RenderStats = { renders: 0, seconds: 0, readingSeconds: 0 };

  const begin = createRenderContexts(options, stats);

  return {
    stats,
    handleOf: (path) => matched(path).handle,
    render: async (request, site, { nonce, session }) => {
      const { context, timed, end } = begin(request, site, options.readData);
      context.set(nonceContext, nonce);
      if (session) {
        const db = dbClient(site, timed, session.access_token);
        context.set(callerContext, { session, db });
      }
      const response = await handler(request, context);
      end(response);
      return response;
    },
    renderPage: async (request, site, draft) => {
      const tags = new Set<string>();
      const reads: CachedRead[] = [];
      const { context, end } = begin(request, site, async (request) => {
        const readTags = tagsOfRead(new URL(request.url));
        for (const tag of readTags) if (!isList(tag)) tags.add(tag);
        const lists = readTags.filter(isList);
        if (lists.length === 0)
          return readsOptions(readTags) ? options.readOptions(request) : options.readData(request);
        return watchedRead(request, options.readData, (isSame) => reads.push({ tags: lists, isSame }));
      });
      context.set(draftContext, draft ?? null);
      const currentBuild = await buildNow();
      const { renderPublic } = currentBuild.entry.module as { renderPublic?: RenderPublic };
      const isPublicScreen = renderPublic && matched(new URL(request.url).pathname).isScreen;
      const response = await (isPublicScreen
        ? renderPublic(currentBuild, request, context)
        : handler(request, context));
      end(response);
      return { response, tags, reads, scriptOrigins: context.get(scriptOriginsContext) };
    },
  };
}

/** Matches a path to its route. */
function createMatcher(routes: ScreenRoute[]): (path: string) => Matched {
  /** Matching is the router's most expensive work, and the same for every request of a path. */
  const matches = memoize<Matched>(10_000);
  return (path: string) =>
    matches(path, () => {
      const branch = (matchRoutes(routes, path) ?? []).map(({ route }) => route);
      return {
        isScreen: branch.at(-1)?.isScreen ?? true,
        handle: branch.some(({ handle }) => handle)
          ? Object.assign({}, ...branch.map(({ handle }) => handle))
          : undefined,
      };
    });
}

/** Begins a render: the context every loader is given, and `end`, which records its time and that of its reads. */
function createRenderContexts(options: Pick<RendererOptions, 'translations' | 'log'>, stats: RenderStats) {
  return (request: Request, site: Site, read: ReadData) => {
    const reading = createStopwatch();
    const context = new RouterContextProvider();
    context.set(siteContext, site);
    context.set(nonceContext, '');
    const failure: { id?: string } = {};
    context.set(failureContext, (error) => {
      failure.id ??= randomUUID();
      options.log.error({ err: error, id: failure.id, path: new URL(request.url).pathname }, 'A page failed.');
    });
    const i18n = options.translations(site.locale);
    context.set(i18nContext, i18n);
    context.set(wordsContext, (key) => i18n.t(key));
    const timed: ReadData = (request) => reading.during(read(request));
    context.set(dbContext, dbClient(site, timed));
    const began = performance.now();
    const end = ({ headers }: PageResponse) => {
      if (failure.id) headers.set('x-error-id', failure.id);
      stats.renders++;
      stats.seconds += (performance.now() - began) / 1000;
      stats.readingSeconds += reading.milliseconds() / 1000;
    };
    return { context, timed, end };
  };
}

function readsOptions(tags: readonly string[]): boolean {
  return tags.length > 0 && tags.every((tag) => tag.startsWith('options:'));
}

type Matched = { handle: RouteHandle | undefined; isScreen: boolean };

/**
 * The official client of the data service, with a token or anonymous. Pages only read rows: the whole Supabase client
 * would also create its parts for sockets, files and sign-in, which costs as much as all reads of a page.
 */
function dbClient({ backend, origin }: Site, readData: ReadData, token = backend.anon_key): Db {
  const headers = { apikey: backend.anon_key, authorization: `Bearer ${token}` };
  const rows = new PostgrestClient<Schema>(`${backend.url || origin}/rest/v1`, {
    headers,
    fetch: async (input, init) => lightResponseOf(await readData(dataRequestOfFetch(input as string, init))),
  });
  // Nothing that renders a page uses another part of the client.
  return { from: rows.from.bind(rows), rpc: rows.rpc.bind(rows) } as unknown as Db;
}

/** Reads, and passes to `watch` a function that repeats the read and compares its result. */
async function watchedRead(
  request: DataRequest,
  readData: ReadData,
  watch: (isSame: () => Promise<boolean>) => void,
): Promise<DataResponse> {
  const response = await readData(request);
  const digest = digestOf(response);
  watch(async () => digestOf(await readData(request)) === digest);
  return response;
}

function digestOf(response: DataResponse): string {
  return hash('sha1', `${response.status} ${response.headers['content-range'] ?? ''} ${textOf(response)}`, 'base64');
}

/** Measures the time in which at least one of several promises was pending. */
function createStopwatch() {
  let running = 0;
  let since = 0;
  let total = 0;
  return {
    during: async <Result>(work: Promise<Result>): Promise<Result> => {
      if (running++ === 0) since = performance.now();
      try {
        return await work;
      } finally {
        if (--running === 0) total += performance.now() - since;
      }
    },
    milliseconds: () => total,
  };
}

/** `isScreen`: it has a component; a route without one responds with a file. */
type ScreenRoute = RouteObject & { isScreen: boolean };

/** The route manifest as a tree, with the handles alone. */
function routeObjects(build: ServerBuild): ScreenRoute[] {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const children = (parentId: string | undefined): ScreenRoute[] =>
    routes
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, module }) => {
        const route = { id, path, handle: module.handle, isScreen: module.default !== undefined };
        return index ? { ...route, index: true } : { ...route, children: children(id) };
      });
  return children(undefined);
}
