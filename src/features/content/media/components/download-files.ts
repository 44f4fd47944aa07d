import type { Db } from '#base/shared/db-client.ts';
import { filesIn } from '../data.ts';
import { addressOf, foldersUnder, uniqueNames, wayTo } from '../rules.ts';
import type { MediaFile, MediaFolder } from '../schema.ts';
import type { Chosen } from './entries.ts';

/** Limit of a ZIP archive, which is built in the browser's memory. */
export const MOST_ARCHIVE_BYTES = 500 * 1024 * 1024;

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
  chosen: Chosen,
  folders: readonly MediaFolder[],
): Promise<boolean> {
  const only = chosen.folders.length === 0 && chosen.files.length === 1 ? chosen.files[0] : undefined;
  if (only) {
    downloadFile(only);
    return true;
  }
  const chosenFolders = chosen.folders.map(({ id }) => id);
  const held = await filesIn(db, account_id, foldersUnder(folders, chosenFolders));
  const all = [...chosen.files.map((file) => ({ file, name: file.name }))];
  for (const file of held) {
    const way = wayTo(folders, file.folder_id);
    const first = way.findIndex(({ id }) => chosenFolders.includes(id));
    all.push({ file, name: [...way.slice(first).map(({ name }) => name), file.name].join('/') });
  }
  if (all.reduce((sum, { file }) => sum + file.bytes, 0) > MOST_ARCHIVE_BYTES) return false;
  const { Zip, ZipPassThrough } = await import('fflate');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((problem, part) => {
    if (problem) throw problem;
    parts.push(new Uint8Array(part));
  });
  const names = uniqueNames(all.map(({ name }) => name));
  for (const [place, { file }] of all.entries()) {
    const answer = await fetch(addressOf(file), { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`${file.name}: ${answer.status} ${answer.statusText}`);
    // Images and videos are compressed already: the archive stores them uncompressed.
    const entry = new ZipPassThrough(names[place] ?? file.name);
    archive.add(entry);
    entry.push(new Uint8Array(await answer.arrayBuffer()), true);
  }
  archive.end();
  const address = URL.createObjectURL(new Blob(parts, { type: 'application/zip' }));
  save(address, 'media.zip');
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
