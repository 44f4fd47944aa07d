import type { Site } from '#base/shared/site.ts';
import { paths } from '#paths';
import type { Renderer } from './render.ts';

type Render = Awaited<ReturnType<Renderer['render']>>;

/**
 * A public page; what an address has not is said by the account's own page for it, where it published one: a page with
 * the slug `404`, which itself is never more than that.
 */
export async function renderOrMissing(renderer: Renderer, request: Request, site: Site): Promise<Render> {
  const asked = await renderer.render(request, site);
  const url = new URL(request.url);
  const isOwn = url.pathname === paths.missingPage();
  if (asked.response.status !== 404 && !isOwn) return asked;
  const own = isOwn ? asked : await renderer.render(new Request(new URL(paths.missingPage(), url)), site);
  const { status, headers, body } = own.response;
  return {
    response: status === 200 ? new Response(body, { status: 404, headers }) : asked.response,
    tags: new Set([...asked.tags, ...own.tags]),
    reads: [...asked.reads, ...own.reads],
  };
}
