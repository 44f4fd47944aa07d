import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Meta,
  type MiddlewareFunction,
  Outlet,
  RouterContextProvider,
  redirect,
  type ServerBuild,
  useLoaderData,
  useMatches,
  useParams,
  useRouteError,
} from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failureContext, type Site, siteContext } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { SharedSection } from '#ui/layout/shared-section.tsx';
import { i18nContext } from '../i18n/i18n-context.ts';
import { renderPublic } from './public-document.tsx';

const isPublic = { isPublic: true };
const drawnIslands = vi.fn();
const drawnBanners = vi.fn();
const privateLoader = vi.fn();

function Counter({ from }: { from: number }) {
  const [count] = useState(from);
  drawnIslands(from);
  return (
    <button type="button">
      {count} of {count}
    </button>
  );
}

/** The same in many pages, with an island in it. */
function Banner({ says }: { says: string }) {
  const { i18n: own } = useTranslation();
  drawnBanners(says);
  return (
    <header>
      {says} in {own.language}
      <Island name="counter" component={Counter} props={{ from: 9 }} when="idle" />
    </header>
  );
}

function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en" data-room={useMatches().at(-1)?.pathname}>
      <head>
        <Meta />
      </head>
      <body>{children}</body>
    </html>
  );
}

function Failure() {
  const error = useRouteError();
  return <h1>{isRouteErrorResponse(error) ? `Status ${error.status}` : 'It failed'}</h1>;
}

const elsewhere: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next();
  if (response.status !== 404 || !new URL(request.url).pathname.startsWith('/old')) return response;
  return new Response(null, { status: 301, headers: { location: '/new' } });
};

const page = (more: object) => ({ default: () => <p>{JSON.stringify(useLoaderData())}</p>, handle: isPublic, ...more });
const missing = () => {
  throw data(null, { status: 404 });
};

