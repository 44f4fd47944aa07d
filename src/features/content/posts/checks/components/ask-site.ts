import { renderedPicture } from '#base/shared/pictures.ts';
import type { Asked, Facts } from '../rules.ts';

/** Links checked at once. */
const MOST_LINKS = 60;
/** Images whose size is checked. */
const MOST_PICTURES = 40;

/** Requests every internal link of a page or post once; `hasPlace` says whether an anchor exists on the page itself. */
export async function askForLinks(
  links: Facts['links'],
  hasPlace: (id: string) => boolean,
): Promise<Map<string, Asked>> {
  const hrefs = [...new Set(links.map(({ href }) => href))];
  const asked = new Map<string, Asked>();
  for (const href of hrefs.filter((one) => /^#./.test(one)))
    asked.set(href, { status: hasPlace(placeIn(href)) ? 200 : 404, movedTo: null });
  const own = hrefs.filter((one) => /^\/(?![/\\])/.test(one)).slice(0, MOST_LINKS);
  await Promise.all(
    own.map(async (href) => {
      try {
        const answer = await fetch(href, { method: 'HEAD', credentials: 'omit' });
        const at = new URL(answer.url);
        asked.set(href, { status: answer.status, movedTo: answer.redirected ? at.pathname + at.search : null });
      } catch {
        // Offline, the status stays unknown.
      }
    }),
  );
  return asked;
}

/** Decodes a URL fragment; unchanged where it is malformed. */
function placeIn(href: string): string {
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

/** Adds to each image of this site the bytes a reader downloads for it. */
export async function weighed(pictures: Facts['pictures']): Promise<Facts['pictures']> {
  const sizes = new Map<string, number>();
  const own = [...new Set(pictures.map(({ src }) => src))]
    .filter((src) => new URL(src, location.href).origin === location.origin)
    .slice(0, MOST_PICTURES);
  await Promise.all(
    own.map(async (src) => {
      try {
        const answer = await fetch(renderedPicture(src)?.src ?? src, { credentials: 'omit' });
        if (answer.ok) sizes.set(src, (await answer.blob()).size);
      } catch {
        // Offline, the size stays unknown.
      }
    }),
  );
  return pictures.map((one) => ({ ...one, bytes: sizes.get(one.src) ?? null }));
}
