import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';
import { storageErrors } from './storage-error.ts';

/** As many first bytes as the sniffer looks at. */
export const SNIFFED_BYTES = 4100;

/** `type/subtype` in lower case without parameters; `application/octet-stream` where nothing usable is said. */
export function essence(contentType: string | null | undefined): string {
  const mime = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(mime) ? mime : 'application/octet-stream';
}

export function isAllowed(mime: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => {
    const wanted = pattern.toLowerCase();
    if (wanted === '*/*' || wanted === mime) return true;
    return wanted.endsWith('/*') && mime.startsWith(wanted.slice(0, -1));
  });
}

/** Types whose bytes the sniffer knows by sight: a file that claims one and does not look it is something else. */
function isRecognisable(mime: string): boolean {
  return supportedMimeTypes.has(mime) && !mime.endsWith('xml') && !mime.startsWith('text/');
}

const ALIKE: readonly (readonly string[])[] = [
  ['audio/', 'video/', 'application/ogg', 'application/mp4', 'application/vnd.apple.mpegurl'],
  ['image/'],
  ['font/', 'application/font', 'application/x-font'],
  // Office and e-book files are zip or compound containers; which one shows only deep inside.
  ['application/zip', 'application/x-zip-compressed', 'application/vnd.', 'application/epub+zip', 'application/java'],
  ['application/x-cfb', 'application/msword', 'application/vnd.ms-'],
];

function areAlike(left: string, right: string): boolean {
  return (
    left === right ||
    ALIKE.some((family) => family.some((one) => left.startsWith(one)) && family.some((one) => right.startsWith(one)))
  );
}

/**
 * Holds a bucket's list of types against what a file claims and against its first bytes.
 * @throws {StorageError} InvalidMimeType: not on the list, or not what it says it is.
 */
export async function checkContent(
  declared: string,
  allowed: readonly string[] | null,
  head: Uint8Array,
): Promise<void> {
  if (!allowed) return;
  if (!isAllowed(declared, allowed)) throw storageErrors.invalidMimeType(declared);
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  if (found === undefined) {
    if (isRecognisable(declared)) throw storageErrors.disguised(declared, 'something else');
    return;
  }
  if (!areAlike(found, declared) && !isAllowed(found, allowed)) {
    // Markup is what SVG and XHTML are made of.
    if (found === 'application/xml' && /xml$/.test(declared)) return;
    throw storageErrors.disguised(declared, found);
  }
}

const SCRIPTS = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:[\d.]*)$/;
const DOCUMENTS =
  /^(?:text\/(?:html|xml|xsl)|image\/svg\+xml|application\/(?:[\w.-]+\+)?xml|multipart\/.*|message\/.*)$/;

/**
 * The headers under which a stranger's file is harmless on the product's own host: never sniffed, a script is plain
 * text (so no page can load it), a document that could run something opens in a sandbox.
 */
export function servingHeaders(contentType: string): Record<string, string> {
  const mime = essence(contentType);
  if (SCRIPTS.test(mime)) {
    return { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  }
  return {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    ...(DOCUMENTS.test(mime)
      ? {
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; sandbox",
        }
      : {}),
  };
}
