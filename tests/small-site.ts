import { type EntryContext, type LoaderFunctionArgs, redirect, type ServerBuild } from 'react-router';
import { addressScript } from '#app/site/address-script.ts';
import { pressScript, themeScript } from '#app/site/theme-script.ts';
import { dbContext, draftContext, failureContext, scriptOriginsContext, siteContext } from '#base/shared/site.ts';

/** A site of a few routes, whose loaders count how often they ran: what is told of rendering and caching is told on it. */
export type SmallSite = {
  build: ServerBuild;
  /** How often a page was rendered, by path. */
  renders: Map<string, number>;
  /** Holds every render back until it is called. */
  hold(): () => void;
};

/** What fails is told to the server that renders, as the product's own entry does. */
function handleError(error: unknown, { context }: LoaderFunctionArgs): void {
  context.get(failureContext)(error);
}

/** The script a public page begins with, and one that nobody of ours wrote. */
export const INLINE_SCRIPT = `${addressScript};${themeScript};${pressScript}`;
export const FOREIGN_SCRIPT = `document.title = 'changed by somebody else'`;

/** Where it stands in what a page has read, the page names scripts of its account. */
const HAS_ACCOUNT_SCRIPTS = 'has account scripts';
const ACCOUNT_SCRIPTS = `<script type="application/json" id="account-scripts">[{"src":"https://scripts.example/x.js"}]</script>`;

export function smallSite(): SmallSite {
  const renders = new Map<string, number>();
  let gate: Promise<void> = Promise.resolve();

  const page =
    (read: (args: LoaderFunctionArgs) => Promise<unknown>) =>
    async (args: LoaderFunctionArgs): Promise<unknown> => {
      const url = new URL(args.request.url);
      renders.set(url.pathname, (renders.get(url.pathname) ?? 0) + 1);
      await gate;
      const site = args.context.get(siteContext);
      return {
        path: url.pathname,
        query: url.search,
        locale: site.locale,
        account: site.account.slug,
        data: await read(args),
      };
    };
  const option = (key: string) =>
    page(async ({ context }) => {
      const { account } = context.get(siteContext);
      const { data } = await context
        .get(dbContext)
        .from('options')
        .select('value')
        .eq('account_id', account.account_id)
        .eq('key', key)
        .maybeSingle();
      return data?.value;
    });
  const isPublic = { isPublic: true };
  const routes = {
    home: { index: true, loader: option('settings'), handle: isPublic },
    menus: { path: 'menus', loader: option('menus'), handle: isPublic },
    letters: { path: 'über', loader: option('menus'), handle: isPublic },
    people: {
      path: 'people',
      loader: page(async ({ context }) => {
        const { account } = context.get(siteContext);
        const { data } = await context
          .get(dbContext)
          .from('member_cards')
          .select('name')
          .eq('account_id', account.account_id);
        return data?.map((card) => card.name);
      }),
      handle: { isPublic: true, queryKeys: ['sort', 'page'] },
    },
    newest: {
      path: 'newest',
      loader: page(async ({ context }) => {
        const { account } = context.get(siteContext);
        const { data } = await context
          .get(dbContext)
          .from('courses')
          .select('title')
          .eq('account_id', account.account_id)
          .eq('status', 'published')
          .order('sort', { ascending: false })
          .limit(1);
        return data?.map((course) => course.title);
      }),
      handle: isPublic,
    },
    moved: {
      path: 'moved',
      loader: page(async () => {
        throw redirect('/menus?utm_medium=ours#top', 301);
      }),
      handle: isPublic,
    },
    broken: {
      path: 'broken',
      loader: () => {
        throw new Error('the secret reason');
      },
      handle: isPublic,
    },
    draft: { path: 'draft', loader: page(async ({ context }) => context.get(draftContext)), handle: isPublic },
    secret: {
      path: 'preview/:secret',
      loader: page(async ({ context }) => {
        context.set(scriptOriginsContext, ['https://scripts.example']);
        return HAS_ACCOUNT_SCRIPTS;
      }),
      handle: { isPublic: true, isSecret: true },
    },
    scripted: {
      path: 'scripted',
      loader: page(async ({ context }) => {
        context.set(scriptOriginsContext, ['https://scripts.example']);
        return HAS_ACCOUNT_SCRIPTS;
      }),
      handle: isPublic,
    },
    named: {
      path: 'named/:slug',
      loader: page(async ({ context, params, request }) => {
        const { account } = context.get(siteContext);
        const { data, error } = await context
          .get(dbContext)
          .from('courses')
          .select('title')
          .eq('account_id', account.account_id)
          .in('slug', [params.slug ?? '', new URL(request.url).searchParams.get('q') ?? '']);
        if (error) throw error;
        return data.length;
      }),
      handle: { isPublic: true, queryKeys: ['q'] },
    },
    dressed: {
      path: 'login/reset-password',
      loader: page(async () => 'a new password'),
      handle: { isPublic: true, isBranded: true, queryKeys: ['school'] },
    },
    dashboard: { path: 'dashboard', loader: page(async () => 'yours'), handle: {} },
  };
  const build = {
    entry: { module: { default: answer, handleError, streamTimeout: 1_000 } },
    routes: Object.fromEntries([
      ['root', { id: 'root', path: '', module: { default: () => null } }],
      ...Object.entries(routes).map(([id, { loader, handle, ...place }]) => [
        id,
        { id, parentId: 'root', ...place, module: { default: () => null, loader, handle } },
      ]),
    ]),
    assets: { entry: { imports: [], module: '/entry.js' }, routes: {}, url: '/manifest.js', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild;

  return {
    build,
    renders,
    hold: () => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
}

function answer(_: Request, status: number, headers: Headers, context: EntryContext): Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  const data = JSON.stringify(context.staticHandlerContext.loaderData);
  const html = `<!doctype html><html><head><script>${INLINE_SCRIPT}</script><script>${FOREIGN_SCRIPT}</script></head><body><script type="application/json">${data.replaceAll('<', '\\u003c')}</script><main>${'words '.repeat(200)}</main>${data.includes(HAS_ACCOUNT_SCRIPTS) ? ACCOUNT_SCRIPTS : ''}</body></html>`;
  return new Response(html, { status, headers });
}
