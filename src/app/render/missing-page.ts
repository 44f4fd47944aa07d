import type { Site } from '#base/shared/site.ts';
import { paths } from '#paths';
import type { RenderedPage, Renderer } from './renderer.ts';

/**
 * A public page; what an address has not is said by the account's own page for it, where it published one: a page with
 * the slug `404`, which itself is never more than that.
 */
export async function renderOrNotFound(renderer: Renderer, request: Request, site: Site): Promise<RenderedPage> {
  const asked = await renderer.renderPage(request, site);
  const url = new URL(request.url);
  const isOwn = url.pathname === paths.missingPage();
  if (asked.answer.status !== 404 && !isOwn) return asked;
  const own = isOwn ? asked : await renderer.renderPage(new Request(new URL(paths.missingPage(), url)), site);
  const { answer } = own;
  return {
    answer: answer.status === 200 ? { status: 404, headers: answer.headers, text: () => answer.text() } : asked.answer,
    tags: new Set([...asked.tags, ...own.tags]),
    reads: [...asked.reads, ...own.reads],
    scriptOrigins: asked.scriptOrigins,
  };
}
