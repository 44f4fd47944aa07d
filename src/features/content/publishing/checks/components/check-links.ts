import { renderedPicture } from '#base/shared/pictures.ts';
import type { Facts, LinkResult } from '../rules.ts';

/** Links checked at once. */
const MAX_LINKS = 60;
/** Images whose size is checked. */
const MAX_PICTURES = 40;

/** Requests every internal link of a page or post once; `hasPlace` says whether an anchor exists on the page itself. */
export async function checkLinks(
  links: Facts['links'],
  hasPlace: (id: string) => boolean,
): Promise<Map<string, LinkResult>> {
  const hrefs = [...new Set(links.map(({ href }) => href))];
  const results = new Map<string, LinkResult>();
  for (const href of hrefs.filter((link) => /^#./.test(link)))
    results.set(href, { status: hasPlace(fragmentOf(href)) ? 200 : 404, movedTo: null });
  const internal = hrefs.filter((link) => /^\/(?![/\\])/.test(link)).slice(0, MAX_LINKS);
  await Promise.all(
    internal.map(async (href) => {
      try {
        const response = await fetch(href, { method: 'HEAD', credentials: 'omit' });
        const at = new URL(response.url);
        results.set(href, { status: response.status, movedTo: response.redirected ? at.pathname + at.search : null });
      } catch {
        // Offline, the status stays unknown.
      }
    }),
  );
  return results;
}

/** Decodes a URL fragment; unchanged where it is malformed. */
function fragmentOf(href: string): string {
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

/** Adds to each image of this site the bytes a reader downloads for it. */
export async function withSizes(pictures: Facts['pictures']): Promise<Facts['pictures']> {
  const sizes = new Map<string, number>();
  const internal = [...new Set(pictures.map(({ src }) => src))]
    .filter((src) => new URL(src, location.href).origin === location.origin)
    .slice(0, MAX_PICTURES);
  await Promise.all(
    internal.map(async (src) => {
      try {
        const response = await fetch(renderedPicture(src)?.src ?? src, { credentials: 'omit' });
        if (response.ok) sizes.set(src, (await response.blob()).size);
      } catch {
        // Offline, the size stays unknown.
      }
    }),
  );
  return pictures.map((picture) => ({ ...picture, bytes: sizes.get(picture.src) ?? null }));
}
