import type { Site } from '#base/shared/site.ts';
import { paths } from '#paths';
import type { RenderedPage, Renderer } from './renderer.ts';

/**
 * A public page, or for a missing one the account's own page with the slug `404`, where it published one. That page itself
 * always has the status 404.
 */
export async function renderOrNotFound(
  renderer: Pick<Renderer, 'renderPage'>,
  request: Request,
  site: Site,
): Promise<RenderedPage> {
  const rendered = await renderer.renderPage(request, site);
  const url = new URL(request.url);
  const isOwn = url.pathname === paths.missingPage();
  if (rendered.response.status !== 404 && !isOwn) return rendered;
  const own = isOwn ? rendered : await renderer.renderPage(new Request(new URL(paths.missingPage(), url)), site);
  const { response } = own;
  return {
    response:
      response.status === 200
        ? { status: 404, headers: response.headers, text: () => response.text() }
        : rendered.response,
    tags: new Set([...rendered.tags, ...own.tags]),
    reads: [...rendered.reads, ...own.reads],
    scriptOrigins: rendered.scriptOrigins,
  };
}
