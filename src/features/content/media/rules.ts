import { fileTypeOfName } from '#base/shared/file-types.ts';
import type { MediaFile, MediaFolder } from './schema.ts';

/**
 * MIME types of an account's public bucket (specification, section 5); the storage server checks them again, with the
 * content.
 */
export const uploadTypes = [
  'video/*',
  'audio/*',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/bmp',
  'image/avif',
  'image/svg+xml',
  'image/webp',
  'application/pdf',
  'application/json',
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'application/x-zip-compressed',
  'application/xml',
  'text/xml',
  'text/csv',
  'text/plain',
  'text/markdown',
  'text/vtt',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
] as const;

/** Size limit of an image on a page or in a text. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;
/** Files per upload; the rest is rejected. */
export const MAX_UPLOADS = 200;
export const MAX_ALT_LENGTH = 300;

/** Image types the browser's canvas can decode and encode. */
const editable = ['image/jpeg', 'image/png', 'image/webp'];
/** Image types the storage server resizes. */
const resizable = [...editable, 'image/avif', 'image/gif'];

/** MIME type to upload a file as: operating systems omit it or report variants. Empty where it is unknown. */
export function typeOfFile(file: { name: string; type: string }): string {
  const declared = file.type.toLowerCase();
  const byExtension = fileTypeOfName(file.name);
  return !byExtension || byExtension.alike?.includes(declared) ? declared : byExtension.type;
}

/**
 * Types a file can be replaced with, for the `accept` attribute: its URL stays, and storage rejects content that does
 * not match the extension. Images replace images, videos videos and audio audio; all else keeps its type.
 */
export function replacementTypes(file: Pick<MediaFile, 'mime_type' | 'path'>): string[] {
  const family = uploadTypes.filter(
    (type) => /^(?:image|video|audio)\//.test(type) && type.startsWith(`${file.mime_type.split('/')[0]}/`),
  );
  if (family.length > 0) return family;
  const byExtension = fileTypeOfName(file.path);
  return byExtension
    ? [byExtension.type, ...(byExtension.alike ?? []), ...byExtension.endings.map((ending) => `.${ending}`)]
    : [file.mime_type];
}

/** Storage path of a new file: readable and unique. `random` is a string of letters and digits. */
export function pathOf(name: string, random: string): string {
  const dot = name.lastIndexOf('.');
  const slugOf = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '');
  const stem = slugOf(dot > 0 ? name.slice(0, dot) : name).slice(0, 60) || 'file';
  const ending = dot > 0 ? slugOf(name.slice(dot + 1)).slice(0, 8) : '';
  return `public/media/${random}-${stem}${ending ? `.${ending}` : ''}`;
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Public URL of a file. It stays when the file is replaced. */
export function addressOf(file: Pick<MediaFile, 'account_id' | 'path'>): string {
  return `/storage/v1/object/public/${file.account_id}/${encodePath(file.path)}`;
}

/** URL of a resized copy, versioned so that a replaced image shows at once. */
export function previewOf(file: MediaFile, width: number): string {
  return resizable.includes(file.mime_type)
    ? `/storage/v1/render/image/public/${file.account_id}/${encodePath(file.path)}?width=${width}&resize=contain&v=${file.version}`
    : `${addressOf(file)}?v=${file.version}`;
}

export function isEditable(file: Pick<MediaFile, 'mime_type'>): boolean {
  return editable.includes(file.mime_type);
}

/** Alt text in a language, else in any other it has. */
export function altOf(file: Pick<MediaFile, 'alt'>, locale: string): string {
  return file.alt[locale] ?? Object.values(file.alt).find((text) => text !== '') ?? '';
}

/** Path of a folder from the outermost one down to itself. */
export function folderPath(folders: readonly MediaFolder[], id: string | null): MediaFolder[] {
  const result: MediaFolder[] = [];
  let next = folders.find((folder) => folder.id === id);
  while (next && !result.includes(next)) {
    result.unshift(next);
    const parentId = next.parent_id;
    next = folders.find((folder) => folder.id === parentId);
  }
  return result;
}

/** Folder ids with those of all their descendants. */
export function foldersUnder(folders: readonly MediaFolder[], ids: readonly string[]): string[] {
  const result = new Set(ids);
  for (let size = -1; size !== result.size; ) {
    size = result.size;
    for (const folder of folders) if (folder.parent_id && result.has(folder.parent_id)) result.add(folder.id);
  }
  return [...result];
}

/** Each folder with its file count, descendants included. */
export function withTotalCounts(folders: readonly MediaFolder[]): MediaFolder[] {
  return folders.map((folder) => {
    const descendants = new Set(foldersUnder(folders, [folder.id]));
    return { ...folder, count: folders.reduce((sum, { id, count }) => (descendants.has(id) ? sum + count : sum), 0) };
  });
}

/** Unique names for an archive: a second `a.png` becomes `a (2).png`; case-insensitive. */
export function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.') > name.lastIndexOf('/') + 1 ? name.lastIndexOf('.') : name.length;
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number++)
      unique = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}
