import { renderedPicture } from '#base/shared/pictures.ts';
import type { Asked, Facts } from '../rules.ts';

/** As many addresses as are asked for at once. */
const MOST_LINKS = 60;
/** As many pictures as are weighed. */
const MOST_PICTURES = 40;

/** Asks for every address of this site that something leads to, each once; `hasPlace` says whether a place is on the page itself. */
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
        // Without a connection nothing is known of it.
      }
    }),
  );
  return asked;
}

/** What stands behind the sign of a place on the page; as it is where nobody can read it otherwise. */
function placeIn(href: string): string {
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

/** The same pictures, those of this site with as many bytes as a reader loads of each. */
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
        // Without a connection nothing is known of it.
      }
    }),
  );
  return pictures.map((one) => ({ ...one, bytes: sizes.get(one.src) ?? null }));
}