function buildOf(): ServerBuild {
  const route = (id: string, parentId: string | undefined, path: string | undefined, module: object) => ({
    id,
    parentId,
    path,
    module,
  });
  const routes = [
    route('root', undefined, '', { default: () => <Outlet />, Layout, ErrorBoundary: Failure }),
    route('frame', 'root', undefined, {
      default: () => (
        <main>
          <Outlet />
        </main>
      ),
      ErrorBoundary: () => (
        <aside>
          <Failure />
        </aside>
      ),
      middleware: [elsewhere],
    }),
    route('page', 'frame', 'page/:slug', {
      ...page({ loader: ({ params }: LoaderFunctionArgs) => ({ slug: params.slug, text: '<b>' }) }),
      meta: ({ loaderData }: { loaderData: { slug: string } }) => [{ title: `Page ${loaderData.slug}` }],
    }),
    route('gone', 'frame', 'gone', page({ loader: missing })),
    route('old', 'frame', 'old', page({ loader: missing })),
    route('moved', 'frame', 'moved', page({ loader: () => redirect('/page/a', 302) })),
    route('unread', 'frame', 'unread', page({ loader: () => Promise.reject(new Error('the secret reason')) })),
    route('broken', 'frame', 'broken', {
      default: () => {
        throw new Error('the secret reason');
      },
      handle: isPublic,
    }),
    route('islands', 'frame', 'islands', {
      default: () =>
        [1, 2].map((from) => <Island key={from} name="counter" component={Counter} props={{ from }} when="idle" />),
      handle: isPublic,
    }),
    route('shared', 'frame', 'shared/:slug', {
      default: () => {
        const { slug } = useParams();
        return (
          <>
            <SharedSection
              name="banner"
              component={Banner}
              props={{ says: slug?.startsWith('other') ? 'Other' : 'Hello' }}
            />
            <p>{slug}</p>
          </>
        );
      },
      handle: isPublic,
    }),
    route('private', 'root', 'private', { default: () => <p>private</p>, loader: privateLoader, handle: {} }),
  ];
  return {
    entry: { module: {} },
    routes: Object.fromEntries(routes.map((item) => [item.id, item])),
    assets: { entry: { imports: [], module: '/entry.js' }, routes: {}, url: '/manifest.js', version: '1' },
    future: {},
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;
}

const build = buildOf();
const failures: unknown[] = [];
const i18n = i18next.createInstance();

beforeEach(async () => {
  failures.length = 0;
  drawnIslands.mockClear();
  drawnBanners.mockClear();
  privateLoader.mockClear();
  if (!i18n.isInitialized) await i18n.init({ lng: 'en', resources: { en: {} } });
});

async function send(path: string, locale = 'en') {
  const context = new RouterContextProvider();
  context.set(siteContext, { locale, origin: 'http://demo.localhost' } as Site);
  context.set(failureContext, (error) => failures.push(error));
  context.set(i18nContext, i18n);
  const result = await renderPublic(build, new Request(`http://demo.localhost${path}`), context);
  return { status: result.status, headers: result.headers, text: await result.text() };
}

describe('a public page', () => {
  test('is drawn whole from what its loader answered, with nothing for a browser to begin from', async () => {
    const { status, headers, text } = await send('/page/a');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toBe(
      '<!DOCTYPE html><html lang="en" data-room="/page/a"><head><title>Page a</title></head>' +
        '<body><main><p>{&quot;slug&quot;:&quot;a&quot;,&quot;text&quot;:&quot;&lt;b&gt;&quot;}</p></main></body></html>',
    );
    expect(failures).toEqual([]);
  });

  test('that is not there is said inside the site', async () => {
    const { status, text } = await send('/gone');
    expect(status).toBe(404);
    expect(text).toContain('<aside><h1>Status 404</h1></aside>');
    expect(failures).toEqual([]);
  });

  test.each(['/unread', '/broken'])('that fails (%s) says so, tells the log, and keeps the reason', async (path) => {
    const { status, text } = await send(path);
    expect(status).toBe(500);
    expect(text).toContain('<aside><h1>It failed</h1></aside>');
    expect(text).not.toContain('secret');
    expect(failures).toEqual([expect.objectContaining({ message: 'the secret reason' })]);
  });

  test.each([
    ['a loader', '/moved', 302, '/page/a'],
    ['middleware', '/old', 301, '/new'],
  ])('is led elsewhere by %s', async (_, path, status, location) => {
    const result = await send(path);
    expect([result.status, result.headers.get('location'), result.text]).toEqual([status, location, '']);
  });

  test('is none of those that are somebody’s', async () => {
    const { status, text } = await send('/private');
    expect([status, text.includes('private')]).toEqual([404, false]);
    expect(privateLoader).not.toHaveBeenCalled();
  });
});

test('an island is drawn as a browser will hydrate it, once for the same props and site', async () => {
  const { text } = await send('/islands');
  // With the marks React finds its place by, which the page around it does without.
  expect(text).toContain('<button type="button">1<!-- --> of <!-- -->1</button>');
  expect(text).toContain('<button type="button">2<!-- --> of <!-- -->2</button>');
  const ids = Array.from(text.matchAll(/<div id="([^"]+)" data-island="counter"/g), ([, id]) => id);
  expect(new Set(ids).size).toBe(2);
  expect((await send('/islands')).text).toBe(text);
  expect(drawnIslands.mock.calls).toEqual([[1], [2]]);
  await send('/islands', 'de');
  expect(drawnIslands).toHaveBeenCalledTimes(4);
});

describe('a part that pages have in common', () => {
  test('stands in each of them, drawn once for the same props, language and site', async () => {
    const item = (await send('/shared/a')).text;
    const header = /<header>.*<\/header>/.exec(item)?.[0] ?? '';
    expect(header).toMatch(/^<header>Hello in en<div id="i\w*" .*9<!-- --> of <!-- -->9/);
    expect((await send('/shared/b')).text).toBe(item.replace('/shared/a', '/shared/b').replace('<p>a</p>', '<p>b</p>'));
    expect(drawnBanners).toHaveBeenCalledTimes(1);
    expect((await send('/shared/other')).text).toContain('<header>Other in en');
    expect((await send('/shared/a', 'de')).text).toContain('<header>Hello');
    expect(drawnBanners.mock.calls.flat()).toEqual(['Hello', 'Other', 'Hello']);
    expect(item).not.toContain('data-part');
  });

  test('has ids that no other part and no page has', async () => {
    const ids = Array.from((await send('/islands')).text.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    const [own] = Array.from((await send('/shared/a')).text.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    expect(own).toContain('banner');
    expect(ids).not.toContain(own);
  });
});
