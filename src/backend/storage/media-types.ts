import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';
import { storageErrors } from './storage-error.ts';

/** As many first bytes as the sniffer looks at. */
export const SNIFFED_BYTES = 4100;

export const UNKNOWN_TYPE = 'application/octet-stream';
const MAX_TYPE_LENGTH = 255;
const NAME = "[\\w!#$%&'*+.^`|~-]+";
const VALUE = `(?:${NAME}|"[^"\\\\,]*")`;
/** `type/subtype(;name=value)*` after RFC 9110 and nothing else: a comma would begin a second type, and browsers take the last. */
const CONTENT_TYPE = new RegExp(
  `^[ \\t]*([\\w!#$&^.+-]+/[\\w!#$&^.+-]+)((?:[ \\t]*;[ \\t]*${NAME}=${VALUE}){0,20})[ \\t]*$`,
);
const CHARSET = /;[ \t]*charset="?([\w.:-]{1,40})"?[ \t]*(?:;|$)/i;

/** Essence and charset of a Content-Type header, in lower case; null where it is not exactly one media type. */
export function parseContentType(header: string): { essence: string; charset: string | null } | null {
  const match = header.length > MAX_TYPE_LENGTH ? null : CONTENT_TYPE.exec(header);
  if (!match?.[1]) return null;
  return {
    essence: match[1].toLowerCase(),
    charset: CHARSET.exec(match[2] ?? '')?.[1]?.toLowerCase() ?? null,
  };
}

/**
 * The type an upload is kept with. The published service keeps the header as it came; a guarded one keeps essence and
 * charset of exactly one media type.
 * @throws {StorageError} InvalidMimeType where a guarded service can't read it.
 */
export function declaredType(header: string | null | undefined, isGuarded: boolean): string {
  if (!header) return UNKNOWN_TYPE;
  if (!isGuarded) return header;
  const parsed = parseContentType(header);
  if (!parsed) throw storageErrors.malformedMimeType();
  return parsed.charset ? `${parsed.essence}; charset=${parsed.charset}` : parsed.essence;
}

/** `type/subtype` in lower case without parameters; `application/octet-stream` where nothing usable is said. */
export function essence(contentType: string | null | undefined): string {
  const mime = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(mime) ? mime : UNKNOWN_TYPE;
}

export function isAllowed(mime: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => {
    const allowed = pattern.toLowerCase();
    if (allowed === '*/*' || allowed === mime) return true;
    return allowed.endsWith('/*') && mime.startsWith(allowed.slice(0, -1));
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
    ALIKE.some(
      (family) => family.some((prefix) => left.startsWith(prefix)) && family.some((prefix) => right.startsWith(prefix)),
    )
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
  const detected = await contentType(head);
  if (detected === UNKNOWN_TYPE) {
    if (isRecognisable(declared)) throw storageErrors.disguised(declared, 'something else');
    return;
  }
  if (!areAlike(detected, declared) && !isAllowed(detected, allowed)) {
    // Markup is what SVG and XHTML are made of.
    if (detected === 'application/xml' && /xml$/.test(declared)) return;
    throw storageErrors.disguised(declared, detected);
  }
}

/** The type of a file by its first bytes; `application/octet-stream` where they tell nothing. */
export async function contentType(head: Uint8Array): Promise<string> {
  return (await fileTypeFromBuffer(head).catch(() => undefined))?.mime ?? UNKNOWN_TYPE;
}

const SCRIPTS = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:[\d.]*)$/;
const DOCUMENTS =
  /^(?:text\/(?:html|xml|xsl)|image\/svg\+xml|application\/(?:[\w.-]+\+)?xml|multipart\/.*|message\/.*)$/;
const DRAWING = 'image/svg+xml';
const PLAIN_TEXT = 'text/plain; charset=utf-8';
const OF_A_DOCUMENT =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; sandbox";
const OF_A_FILE = "default-src 'none'; sandbox";
/** A drawing's own styles and embedded pictures are part of what it draws; Firefox asks this policy even inside `<img>`. */
const OF_A_DRAWING = `${OF_A_FILE}; style-src 'unsafe-inline'; img-src data:`;
/** Viewers of browsers open no PDF in a sandbox, or only in some versions. */
const OF_A_PDF = "default-src 'none'";

/** What a browser may show where it stands: pictures, films, sounds and PDF, and nothing that parses as markup. */
export function isShownInline(mime: string): boolean {
  if (mime === DRAWING || mime === 'application/pdf') return true;
  return /^(?:image|video|audio)\//.test(mime) && !mime.endsWith('xml');
}

/** The headers under which a file of a stranger does no harm on the host it is served from. */
export type Serving = { headers: Record<string, string>; isAttachment: boolean };

/**
 * Never sniffed, and a script is plain text, so that no page can load it. Published: what could run something opens in a
 * sandbox. Guarded: everything does but PDF, and what is not shown is an attachment.
 */
export function servingOf(contentType: string, isGuarded: boolean): Serving {
  // What can't be read goes without what makes it so: browsers would take the last type of a list.
  const mime = parseContentType(contentType)?.essence ?? essence(contentType);
  const type = parseContentType(contentType) ? contentType : mime;
  const isScript = SCRIPTS.test(mime) || (isGuarded && mime === 'text/css');
  const policy = isGuarded ? guardedPolicy(mime) : !isScript && DOCUMENTS.test(mime) ? OF_A_DOCUMENT : null;
  return {
    headers: {
      'content-type': isScript ? PLAIN_TEXT : type,
      'x-content-type-options': 'nosniff',
      ...(policy ? { 'content-security-policy': policy } : {}),
    },
    isAttachment: isGuarded && !isShownInline(mime),
  };
}

function guardedPolicy(mime: string): string {
  if (mime === 'application/pdf') return OF_A_PDF;
  return mime === DRAWING ? OF_A_DRAWING : OF_A_FILE;
}
