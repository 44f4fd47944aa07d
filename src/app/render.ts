import { hash, randomUUID } from 'node:crypto';
import { createClient, type Session } from '@supabase/supabase-js';
import { createRequestHandler, matchRoutes, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Handler } from '#base/server/http.ts';
import type { Log } from '#base/server/log.ts';
import type { Database as Schema } from '#base/shared/database-types.ts';
import {
  draftContext,
  failureContext,
  nonceContext,
  type RouteHandle,
  type Site,
  siteContext,
  wireContext,
  wordsContext,
} from '#base/shared/site.ts';
import type { Wire } from '#base/shared/wire.ts';
import { isList, tagsOfRead } from './cache-tags.ts';
import { callerContext } from './caller-context.ts';
import type { Read } from './finished-page.ts';
import { i18nContext } from './i18n-context.ts';
import type { createTranslations } from './translations.ts';

/** What rendering has cost this process so far. */
export type RenderFigures = { renders: number; seconds: number; readingSeconds: number };

/** What one answer is drawn with beside its site. `nonce` of inline scripts; `session`: for whom, with their rights. */
export type Given = { nonce?: string; draft?: Record<string, unknown>; session?: Session | null };

export type Renderer = {
  figures: RenderFigures;
  /** What the routes that match a path say of themselves, the inner one last. */
  handleOf(path: string): RouteHandle | undefined;
  /** The finished answer, and what it was made of. */
  render(
    request: Request,
    site: Site,
    given?: Given,
  ): Promise<{ response: Response; tags: Set<string>; reads: Read[] }>;
};

/** React Router over our routes, with a wire client whose `fetch` calls the services in process. */
export async function createRenderer(options: {
  /** The build, or in development what loads the present one anew for each request. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The data service in process, or the network where the backend is hosted. */
  fetch: Handler;
  translations: ReturnType<typeof createTranslations>;
  log: Log;
}): Promise<Renderer> {
  const { build } = options;
  const handler = createRequestHandler(build, typeof build === 'function' ? 'development' : 'production');
  /** Matching is the router's dearest work, and the same for every request of a path. */
  const handles = new Map<string, RouteHandle | null>();
  const routes = routeObjects(typeof build === 'function' ? await build() : build);
  const figures: RenderFigures = { renders: 0, seconds: 0, readingSeconds: 0 };
  return {
    figures,
    handleOf: (path) => {
      const known = handles.get(path);
      if (known !== undefined) return known ?? undefined;
      const found = (matchRoutes(routes, path) ?? []).map((match) => (match.route as { handle?: RouteHandle }).handle);
      const handle = found.some(Boolean) ? (Object.assign({}, ...found) as RouteHandle) : null;
      // Made-up paths must not fill the memory.
      if (handles.size > 10_000) handles.clear();
      handles.set(path, handle);
      return handle ?? undefined;
    },
    render: async (request, site, { nonce = '', draft, session } = {}) => {
      const tags = new Set<string>();
      const reads: Read[] = [];
      const began = performance.now();
      const reading = createStopwatch();
      const context = new RouterContextProvider();
      context.set(siteContext, site);
      context.set(nonceContext, nonce);
      context.set(draftContext, draft ?? null);
      const failure: { id?: string } = {};
      context.set(failureContext, (error) => {
        failure.id ??= randomUUID();
        options.log.error({ err: error, id: failure.id, path: new URL(request.url).pathname }, 'A page failed.');
      });
      const i18n = options.translations(site.locale);
      context.set(i18nContext, i18n);
      context.set(wordsContext, (key) => i18n.t(key));
      context.set(
        wireContext,
        wireFor(site, (call) => {
          const read = tagsOfRead(new URL(call.url));
          for (const tag of read) if (!isList(tag)) tags.add(tag);
          const lists = read.filter(isList);
          if (lists.length === 0) return reading.during(options.fetch(call));
          return reading.during(watchedRead(call, options.fetch, (isSame) => reads.push({ tags: lists, isSame })));
        }),
      );
      if (session) {
        const wire = wireFor(site, (call) => reading.during(options.fetch(dataCall(call))), session.access_token);
        context.set(callerContext, { session, wire });
      }
      const response = await handler(request, context);
      if (failure.id) response.headers.set('x-error-id', failure.id);
      figures.renders++;
      figures.seconds += (performance.now() - began) / 1000;
      figures.readingSeconds += reading.milliseconds() / 1000;
      return { response, tags, reads };
    },
  };
}

/** The official client over a `fetch` of ours, signed in by a token or as everybody. */
function wireFor(site: Site, fetch: Handler, token?: string): Wire {
  return createClient<Schema>(site.backend.url || site.origin, site.backend.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => fetch(new Request(input, init)),
      headers: token ? { authorization: `Bearer ${token}` } : {},
    },
  });
}

/** Screens that are only drawn read rows, and neither files nor anything else. */
function dataCall(call: Request): Request {
  if (!new URL(call.url).pathname.startsWith('/rest/v1/'))
    throw new Error('Only rows are read while a screen is drawn.');
  return call;
}

/** Answers a read, and hands out how to find out later whether it would be answered alike. */
async function watchedRead(
  call: Request,
  fetch: Handler,
  watch: (isSame: () => Promise<boolean>) => void,
): Promise<Response> {
  const { url, method } = call;
  const headers = [...call.headers];
  const answer = await fetch(call);
  const text = await answer.text();
  const seen = digestOf(answer, text);
  watch(async () => {
    const again = await fetch(new Request(url, { method, headers }));
    return digestOf(again, await again.text()) === seen;
  });
  const { status, statusText } = answer;
  return new Response(text === '' ? null : text, { status, statusText, headers: answer.headers });
}

function digestOf(answer: Response, text: string): string {
  return hash('sha1', `${answer.status} ${answer.headers.get('content-range') ?? ''} ${text}`, 'base64');
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

type RouteObject = { id: string; path?: string; index?: boolean; handle?: RouteHandle; children?: RouteObject[] };

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
        ...(route!.index ? {} : { children: children(route!.id) }),
      }));
  return children(undefined) as Parameters<typeof matchRoutes>[0];
}
