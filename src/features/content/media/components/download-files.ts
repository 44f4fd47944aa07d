import type { Db } from '#base/shared/db-client.ts';
import { filesIn } from '../data.ts';
import { addressOf, folderPath, foldersUnder, uniqueNames } from '../rules.ts';
import type { MediaFile, MediaFolder } from '../schema.ts';
import type { MediaSelection } from './entries.ts';

/** Limit of a ZIP archive, which is built in the browser's memory. */
export const MAX_ARCHIVE_BYTES = 500 * 1024 * 1024;

function save(href: string, name: string): void {
  const link = Object.assign(document.createElement('a'), { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

export function downloadFile(file: MediaFile): void {
  save(`${addressOf(file)}?download=${encodeURIComponent(file.name)}`, file.name);
}

/**
 * Downloads files and folders as one ZIP archive with the same folder structure. Returns false where it would be too
 * large.
 */
export async function downloadAll(
  db: Db,
  account_id: string,
  selected: MediaSelection,
  folders: readonly MediaFolder[],
): Promise<boolean> {
  const single = selected.folders.length === 0 && selected.files.length === 1 ? selected.files[0] : undefined;
  if (single) {
    downloadFile(single);
    return true;
  }
  const selectedFolders = selected.folders.map(({ id }) => id);
  const contained = await filesIn(db, account_id, foldersUnder(folders, selectedFolders));
  const all = [...selected.files.map((file) => ({ file, name: file.name }))];
  for (const file of contained) {
    const path = folderPath(folders, file.folder_id);
    const first = path.findIndex(({ id }) => selectedFolders.includes(id));
    all.push({ file, name: [...path.slice(first).map(({ name }) => name), file.name].join('/') });
  }
  if (all.reduce((sum, { file }) => sum + file.bytes, 0) > MAX_ARCHIVE_BYTES) return false;
  const { Zip, ZipPassThrough } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((problem, part) => {
    if (problem) throw problem;
    parts.push(new Uint8Array(part));
  });
  const names = uniqueNames(all.map(({ name }) => name));
  for (const [index, { file }] of all.entries()) {
    const response = await fetch(addressOf(file), { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${file.name}: ${response.status} ${response.statusText}`);
    // Images and videos are compressed already: the archive stores them uncompressed.
    const entry = new ZipPassThrough(names[index] ?? file.name);
    archive.add(entry);
    entry.push(new Uint8Array(await response.arrayBuffer()), true);
  }
  archive.end();
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/zip' }));
  save(address, 'media.zip');
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
