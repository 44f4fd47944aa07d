import { extensionOf, fileTypeOfName } from '#base/shared/file-types.ts';

/** Kinds of files a field accepts. */
export const fileKinds = ['any', 'picture', 'document'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Maximum for one field. */
export const MAX_FILES = 5;
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** Maximum size of one submission, other answers included. */
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;
const MAX_NAME_LENGTH = 200;

/** File extensions by kind; none that a browser would execute. */
const pictures = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic'];
const documents = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'txt', 'csv'];

const extensionsOf = (kind: FileKind): readonly string[] => [
  ...(kind === 'document' ? [] : pictures),
  ...(kind === 'picture' ? [] : documents),
];

/** The `accept` attribute of a file input: `.pdf,.docx`. */
export function acceptOf(kind: FileKind): string {
  return extensionsOf(kind)
    .map((extension) => `.${extension}`)
    .join(',');
}

/** The MIME type a file of this name must have; null where the field does not accept it. */
export function typeOfName(kind: FileKind, name: string): string | null {
  return extensionsOf(kind).includes(extensionOf(name)) ? (fileTypeOfName(name)?.type ?? null) : null;
}

/** Sanitizes a file name for storage: one line, no path, extension kept. */
export function fileName(name: string): string {
  const plain = name
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}|\p{Cf}/gu, '')
    .trim();
  if (!plain) return 'file';
  if (plain.length <= MAX_NAME_LENGTH) return plain;
  const extension = /\.[a-z0-9]{1,5}$/i.exec(plain)?.[0] ?? '';
  return plain.slice(0, MAX_NAME_LENGTH - extension.length) + extension;
}

type Chosen = { name: string; bytes: number };

/** Validates the files of a field; returns a key of `problems` with its values, or null. */
export function fileProblem(
  field: { files: FileKind; most: number | null },
  chosen: readonly Chosen[],
): { key: string; values?: Record<string, number> } | null {
  const max = maxFiles(field);
  if (chosen.length > max) return { key: 'files', values: { count: max } };
  if (chosen.some(({ name }) => typeOfName(field.files, name) === null)) return { key: 'fileType' };
  if (chosen.some(({ bytes }) => bytes === 0)) return { key: 'fileEmpty' };
  if (chosen.some(({ bytes }) => bytes > MAX_FILE_BYTES))
    return { key: 'fileLarge', values: { size: MAX_FILE_BYTES / 1024 / 1024 } };
  return null;
}

export function maxFiles({ most: max }: { most: number | null }): number {
  return Math.min(Math.max(1, Math.trunc(max ?? 1)), MAX_FILES);
}
