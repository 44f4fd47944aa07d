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
        const response = await fetch(href, { method: 'HEAD', credentials: 'omit', signal: answerInTime() });
        const at = new URL(response.url);
        results.set(href, { status: response.status, movedTo: response.redirected ? at.pathname + at.search : null });
      } catch {
        // Offline, or without an answer in time, the status stays unknown.
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

/** By the address of each image: whether it is missing, and where it is of this site the bytes a reader downloads for it. */
export async function checkPictures(pictures: Facts['pictures']): Promise<Map<string, PictureResult>> {
  const sources = [...new Set(pictures.map(({ src }) => src))].slice(0, MAX_PICTURES);
  return new Map(await Promise.all(sources.map(async (src) => [src, await checkPicture(src)] as const)));
}

export type PictureResult = { bytes: number | null; isMissing: boolean };

async function checkPicture(src: string): Promise<PictureResult> {
  // Another site's answer can't be read, only whether it is a picture. Offline nothing is known.
  if (new URL(src, location.href).origin !== location.origin)
    return { bytes: null, isMissing: navigator.onLine && !(await isPicture(src)) };
  try {
    const response = await fetch(renderedPicture(src)?.src ?? src, { credentials: 'omit', signal: answerInTime() });
    return response.ok
      ? { bytes: (await response.blob()).size, isMissing: false }
      : { bytes: null, isMissing: response.status === 404 || response.status === 410 };
  } catch {
    return { bytes: null, isMissing: false };
  }
}

/** Seconds until an address that does not answer is left alone. */
const TIMEOUT_SECONDS = 8;

const answerInTime = () => AbortSignal.timeout(TIMEOUT_SECONDS * 1_000);

function isPicture(src: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    image.referrerPolicy = 'no-referrer';
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    setTimeout(() => resolve(false), TIMEOUT_SECONDS * 1_000);
    image.src = src;
  });
}
