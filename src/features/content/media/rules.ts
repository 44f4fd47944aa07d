import { fileTypeOfName } from '#base/shared/file-types.ts';
import type { MediaFile, MediaFolder } from './schema.ts';

/** What an account's public bucket takes (specification, section 5); the store asks again, and looks at the content. */
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

/** What a picture of a page or a text may weigh. */
export const MOST_PICTURE_BYTES = 10 * 1024 * 1024;
export const MOST_UPLOAD_BYTES = 50 * 1024 * 1024;
/** How many files are taken at once; more wait for the next time. */
export const MOST_UPLOADS = 200;
export const MOST_ALT_LETTERS = 300;

/** Pictures a browser can draw and write again. */
const editable = ['image/jpeg', 'image/png', 'image/webp'];
/** Pictures the store makes smaller copies of. */
const scaled = [...editable, 'image/avif', 'image/gif'];

/** The type a file is sent as: systems leave it unsaid or tell it differently. Empty where nobody knows. */
export function typeOfFile(file: { name: string; type: string }): string {
  const told = file.type.toLowerCase();
  const known = fileTypeOfName(file.name);
  return !known || known.alike?.includes(told) ? told : known.type;
}

/**
 * What may take a file's place, as the browser's `accept`: its address stays, and the store refuses what does not fit the
 * ending of it. Pictures stand for pictures, films for films and sounds for sounds; of all else the type is the same.
 */
export function replacementTypes(file: Pick<MediaFile, 'mime_type' | 'path'>): string[] {
  const family = uploadTypes.filter(
    (type) => /^(?:image|video|audio)\//.test(type) && type.startsWith(`${file.mime_type.split('/')[0]}/`),
  );
  if (family.length > 0) return family;
  const own = fileTypeOfName(file.path);
  return own ? [own.type, ...(own.alike ?? []), ...own.endings.map((ending) => `.${ending}`)] : [file.mime_type];
}

/** The address of a new file: sayable, and never one that exists. `random` is some letters and digits. */
export function pathOf(name: string, random: string): string {
  const dot = name.lastIndexOf('.');
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '');
  const stem = plain(dot > 0 ? name.slice(0, dot) : name).slice(0, 60) || 'file';
  const ending = dot > 0 ? plain(name.slice(dot + 1)).slice(0, 8) : '';
  return `public/media/${random}-${stem}${ending ? `.${ending}` : ''}`;
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The address under which everyone reads a file. It stays when the file is replaced. */
export function addressOf(file: Pick<MediaFile, 'account_id' | 'path'>): string {
  return `/storage/v1/object/public/${file.account_id}/${encoded(file.path)}`;
}

/** The address of a small copy, new with every version, so that a replaced picture is seen at once. */
export function previewOf(file: MediaFile, width: number): string {
  return scaled.includes(file.mime_type)
    ? `/storage/v1/render/image/public/${file.account_id}/${encoded(file.path)}?width=${width}&resize=contain&v=${file.version}`
    : `${addressOf(file)}?v=${file.version}`;
}

export function isEditable(file: Pick<MediaFile, 'mime_type'>): boolean {
  return editable.includes(file.mime_type);
}

/** The words of a picture in a language, else in any it has. */
export function altOf(file: Pick<MediaFile, 'alt'>, locale: string): string {
  return file.alt[locale] ?? Object.values(file.alt).find((words) => words !== '') ?? '';
}

/** A folder with those it lies in, the outermost first. */
export function wayTo(folders: readonly MediaFolder[], id: string | null): MediaFolder[] {
  const way: MediaFolder[] = [];
  let next = folders.find((folder) => folder.id === id);
  while (next && !way.includes(next)) {
    way.unshift(next);
    const above = next.parent_id;
    next = folders.find((folder) => folder.id === above);
  }
  return way;
}

/** Folders and all they hold, folders in folders included. */
export function foldersUnder(folders: readonly MediaFolder[], ids: readonly string[]): string[] {
  const found = new Set(ids);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const folder of folders) if (folder.parent_id && found.has(folder.parent_id)) found.add(folder.id);
  }
  return [...found];
}

/** Each folder with the number of files it holds in all, those of its folders included. */
export function withAllTheyHold(folders: readonly MediaFolder[]): MediaFolder[] {
  return folders.map((folder) => {
    const held = new Set(foldersUnder(folders, [folder.id]));
    return { ...folder, count: folders.reduce((sum, { id, count }) => (held.has(id) ? sum + count : sum), 0) };
  });
}

/** Names for one archive: a second `a.png` becomes `a (2).png`, in whatever case it is written. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.') > name.lastIndexOf('/') + 1 ? name.lastIndexOf('.') : name.length;
    let free = name;
    for (let turn = 2; taken.has(free.toLowerCase()); turn++)
      free = `${name.slice(0, dot)} (${turn})${name.slice(dot)}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
