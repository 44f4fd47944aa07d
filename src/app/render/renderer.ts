import { hash, randomUUID } from 'node:crypto';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Session } from '@supabase/supabase-js';
import { createRequestHandler, matchRoutes, RouterContextProvider, type ServerBuild } from 'react-router';
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
import { callerContext } from './caller-context.ts';
import { isList, tagsOfRead } from '../cache/cache-tags.ts';
import type { CachedRead } from '../cache/compressed-page.ts';
import { i18nContext } from '../i18n/i18n-context.ts';
import type { createTranslations } from '../i18n/translations.ts';
import type { PageResponse, RenderPublic } from './public-document.tsx';

type AnswerData = (call: DataRequest) => Promise<DataResponse>;

/** What rendering has cost this process so far. */
export type RenderFigures = { renders: number; seconds: number; readingSeconds: number };

/** A public page, and what it was made of. */
export type RenderedPage = {
  answer: PageResponse;
  tags: Set<string>;
  reads: CachedRead[];
  /** Where the account's own scripts come from. */
  scriptOrigins: readonly string[];
};

export type Renderer = {
  figures: RenderFigures;
  /** What the routes that match a path say of themselves, the inner one last. */
  handleOf(path: string): RouteHandle | undefined;
  /** A screen of somebody: `nonce` of its inline scripts, `session` where it is drawn with their rights. */
  render(request: Request, site: Site, given: { nonce: string; session: Session | null }): Promise<Response>;
  /** What is the same for everybody. `draft`: options that are not saved yet, by key. */
  renderPage(request: Request, site: Site, draft?: Record<string, unknown>): Promise<RenderedPage>;
};

/** React Router over our routes, with a wire client whose `fetch` calls the services in process. */
export async function createRenderer(options: {
  /** The build, or in development what loads the present one anew for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The data service in process, or over the network where the backend is hosted. */
  answerData: AnswerData;
  /** The same for options of an account, which all pages of it read: kept as long as nothing of them changes. */
  answerLook: AnswerData;
  translations: ReturnType<typeof createTranslations>;
  log: Log;
}): Promise<Renderer> {
  const { build } = options;
  const buildNow = async () => (typeof build === 'function' ? build() : build);
  const handler = createRequestHandler(build, typeof build === 'function' ? 'development' : 'production');
  /** Matching is the router's dearest work, and the same for every request of a path. */
  const known = memoize<Matched>(10_000);
  const routes = routeObjects(await buildNow());
  const figures: RenderFigures = { renders: 0, seconds: 0, readingSeconds: 0 };

  const matched = (path: string) =>
    known(path, () => {
      const found = (matchRoutes(routes, path) ?? []).map((match) => match.route as unknown as RouteObject);
      return {
        isScreen: found.at(-1)?.isScreen ?? true,
        handle: found.some(({ handle }) => handle)
          ? Object.assign({}, ...found.map(({ handle }) => handle))
          : undefined,
      };
    });

  /** What every loader is given; `reading` is how long data was waited for. */
  function begin(request: Request, site: Site, answer: AnswerData) {
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
    const timed: AnswerData = (call) => reading.during(answer(call));
    context.set(dbContext, wireFor(site, timed));
    const began = performance.now();
    const end = ({ headers }: PageResponse) => {
      if (failure.id) headers.set('x-error-id', failure.id);
      figures.renders++;
      figures.seconds += (performance.now() - began) / 1000;
      figures.readingSeconds += reading.milliseconds() / 1000;
    };
    return { context, timed, end };
  }

  return {
    figures,
    handleOf: (path) => matched(path).handle,
    render: async (request, site, { nonce, session }) => {
      const { context, timed, end } = begin(request, site, options.answerData);
      context.set(nonceContext, nonce);
      if (session) {
        const db = wireFor(site, timed, session.access_token);
        context.set(callerContext, { session, db });
      }
      const response = await handler(request, context);
      end(response);
      return response;
    },
    renderPage: async (request, site, draft) => {
      const tags = new Set<string>();
      const reads: CachedRead[] = [];
      const { context, end } = begin(request, site, async (call) => {
        const read = tagsOfRead(new URL(call.url));
        for (const tag of read) if (!isList(tag)) tags.add(tag);
        const lists = read.filter(isList);
        if (lists.length === 0) return isLook(read) ? options.answerLook(call) : options.answerData(call);
        return watchedRead(call, options.answerData, (isSame) => reads.push({ tags: lists, isSame }));
      });
      context.set(draftContext, draft ?? null);
      const present = await buildNow();
      const { drawPublic } = present.entry.module as { drawPublic?: RenderPublic };
      const isDrawn = drawPublic && matched(new URL(request.url).pathname).isScreen;
      const answer = await (isDrawn ? drawPublic(present, request, context) : handler(request, context));
      end(answer);
      return { answer, tags, reads, scriptOrigins: context.get(scriptOriginsContext) };
    },
  };
}

function isLook(tags: readonly string[]): boolean {
  return tags.length > 0 && tags.every((tag) => tag.startsWith('options:'));
}

type Matched = { handle: RouteHandle | undefined; isScreen: boolean };

/**
 * The official client of the data service, signed in by a token or as everybody. Pages read rows and nothing else: the whole
 * client makes parts for sockets, files and sign-ins beside it, which costs as much as all reads of a page.
 */
function wireFor({ backend, origin }: Site, answerData: AnswerData, token = backend.anon_key): Db {
  const headers = { apikey: backend.anon_key, authorization: `Bearer ${token}` };
  const rows = new PostgrestClient<Schema>(`${backend.url || origin}/rest/v1`, {
    headers,
    fetch: async (input, init) => lightResponseOf(await answerData(dataRequestOfFetch(input as string, init))),
  });
  return { from: rows.from.bind(rows), rpc: rows.rpc.bind(rows) } as unknown as Db;
}

/** Answers a read, and hands out how to find out later whether it would be answered alike. */
async function watchedRead(
  call: DataRequest,
  answerData: AnswerData,
  watch: (isSame: () => Promise<boolean>) => void,
): Promise<DataResponse> {
  const answer = await answerData(call);
  const seen = digestOf(answer);
  watch(async () => digestOf(await answerData(call)) === seen);
  return answer;
}

function digestOf(answer: DataResponse): string {
  return hash('sha1', `${answer.status} ${answer.headers['content-range'] ?? ''} ${textOf(answer)}`, 'base64');
}

/** Time in which at least one of several promises was under way. */
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

/** `isScreen`: it shows something; what does not answers with a file. */
type RouteObject = {
  id: string;
  path?: string;
  index?: boolean;
  handle?: RouteHandle;
  isScreen: boolean;
  children?: RouteObject[];
};

/** The route manifest as a tree, with the handles alone. */
function routeObjects(build: ServerBuild): Parameters<typeof matchRoutes>[0] {
  const children = (parentId: string | undefined): RouteObject[] =>
    Object.values(build.routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => ({
        id: route!.id,
        path: route!.path,
        index: route!.index,
        handle: route!.module.handle as RouteHandle | undefined,
        isScreen: route!.module.default !== undefined,
        ...(route!.index ? {} : { children: children(route!.id) }),
      }));
  return children(undefined) as unknown as Parameters<typeof matchRoutes>[0];
}
