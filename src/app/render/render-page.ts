import { isGuardedPath } from '#base/shared/guarded-places.ts';
import { ownOrigins, type SiteAccount } from '#base/shared/site.ts';
import { type CachedPage, encodedPageOf, type Rendered } from '../cache/compressed-page.ts';
import { siteOf } from '../host/site-of.ts';
import { contentPolicy, headersAt } from './content-policy.ts';
import { accountOfBucket } from '../host/file-access.ts';
import type { Runtime } from '../start/runtime.ts';
import { bytesOf, type PaintedPage } from './first-paint/first-paint.ts';
import { renderOrNotFound } from './missing-page.ts';
import { inlineScriptSources } from './script-hashes.ts';
import { deferThirdPartyFiles } from './third-party-files.ts';

/** A public page as the renderer drew it, before it is given the form it is sent in. */
export type RenderedPublicPage = Omit<Rendered, 'body'> & { text: string };

const ACCOUNT_SCRIPTS = /<script type="application\/json" id="account-scripts"[^<]*<\/script>/g;

const DRAWING_MS = 2_000;

export async function renderPage(
  runtime: Runtime,
  account: SiteAccount,
  request: Request,
  locale: string,
  /** Drawn for the platform's host, in the dress of the account. */
  isElsewhere = false,
): Promise<RenderedPublicPage> {
  const site = { ...siteOf(runtime, account, locale), ...(isElsewhere ? { isElsewhere: true as const } : {}) };
  const { answer, tags, reads, scriptOrigins } = await renderOrNotFound(runtime.renderer, request, site);
  const { pathname } = new URL(request.url);
  const whole = await answer.text();
  // Whatever page is shown there, the account's own one for what is missing among them.
  const isGuarded = isGuardedPath(pathname);
  // The address of a secret page is the right to see it: nobody else's script is told of it.
  const hasOurScriptsAlone = isGuarded || runtime.renderer.handleOf(pathname)?.isSecret === true;
  const text = hasOurScriptsAlone ? whole.replace(ACCOUNT_SCRIPTS, '') : whole;
  const headers = {
    ...Object.fromEntries(answer.headers),
    ...headersAt(pathname),
    'cache-control': answer.status < 500 ? 'public, max-age=0, must-revalidate' : 'no-store',
    'content-language': locale,
    'content-security-policy': contentPolicy({
      scripts: [...inlineScriptSources, ...(hasOurScriptsAlone ? [] : scriptOrigins)],
      backendUrl: runtime.hostedBackendUrl,
      filesOrigin: runtime.environment.FILES_ORIGIN,
      pictures: isElsewhere ? site.origin : undefined,
      mayBeFramed: !isGuarded,
    }),
  };
  return {
    status: answer.status,
    text: isHtml(headers) ? deferThirdPartyFiles(text, ownOrigins(site)) : text,
    headers,
    tags,
    reads,
  };
}

/** Of a page that is kept: nothing has to be read and drawn again to give it its other form. */
export function renderedPageOf(page: CachedPage): RenderedPublicPage {
  const { status, headers, tags, reads } = page;
  return { status, headers, tags, reads, text: encodedPageOf(page, 'identity').body.toString() };
}

/** `isWhole`: for somebody who has nothing of the site yet, with all that its first paint needs in it. */
export async function compressPage(
  runtime: Runtime,
  { text, ...page }: RenderedPublicPage,
  isWhole = false,
): Promise<Rendered> {
  const painted = isHtml(page.headers) ? await firstPainted(runtime, text, isWhole) : { parts: [text], tags: [] };
  return { ...page, body: bytesOf(painted), tags: new Set([...page.tags, ...painted.tags]) };
}

function isHtml(headers: Record<string, string>): boolean {
  return (headers['content-type'] ?? '').startsWith('text/html');
}

async function firstPainted(runtime: Runtime, html: string, isWhole: boolean): Promise<PaintedPage> {
  const { firstPaint } = runtime;
  if (!firstPaint) return { parts: [html], tags: [] };
  if (!isWhole) return firstPaint.light(html);
  return firstPaint
    .whole(html, (address) => runtime.drawings.get(address, (missing) => readDrawing(runtime, missing)))
    .catch((error: unknown) => {
      // It names what it did not get to hold.
      runtime.log.error({ err: error }, 'The first paint of a page could not be put together.');
      return firstPaint.light(html);
    });
}

/** Text of a public drawing of ours, for a page that shows it first. */
async function readDrawing(runtime: Runtime, address: string): Promise<string | null> {
  const url = new URL(address, runtime.hostedBackendUrl || (await originOfFiles(runtime, address)));
  // A hosted backend that does not answer holds up no page that can do without.
  const request = new Request(url, { signal: AbortSignal.timeout(DRAWING_MS) });
  const answer = await (runtime.backend?.serviceOf(address) ?? globalThis.fetch)(request).catch(() => null);
  const isDrawing = answer?.ok && answer.headers.get('content-type')?.startsWith('image/svg+xml');
  return isDrawing ? answer.text() : null;
}

/** The host whose files an address of ours is among: nothing else reads them. */
async function originOfFiles({ environment, tenants }: Runtime, address: string): Promise<string> {
  if (environment.FILES_ORIGIN) return environment.FILES_ORIGIN;
  const owner = accountOfBucket(address.split('/')[6] ?? '');
  const account = owner ? await tenants.byId(owner) : null;
  return account ? tenants.originOf(account) : `http://${environment.BASE_DOMAIN}`;
}
