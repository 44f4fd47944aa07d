import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { Fragment, type ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import {
  createStaticHandler,
  createStaticRouter,
  UNSAFE_FrameworkContext as FrameworkContext,
  isRouteErrorResponse,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { SiteProvider } from '#base/browser/site.tsx';
import { memoize } from '#base/shared/memoize.ts';
import { failureContext, type RouteHandle, type Site, siteContext } from '#base/shared/site.ts';
import { IslandRenderer } from '#ui/layout/island.tsx';
import { PartRenderer } from '#ui/layout/shared-section.tsx';
import { i18nContext } from '../i18n/i18n-context.ts';

/** An answer as far as a page is kept: one that was drawn here, or a `Response`. */
export type PageResponse = Pick<Response, 'status' | 'headers' | 'text'>;

/** Draws a public page. `build` is the one this module is part of. */
export type RenderPublic = (
  build: ServerBuild,
  request: Request,
  context: RouterContextProvider,
) => Promise<PageResponse>;

type PublicRouter = {
  handler: ReturnType<typeof createStaticHandler>;
  frame: Parameters<typeof FrameworkContext.Provider>[0]['value'];
};

/** In development every request has a build of its own. */
const routers = new WeakMap<ServerBuild, PublicRouter>();

/**
 * A public page by the router's static handler alone. Its request handler, which draws all other screens, also writes down what
 * the loaders answered for a browser to begin from, once per page; no browser takes a public page over.
 */
export const renderPublic: RenderPublic = async (build, request, context) => {
  const { handler, frame } = routerOf(build);
  let drawn: { text: string; response: Response } | undefined;
  const answer = await handler.query(request, {
    requestContext: context,
    // Middleware that leads elsewhere puts an answer of its own in the place of this one.
    generateMiddlewareResponse: async (query) => {
      const found = await query(request);
      if (found instanceof Response) return found;
      const report = context.get(failureContext);
      for (const error of Object.values(found.errors ?? {})) if (!isRouteErrorResponse(error)) report(error);
      const { text, status } = written(found, frame, context);
      drawn = {
        text,
        response: new Response(null, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }),
      };
      return drawn.response;
    },
  });
  if (!(answer instanceof Response)) throw new Error('The router answered without its middleware.');
  if (answer !== drawn?.response) return answer;
  const { text } = drawn;
  return { status: answer.status, headers: answer.headers, text: async () => text };
};

/** The HTML; where a component failed, that of the screen which says so. */
function written(found: StaticHandlerContext, frame: PublicRouter['frame'], context: RouterContextProvider) {
  try {
    return { text: htmlOf(found, frame, context), status: found.statusCode };
  } catch (error) {
    context.get(failureContext)(error);
    const boundary = found._deepestRenderedBoundaryId ?? found.matches[0]?.route.id ?? 'root';
    return { text: htmlOf({ ...found, errors: { [boundary]: error } }, frame, context), status: 500 };
  }
}

/** Drawings of one component that are remembered, up to some 20 KB each. */
const MOST_DRAWN = 40;

/** By component. The browser draws an island from its props and its site alone, and the same: so it can be drawn once. */
const islands = new WeakMap<object, ReturnType<typeof memoize<string>>>();
/** What pages of a site have in common is drawn from as little. */
const parts = new WeakMap<object, ReturnType<typeof memoize<string>>>();

function drawnOnce(known: typeof islands, element: ReactElement, key: string, draw: () => string): string {
  const component = element.type as object;
  const drawn = known.get(component) ?? memoize<string>(MOST_DRAWN);
  known.set(component, drawn);
  return drawn(`${key} ${JSON.stringify(element.props)}`, draw);
}

/** By itself, with its own providers, exactly as the browser will hydrate it. */
function drawIsland(element: ReactElement, id: string, i18n: i18n, site: Site): string {
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <SiteProvider site={site}>{element}</SiteProvider>
      </QueryClientProvider>
    </I18nextProvider>,
    { identifierPrefix: id },
  );
}

/** Nobody who writes for a page knows it. */
const STAND_IN = crypto.randomUUID();
const markOf = (part: number) => `<template data-part="${STAND_IN}${part}"></template>`;

function htmlOf(found: StaticHandlerContext, frame: PublicRouter['frame'], context: RouterContextProvider): string {
  const i18n = context.get(i18nContext);
  const site = context.get(siteContext);
  const ofSite = JSON.stringify(site);
  const renderIsland = (element: ReactElement, id: string) =>
    drawnOnce(islands, element, `${id} ${ofSite}`, () => drawIsland(element, id, i18n, site));
  const shared: { name: string; element: ReactElement }[] = [];
  const standIn = (name: string, element: ReactElement) => {
    shared.push({ name, element });
    return <template data-part={`${STAND_IN}${shared.length - 1}`} />;
  };
  const draw = (content: ReactElement, identifierPrefix?: string) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <IslandRenderer.Provider value={renderIsland}>{content}</IslandRenderer.Provider>
      </I18nextProvider>,
      { identifierPrefix },
    );
  // The routes it matched bring their components along: no tree of all routes is made for it.
  const router = createStaticRouter([], found);
  const html = draw(
    <PartRenderer.Provider value={standIn}>
      <FrameworkContext.Provider value={frame}>
        <StaticRouterProvider router={router} context={found} hydrate={false} />
      </FrameworkContext.Provider>
    </PartRenderer.Provider>,
  );
  let whole = '<!DOCTYPE html>';
  let told = 0;
  for (const [at, { name, element }] of shared.entries()) {
    const mark = markOf(at);
    const place = html.indexOf(mark, told);
    if (place < 0) continue;
    whole += html.slice(told, place) + drawnOnce(parts, element, `${name} ${ofSite}`, () => draw(element, name));
    told = place + mark.length;
  }
  return whole + html.slice(told);
}

function routerOf(build: ServerBuild): PublicRouter {
  const known = routers.get(build);
  if (known) return known;
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const { assets: manifest, future, ssr, routeDiscovery, isSpaMode } = build;
  const made = {
    handler: createStaticHandler(publicRoutes(undefined, routes)),
    frame: {
      manifest,
      future,
      ssr,
      routeDiscovery,
      isSpaMode,
      routeModules: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    } as PublicRouter['frame'],
  };
  routers.set(build, made);
  return made;
}

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>;

/** The routes of public pages and those around them: to match an address is dear, and there are a hundred others. */
function publicRoutes(parentId: string | undefined, routes: readonly BuiltRoute[]): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .flatMap((route) => {
      const { id, path, index, caseSensitive, module } = route;
      const { loader, middleware, handle } = module;
      const children = publicRoutes(id, routes);
      if (children.length === 0 && !(handle as RouteHandle | undefined)?.isPublic) return [];
      const own = { id, path, caseSensitive, loader, middleware, handle, ...shownBy(module) };
      return [(index ? { ...own, index } : { ...own, children }) as RouteObject];
    });
}

/** What a route shows. The root alone has a frame, which stands around its content and around its failure. */
function shownBy({ default: Component, ErrorBoundary, Layout = Fragment }: BuiltRoute['module']) {
  return {
    element: Component && (
      <Layout>
        <Component />
      </Layout>
    ),
    errorElement: ErrorBoundary && (
      <Layout>
        <ErrorBoundary />
      </Layout>
    ),
  };
}
