import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';
import { AppError } from '#base/shared/errors.ts';
import { extensionOf, type FileType, fileTypeOf, fileTypeOfName } from '#base/shared/file-types.ts';

const UNKNOWN = 'application/octet-stream';
const MEDIA = /^(?:audio|video)\/|^application\/(?:ogg|mp4|vnd\.ms-asf)$/;
const OFFICE = /^application\/(?:vnd\.(?:openxmlformats|oasis)|epub)/;
/** First bytes of an SVG: markup, or gzip. */
const DRAWING = /^application\/(?:xml|gzip)$/;
/** Formats with a binary signature; the others begin with two bytes that a plain text may begin with, too. */
const NOT_A_TEXT = /^application\/(?:pdf|rtf|postscript)$/;

const problems = {
  unlikeDeclared: (declared: string, detected: string) =>
    new AppError(415, 'file_disguised', `The file says it is ${declared}, but its content is ${detected}.`),
  otherType: (ending: string, type: string) =>
    new AppError(
      415,
      'file_disguised',
      `This file is named .${ending}, but it is ${type}. Use the right extension and upload it again.`,
    ),
  otherContent: (ending: string) =>
    new AppError(
      415,
      'file_disguised',
      `This file is named .${ending}, but its content has another type. Export it again and upload it.`,
    ),
  noText: () =>
    new AppError(415, 'file_no_text', 'This text is not valid UTF-8. Save it as UTF-8 and upload it again.'),
};

export type CheckedFile = {
  /** The content type the file is stored with. */
  type: string;
  /**
   * The type of its content: the same, or for a file that must not be opened as it is, the type its cleaner requires.
   */
  content: string;
  /** The whole file has to be text, as verified by `checkText`. */
  isText: boolean;
};

/**
 * Checks that extension, declared type and content of a file agree (OWASP ASVS 5.2.2). `declared` is a type without
 * parameters, `head` the first 4,100 bytes or all there are. A picture, or an audio or video file, with the extension
 * of another format of its kind is stored as its actual type; a file with an unknown extension is stored as bytes; one
 * without an extension has its declared type.
 * @throws {AppError} 415 with a message, where they contradict each other.
 */
export async function checkFileType(name: string, declared: string, head: Uint8Array): Promise<CheckedFile> {
  const ending = extensionOf(name);
  const fileType = fileTypeOfName(name);
  const detected = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  if (ending !== '' && !fileType) return { type: UNKNOWN, content: detected ?? declared, isText: false };
  const file = fileType ?? fileTypeOf(declared);
  if (!file) return { type: declared, content: detected ?? declared, isText: false };
  if (fileType && !isOfKind(fileType, declared)) throw problems.otherType(ending, declared);
  const type = contentType(file, declared, detected, head);
  if (!type && ending === '') throw problems.unlikeDeclared(declared, detected ?? 'something else');
  if (!type) throw detected ? problems.otherType(ending, detected) : problems.otherContent(ending);
  return { type, content: type, isText: file.content === 'text' };
}

/**
 * The same before the content has arrived.
 * @throws {AppError} 415.
 */
export function checkNameAndType(name: string, declared: string): void {
  const fileType = fileTypeOfName(name);
  if (fileType && !isOfKind(fileType, declared)) throw problems.otherType(extensionOf(name), declared);
}

/** Picture types are interchangeable, SVG included, and so are audio and video types; all others must match exactly. */
function isOfKind(fileType: FileType, declared: string): boolean {
  if (fileType.content === 'picture' || fileType.content === 'drawing') return declared.startsWith('image/');
  if (fileType.content === 'media') return MEDIA.test(declared);
  return [fileType.type, ...(fileType.alike ?? []), ...(fileType.loose ?? [])].includes(declared);
}

/** The type a file is stored with; null where its content is of another kind. */
function contentType(file: FileType, declared: string, detected: string | undefined, head: Uint8Array): string | null {
  const own = file.type === declared || file.alike?.includes(declared) ? declared : file.type;
  switch (file.content) {
    case 'picture':
    case 'drawing':
      if (detected?.startsWith('image/')) return sameAs(declared, detected) ? declared : detected;
      // An SVG is rewritten by its cleaner, which rejects anything else.
      return fileTypeOf(declared)?.content === 'drawing' && (!detected || DRAWING.test(detected)) ? declared : null;
    case 'media':
      if (detected === undefined) return supportedMimeTypes.has(declared) ? null : declared;
      return MEDIA.test(detected) ? declared : null;
    case 'text':
      return detected && NOT_A_TEXT.test(detected) ? null : own;
    case 'zip':
      if (!detected) return null;
      return detected === 'application/zip' ||
        detected === own ||
        (file.type === 'application/zip' && OFFICE.test(detected))
        ? own
        : sameAs(own, detected);
    case 'compound':
      return detected === 'application/x-cfb' ? own : null;
    case 'gzip':
      return detected === 'application/gzip' ? own : null;
    case 'pdf':
      return detected === 'application/pdf' || startsAsPdf(head) ? own : null;
    default:
      return own;
  }
}

function sameAs(left: string, right: string): string | null {
  const file = fileTypeOf(left);
  return file !== undefined && file === fileTypeOf(right) ? left : null;
}

/** A PDF may have up to 1,024 bytes of something else before it begins (ISO 32000-1, annex H.3.4.1). */
function startsAsPdf(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 1029)).includes('%PDF-');
}

/**
 * Passes a text through unchanged.
 * @throws {AppError} 415 at the first byte that is not UTF-8, or a control character.
 */
export async function* checkText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    checkSigns(decoder, chunk);
    yield chunk;
  }
  checkSigns(decoder);
}

function checkSigns(decoder: TextDecoder, chunk?: Uint8Array): void {
  let text: string;
  try {
    text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw problems.noText();
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters never occur in a text
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) throw problems.noText();
}
