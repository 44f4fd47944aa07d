import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';
import { storageErrors } from './storage-error.ts';

/** Number of leading bytes the type detection reads. */
export const SNIFFED_BYTES = 4100;

export const UNKNOWN_TYPE = 'application/octet-stream';
const MAX_TYPE_LENGTH = 255;
const NAME = "[\\w!#$%&'*+.^`|~-]+";
const VALUE = `(?:${NAME}|"[^"\\\\,]*")`;
/** `type/subtype(;name=value)*` after RFC 9110 and nothing else: a comma would start a second type, and browsers use the last. */
const CONTENT_TYPE = new RegExp(
  `^[ \\t]*([\\w!#$&^.+-]+/[\\w!#$&^.+-]+)((?:[ \\t]*;[ \\t]*${NAME}=${VALUE}){0,20})[ \\t]*$`,
);
const CHARSET = /;[ \t]*charset="?([\w.:-]{1,40})"?[ \t]*(?:;|$)/i;

/** Essence and charset of a Content-Type header, in lower case; null if it is not exactly one media type. */
export function parseContentType(header: string): { essence: string; charset: string | null } | null {
  const match = header.length > MAX_TYPE_LENGTH ? null : CONTENT_TYPE.exec(header);
  if (!match?.[1]) return null;
  return {
    essence: match[1].toLowerCase(),
    charset: CHARSET.exec(match[2] ?? '')?.[1]?.toLowerCase() ?? null,
  };
}

/**
 * The type an upload is stored with. The published service keeps the header unchanged; a guarded one keeps essence and
 * charset of exactly one media type.
 * @throws {StorageError} InvalidMimeType if a guarded service can't parse it.
 */
export function declaredType(header: string | null | undefined, isGuarded: boolean): string {
  if (!header) return UNKNOWN_TYPE;
  if (!isGuarded) return header;
  const parsed = parseContentType(header);
  if (!parsed) throw storageErrors.malformedMimeType();
  return parsed.charset ? `${parsed.essence}; charset=${parsed.charset}` : parsed.essence;
}

/** `type/subtype` in lower case without parameters; `application/octet-stream` if it can't be parsed. */
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

/** Types with a detectable signature: a file that declares one without having it is something else. */
function isRecognisable(mime: string): boolean {
  return supportedMimeTypes.has(mime) && !mime.endsWith('xml') && !mime.startsWith('text/');
}

const ALIKE: readonly (readonly string[])[] = [
  ['audio/', 'video/', 'application/ogg', 'application/mp4', 'application/vnd.apple.mpegurl'],
  ['image/'],
  ['font/', 'application/font', 'application/x-font'],
  // Office and e-book files are zip or compound containers, which the first bytes don't tell apart.
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
 * Checks a file's declared type and its first bytes against a bucket's list of types.
 * @throws {StorageError} InvalidMimeType: not on the list, or the content does not match.
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
    // SVG and XHTML are markup.
    if (detected === 'application/xml' && /xml$/.test(declared)) return;
    throw storageErrors.disguised(declared, detected);
  }
}

/** The type of a file by its first bytes; `application/octet-stream` if unknown. */
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
/** An SVG's own styles and embedded images must load; Firefox applies this policy even inside `<img>`. */
const OF_A_DRAWING = `${OF_A_FILE}; style-src 'unsafe-inline'; img-src data:`;
/** Browser viewers don't open PDFs in a sandbox, or only in some versions. */
const OF_A_PDF = "default-src 'none'";

/** What a browser may show inline: images, video, audio and PDF, and nothing that parses as markup. */
export function isShownInline(mime: string): boolean {
  if (mime === DRAWING || mime === 'application/pdf') return true;
  return /^(?:image|video|audio)\//.test(mime) && !mime.endsWith('xml');
}

/** Headers that make an untrusted file harmless on the host it is served from. */
export type Serving = { headers: Record<string, string>; isAttachment: boolean };

/**
 * Disables sniffing and serves scripts as plain text, so that no page can load them. Published: active content opens in
 * a sandbox. Guarded: everything but PDF does, and what is not shown inline is an attachment.
 */
export function servingOf(contentType: string, isGuarded: boolean): Serving {
  // An unparsable type is dropped: browsers would use the last type of a list.
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
