/** Characters. A drawing of this size is some 4 KB of a compressed page. */
const LARGEST = 24_000;
const LARGEST_TOGETHER = 48_000;

const AHEAD = /<link rel="preload" as="image" href="([^"]+)"[^>]*>/g;
const PICTURE = /<img\b[^>]*>/g;
const PUBLIC_FILE = /^\/storage\/v1\/object\/public\/([^/]+)\/([^?#]+\.svg)$/i;

/** `drawings`: path below the account's folder of each that stands in the page now. */
export type WithPictures = { html: string; drawings: string[] };

/**
 * The drawings a page shows first, written into it: those the renderer had fetched ahead. Photographs are too large.
 * `read` answers a public file's text, null where there is none or it is no drawing.
 */
export async function withNearPictures(
  html: string,
  read: (path: string) => Promise<string | null>,
): Promise<WithPictures> {
  const drawings: string[] = [];
  let room = LARGEST_TOGETHER;
  let text = html;
  for (const [tag, address = ''] of html.matchAll(AHEAD)) {
    const path = PUBLIC_FILE.exec(address)?.[2];
    const drawing = path ? await read(address) : null;
    if (!path || drawing === null || drawing.length > Math.min(LARGEST, room)) continue;
    room -= drawing.length;
    drawings.push(path);
    const written = asAddress(drawing);
    text = text.replace(tag, '').replace(PICTURE, (picture) =>
      // What is fetched later is not near, and stands in its file.
      picture.includes('loading="lazy"') ? picture : picture.replace(` src="${address}"`, () => ` src="${written}"`),
    );
  }
  return { html: text, drawings };
}

/** As an address that stands in an attribute, little longer than the drawing itself. */
function asAddress(drawing: string): string {
  return `data:image/svg+xml;charset=utf-8,${drawing.replace(/[%#"<>&\s]/g, (sign) => (sign === ' ' ? sign : encodeURIComponent(sign)))}`;
}
