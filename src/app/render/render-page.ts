import type { Gateway } from '#backend/gateway/gateway.ts';
import type { Environment } from '#base/server/environment.ts';
import type { Log } from '#base/server/log.ts';
import { isGuardedPath } from '#base/shared/guarded-paths.ts';
import { ownOrigins, type SiteAccount } from '#base/shared/site.ts';
import { type CachedPage, encodedPageOf, type Rendered } from '../cache/compressed-page.ts';
import { fetchPublicFile } from '../host/public-files.ts';
import type { SiteOf } from '../host/site-of.ts';
import type { Tenants } from '../host/tenants.ts';
import { contentPolicy, headersAt } from './content-policy.ts';
import { bytesOf, type FirstPaint, type PaintedPage } from './first-paint/first-paint.ts';
import type { InlineSvgs } from './first-paint/inline-svg.ts';
import { renderOrNotFound } from './missing-page.ts';
import type { Renderer } from './renderer.ts';
import { inlineScriptSources } from './script-hashes.ts';
import { deferThirdPartyFiles } from './third-party-files.ts';

export type RenderDependencies = {
  renderer: Pick<Renderer, 'handleOf' | 'renderPage'>;
  siteOf: SiteOf;
  tenants: Pick<Tenants, 'byId' | 'originOf'>;
  environment: Pick<Environment, 'FILES_ORIGIN' | 'BASE_DOMAIN'>;
  hostedBackendUrl: string;
  backend: Pick<Gateway, 'serviceOf'> | undefined;
  /** Undefined where nothing is built, as in development. */
  firstPaint: Pick<FirstPaint, 'inlined' | 'linked'> | undefined;
  inlineSvgs: Pick<InlineSvgs, 'get'>;
  log: Log;
};

type PaintDependencies = Omit<RenderDependencies, 'renderer' | 'siteOf'>;

/** A public page as rendered, neither inlined nor compressed yet. */
export type RenderedPublicPage = Omit<Rendered, 'body'> & { text: string };

const ACCOUNT_SCRIPTS = /<script type="application\/json" id="account-scripts"[^<]*<\/script>/g;

export async function renderPage(
  dependencies: RenderDependencies,
  account: SiteAccount,
  request: Request,
  locale: string,
  /** Rendered for the platform's host, with the branding of the account. */
  isElsewhere = false,
): Promise<RenderedPublicPage> {
  const { environment, hostedBackendUrl, renderer, siteOf } = dependencies;
  const site = { ...siteOf(account, locale), ...(isElsewhere ? { isElsewhere: true as const } : {}) };
  const { response, tags, reads, scriptOrigins } = await renderOrNotFound(renderer, request, site);
  const { pathname } = new URL(request.url);
  const html = await response.text();
  // By path, so that it holds for the account's own page for what is missing, too.
  const isGuarded = isGuardedPath(pathname);
  // The URL of a secret page is the right to see it: no third-party script may read it.
  const hasOurScriptsAlone = isGuarded || renderer.handleOf(pathname)?.isSecret === true;
  const text = hasOurScriptsAlone ? html.replace(ACCOUNT_SCRIPTS, '') : html;
  const headers = {
    ...Object.fromEntries(response.headers),
    ...headersAt(pathname),
    'cache-control': response.status < 500 ? 'public, max-age=0, must-revalidate' : 'no-store',
    'content-language': locale,
    'content-security-policy': contentPolicy({
      scripts: [...inlineScriptSources, ...(hasOurScriptsAlone ? [] : scriptOrigins)],
      backendUrl: hostedBackendUrl,
      filesOrigin: environment.FILES_ORIGIN,
      pictures: isElsewhere ? site.origin : undefined,
      mayBeFramed: !isGuarded,
    }),
  };
  return {
    status: response.status,
    text: isHtml(headers) ? deferThirdPartyFiles(text, ownOrigins(site)) : text,
    headers,
    tags,
    reads,
  };
}

/** Of a cached linked page: the inlined page is made of it without reading and rendering again. */
export function renderedPageOf(page: CachedPage): RenderedPublicPage {
  const { status, headers, tags, reads } = page;
  return { status, headers, tags, reads, text: encodedPageOf(page, 'identity').body.toString() };
}

/** `isInlined`: for a first navigation, with everything that the first paint needs in the page itself. */
export async function compressPage(
  dependencies: PaintDependencies,
  { text, ...page }: RenderedPublicPage,
  isInlined = false,
): Promise<Rendered> {
  const painted = isHtml(page.headers)
    ? await firstPainted(dependencies, text, isInlined)
    : { parts: [text], tags: [] };
  return { ...page, body: bytesOf(painted), tags: new Set([...page.tags, ...painted.tags]) };
}

function isHtml(headers: Record<string, string>): boolean {
  return (headers['content-type'] ?? '').startsWith('text/html');
}

async function firstPainted(dependencies: PaintDependencies, html: string, isInlined: boolean): Promise<PaintedPage> {
  const { firstPaint, inlineSvgs, log } = dependencies;
  if (!firstPaint) return { parts: [html], tags: [] };
  if (!isInlined) return firstPaint.linked(html);
  return firstPaint
    .inlined(html, (path) => inlineSvgs.get(path, () => readSvg(dependencies, path)))
    .catch((error: unknown) => {
      // The linked page loads the same files.
      log.error({ err: error }, 'The first paint of a page could not be put together.');
      return firstPaint.linked(html);
    });
}

/** Text of a public SVG file of an account, to inline it; null where there is none. */
async function readSvg(dependencies: PaintDependencies, path: string): Promise<string | null> {
  const response = await fetchPublicFile(dependencies, path);
  const isSvg = response?.ok && response.headers.get('content-type')?.startsWith('image/svg+xml');
  return isSvg ? response.text() : null;
}
