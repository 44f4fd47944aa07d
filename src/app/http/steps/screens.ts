import { json } from '#base/server/http.ts';
import { recordRequestFacts } from '#base/server/security-events.ts';
import { SOCIAL_CARDS } from '#base/shared/pictures.ts';
import type { RouteHandle } from '#base/shared/site.ts';
import { paths } from '#paths';
import { type AccessDependencies, restrictTo } from '../../auth/access.ts';
import type { RecoveryLinks } from '../../auth/recovery-links.ts';
import { isSameSite, originOf } from '../../host/request-origin.ts';
import type { Renderer } from '../../render/renderer.ts';
import type { SocialCards } from '../../render/social-cards.ts';
import { type DashboardDependencies, dashboardResponse } from '../pages/dashboard-response.ts';
import type { PublicPages } from '../pages/public-pages.ts';
import type { RequestContext, Step } from './request-context.ts';

/** A page that had been fetched ahead reports that somebody looks at it now. */
export function pageViewReports(pages: PublicPages): Step {
  return async ({ req: { raw, method }, var: { account, url } }) =>
    url.pathname === paths.tellView() && method === 'POST' ? pages.recordReportedView(account, raw) : null;
}

export function socialCardImages(cards: SocialCards, pages: PublicPages): Step {
  return async ({ req: { raw }, var: { account, url } }) => {
    if (!url.pathname.startsWith(`${SOCIAL_CARDS}/`)) return null;
    const htmlOf = (path: string) => pages.htmlOf(account, raw, path);
    const card = await cards(account, url.pathname, htmlOf, raw.headers.get('if-none-match'));
    return card ?? new Response(null, { status: 404 });
  };
}

export type ScreenDependencies = AccessDependencies &
  DashboardDependencies & {
    renderer: Pick<Renderer, 'handleOf'>;
    recoveryLinks: Pick<RecoveryLinks, 'schoolOf'>;
    mayOpen: NonNullable<RouteHandle['isFor']>;
  };

/** Last: pages and screens. Public ones come from the page cache, the dashboard's are rendered for one person. */
export function screens(dependencies: ScreenDependencies, pages: PublicPages): Step {
  const { renderer, recoveryLinks } = dependencies;

  /** A page of the platform's host with the branding of the account that its address names, signed; else without it. */
  async function brandedPage({ req: { raw }, var: { account, url } }: RequestContext): Promise<Response> {
    const school = account.is_platform ? await recoveryLinks.schoolOf(url.searchParams.get('school')) : null;
    if (school) return pages.respondUncached(school, raw, url, true);
    if (account.is_platform) recordRequestFacts(raw, { rejection: 'signature_refused' });
    return new Response(null, { status: 303, headers: { location: url.pathname } });
  }

  return async (context) => {
    const { account, url } = context.var;
    const { raw, method } = context.req;
    const handle = renderer.handleOf(screenPathOf(renderer, url.pathname));
    if (method !== 'GET' && method !== 'HEAD') return unscriptedForm(raw, url, handle) ?? nothingHere();
    if (handle?.isSecret) return pages.respondUncached(account, raw, url);
    if (handle?.isBranded && url.searchParams.has('school')) return brandedPage(context);
    if (handle?.isPublic) return pages.respond(account, raw, url, handle.queryKeys ?? [], context.env.outgoing);
    const response = await dashboardResponse(dependencies, account, raw, url);
    return restrictTo(handle?.isGuarded ? dependencies.mayOpen : handle?.isFor, dependencies, account, raw, response);
  };
}

/** Screens that hydrate reload their data at their own path and `.data`. */
function screenPathOf(renderer: Pick<Renderer, 'handleOf'>, path: string): string {
  const screen = path.endsWith('.data') ? path.slice(0, -'.data'.length) : path;
  return renderer.handleOf(screen)?.isPublic ? path : screen;
}

/** A form its script would have sent, from a browser without scripts: back to the page, which stores nothing of it. */
function unscriptedForm(request: Request, url: URL, handle: RouteHandle | undefined): Response | null {
  if (!handle?.isPublic || !isFormPost(request) || !isSameSite(request)) return null;
  return new Response(null, { status: 303, headers: { location: originOf(request) + url.pathname + url.search } });
}

function nothingHere(): Response {
  return json({ error: { code: 'not_found', message: 'There is nothing at this address.' } }, 404);
}

function isFormPost({ method, headers }: Request): boolean {
  return method === 'POST' && (headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded');
}
