import type { MediaFile, MediaFolder } from '../schema.ts';

/** Entries of the library list: folders first, then files. Their ids are uuids and never collide. */
export type Entry = { id: string; name: string } & (
  | { folder: MediaFolder; file: null }
  | { folder: null; file: MediaFile }
);

export function entriesOf(folders: readonly MediaFolder[], files: readonly MediaFile[]): Entry[] {
  return [
    ...folders.map((folder) => ({ id: folder.id, name: folder.name, folder, file: null })),
    ...files.map((file) => ({ id: file.id, name: file.name, folder: null, file })),
  ];
}

/** The selection, split into files and folders: different calls change them. */
export type MediaSelection = { files: MediaFile[]; folders: MediaFolder[] };

export function selectionOf(entries: readonly Entry[]): MediaSelection {
  return {
    files: entries.flatMap(({ file }) => (file ? [file] : [])),
    folders: entries.flatMap(({ folder }) => (folder ? [folder] : [])),
  };
}
