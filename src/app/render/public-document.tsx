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
import { IslandFilesContext, IslandRenderer } from '#ui/layout/island.tsx';
import { PartRenderer } from '#ui/layout/shared-section.tsx';
import { i18nContext } from '../i18n/i18n-context.ts';
import { createIslandFiles } from '../site/island-files.ts';

/** What a page needs of a response: one rendered here, or a `Response`. */
export type PageResponse = Pick<Response, 'status' | 'headers' | 'text'>;

/** Renders a public page. `build` is the one this module is part of. */
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
 * Renders a public page by the router's static handler. Its request handler, which renders all other screens, also
 * serializes the loader data for hydration; public pages are not hydrated.
 */
export const renderPublic: RenderPublic = async (build, request, context) => {
  const { handler, frame } = routerOf(build);
  let rendered: { text: string; response: Response } | undefined;
  const response = await handler.query(request, {
    requestContext: context,
    // Middleware that redirects replaces this response by its own.
    generateMiddlewareResponse: async (query) => {
      const matched = await query(request);
      if (matched instanceof Response) return matched;
      const report = context.get(failureContext);
      for (const error of Object.values(matched.errors ?? {})) if (!isRouteErrorResponse(error)) report(error);
      const { text, status } = renderOrError(matched, frame, context);
      rendered = {
        text,
        response: new Response(null, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }),
      };
      return rendered.response;
    },
  });
  if (!(response instanceof Response)) throw new Error('The router answered without its middleware.');
  if (response !== rendered?.response) return response;
  const { text } = rendered;
  return { status: response.status, headers: response.headers, text: async () => text };
};

/** The HTML; where a component throws, that of its error boundary. */
function renderOrError(matched: StaticHandlerContext, frame: PublicRouter['frame'], context: RouterContextProvider) {
  try {
    return { text: htmlOf(matched, frame, context), status: matched.statusCode };
  } catch (error) {
    context.get(failureContext)(error);
    const boundary = matched._deepestRenderedBoundaryId ?? matched.matches[0]?.route.id ?? 'root';
    return { text: htmlOf({ ...matched, errors: { [boundary]: error } }, frame, context), status: 500 };
  }
}

/** Rendered HTML held in memory for one component, up to some 20 KB each. */
const MAX_RENDERED = 40;

/** HTML of islands by component. An island depends on its props and its site alone, so it is rendered once. */
const islands = new WeakMap<object, ReturnType<typeof memoize<string>>>();
/** HTML of parts that all pages of a site share, such as header and footer. */
const parts = new WeakMap<object, ReturnType<typeof memoize<string>>>();

function renderOnce(cache: typeof islands, element: ReactElement, key: string, render: () => string): string {
  const component = element.type as object;
  const html = cache.get(component) ?? memoize<string>(MAX_RENDERED);
  cache.set(component, html);
  return html(`${key} ${JSON.stringify(element.props)}`, render);
}

/** With its own providers, exactly as the browser will hydrate it. */
function renderIslandHtml(element: ReactElement, id: string, i18n: i18n, site: Site): string {
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <SiteProvider site={site}>{element}</SiteProvider>
      </QueryClientProvider>
    </I18nextProvider>,
    { identifierPrefix: id },
  );
}

let foundFiles: ReturnType<typeof createIslandFiles> | undefined;
/** Read with the first page that has such an island. */
const islandFiles = () => (foundFiles ??= createIslandFiles());

/** Random, so that no author can write it into a page. */
const PLACEHOLDER = crypto.randomUUID();
const placeholderOf = (part: number) => `<template data-part="${PLACEHOLDER}${part}"></template>`;

function htmlOf(matched: StaticHandlerContext, frame: PublicRouter['frame'], context: RouterContextProvider): string {
  const i18n = context.get(i18nContext);
  const site = context.get(siteContext);
  const siteKey = JSON.stringify(site);
  const renderIsland = (element: ReactElement, id: string) =>
    renderOnce(islands, element, `${id} ${siteKey}`, () => renderIslandHtml(element, id, i18n, site));
  const filesOf = (name: string, namespaces: readonly string[]) => islandFiles()(name, site.locale, namespaces);
  const shared: { name: string; element: ReactElement }[] = [];
  const renderPlaceholder = (name: string, element: ReactElement) => {
    shared.push({ name, element });
    return <template data-part={`${PLACEHOLDER}${shared.length - 1}`} />;
  };
  const render = (content: ReactElement, identifierPrefix?: string) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <IslandFilesContext value={filesOf}>
          <IslandRenderer.Provider value={renderIsland}>{content}</IslandRenderer.Provider>
        </IslandFilesContext>
      </I18nextProvider>,
      { identifierPrefix },
    );
  // The matches hold their components, so no route tree is needed.
  const router = createStaticRouter([], matched);
  const html = render(
    <PartRenderer.Provider value={renderPlaceholder}>
      <FrameworkContext.Provider value={frame}>
        <StaticRouterProvider router={router} context={matched} hydrate={false} />
      </FrameworkContext.Provider>
    </PartRenderer.Provider>,
  );
  let document = '<!DOCTYPE html>';
  let copied = 0;
  for (const [at, { name, element }] of shared.entries()) {
    const placeholder = placeholderOf(at);
    const position = html.indexOf(placeholder, copied);
    if (position < 0) continue;
    document +=
      html.slice(copied, position) + renderOnce(parts, element, `${name} ${siteKey}`, () => render(element, name));
    copied = position + placeholder.length;
  }
  return document + html.slice(copied);
}

function routerOf(build: ServerBuild): PublicRouter {
  const existing = routers.get(build);
  if (existing) return existing;
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const { assets: manifest, future, ssr, routeDiscovery, isSpaMode } = build;
  const router = {
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
  routers.set(build, router);
  return router;
}

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>;

/** The routes of public pages and their layouts: matching is expensive, and there are a hundred other routes. */
function publicRoutes(parentId: string | undefined, routes: readonly BuiltRoute[]): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .flatMap((route) => {
      const { id, path, index, caseSensitive, module } = route;
      const { loader, middleware, handle } = module;
      const children = publicRoutes(id, routes);
      if (children.length === 0 && !(handle as RouteHandle | undefined)?.isPublic) return [];
      const base = { id, path, caseSensitive, loader, middleware, handle, ...elementsOf(module) };
      return [(index ? { ...base, index } : { ...base, children }) as RouteObject];
    });
}

/** A route's elements. Only the root has a `Layout`, around its content and its error boundary. */
function elementsOf({ default: Component, ErrorBoundary, Layout = Fragment }: BuiltRoute['module']) {
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
