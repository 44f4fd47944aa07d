import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { type MediaFile, type MediaFolder, type MediaKind, type MediaUse, mediaKinds } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    media_files: { alt: Record<string, string>; kind: MediaKind };
  }
  interface FunctionShapes {
    media_uses: { row: MediaUse };
  }
}

const COLUMNS =
  'account_id, id, folder_id, path, name, mime_type, kind, bytes, width, height, alt, version, uploaded_by, created_at, updated_at';
/** Files per delete request, and per page when listing folders. */
const BATCH_SIZE = 200;
const MAX_FOLDERS = 500;

export type FileFilters = ListRequest & {
  /** A folder's id; null for files in no folder; undefined for all. */
  folder?: string | null;
  kinds?: readonly string[];
};

const sortable = { name: 'name', kind: 'kind', created_at: 'created_at', bytes: 'bytes' };

/** One page of the library. */
export function listFiles(db: Db, account_id: string, filters: FileFilters): Promise<ListPage<MediaFile>> {
  let query = db.from('media_files').select(COLUMNS, { count: 'exact' }).eq('account_id', account_id);
  if (filters.folder === null) query = query.is('folder_id', null);
  else if (filters.folder) query = query.eq('folder_id', filters.folder);
  if (filters.search) query = query.ilike('name', `%${filters.search.replace(/[%_\\]/g, '\\$&')}%`);
  const kinds = mediaKinds.filter((kind) => filters.kinds?.includes(kind));
  if (kinds.length > 0) query = query.in('kind', kinds);
  return pageOf(query, filters, { sortable, usual: 'created_at' });
}

/** All folders of the library, by name. */
export async function listFolders(db: Db, account_id: string): Promise<MediaFolder[]> {
  const rows = dataOf(
    await db
      .from('media_folders')
      .select('id, parent_id, name, created_at, files:media_files(count)')
      .eq('account_id', account_id)
      .order('name')
      .limit(MAX_FOLDERS),
  );
  return rows.map(({ files, ...folder }) => ({ ...folder, count: files[0]?.count ?? 0 }));
}

export async function saveFolder(
  db: Db,
  account_id: string,
  id: string | null,
  draft: { name: string; parent_id: string | null },
): Promise<string> {
  const table = db.from('media_folders');
  const response = id
    ? await table.update(draft).eq('account_id', account_id).eq('id', id).select('id').single()
    : await table
        .insert({ account_id, ...draft })
        .select('id')
        .single();
  return dataOf(response).id;
}

/** Moves files and folders into a folder; null is the root. */
export async function moveTo(
  db: Db,
  account_id: string,
  folder: string | null,
  selected: { files: readonly string[]; folders: readonly string[] },
): Promise<void> {
  if (selected.folders.length > 0) {
    dataOf(
      await db
        .from('media_folders')
        .update({ parent_id: folder })
        .eq('account_id', account_id)
        .in('id', [...selected.folders])
        .select('id'),
    );
  }
  for (const ids of chunks(selected.files)) {
    dataOf(
      await db
        .from('media_files')
        .update({ folder_id: folder })
        .eq('account_id', account_id)
        .in('id', ids)
        .select('id'),
    );
  }
}

export async function changeFile(
  db: Db,
  account_id: string,
  id: string,
  change: Partial<Pick<MediaFile, 'name' | 'alt' | 'width' | 'height'>>,
): Promise<MediaFile> {
  return dataOf(
    await db.from('media_files').update(change).eq('account_id', account_id).eq('id', id).select(COLUMNS).single(),
  );
}

/** All files directly in these folders. */
export async function filesIn(db: Db, account_id: string, folders: readonly string[]): Promise<MediaFile[]> {
  const files: MediaFile[] = [];
  for (const ids of chunks(folders)) {
    for (let from = 0; ; from += BATCH_SIZE) {
      const rows = dataOf(
        await db
          .from('media_files')
          .select(COLUMNS)
          .eq('account_id', account_id)
          .in('folder_id', ids)
          .order('id')
          .range(from, from + BATCH_SIZE - 1),
      );
      files.push(...rows);
      if (rows.length < BATCH_SIZE) break;
    }
  }
  return files;
}

/** Deletes files permanently from storage; a trigger removes their library rows. */
export async function removeFiles(db: Db, account_id: string, paths: readonly string[]): Promise<void> {
  for (const batch of chunks(paths)) {
    const { error } = await db.storage.from(account_id).remove(batch);
    if (error) throw new Error(error.message);
  }
}

/** Deletes folders; remaining files move to the root. */
export async function removeFolders(db: Db, account_id: string, ids: readonly string[]): Promise<void> {
  for (const batch of chunks(ids)) {
    dataOf(await db.from('media_folders').delete().eq('account_id', account_id).in('id', batch).select('id'));
  }
}

/** Where files are used, over all tables that hold file URLs. */
export async function usesOf(db: Db, account_id: string, paths: readonly string[]): Promise<MediaUse[]> {
  const uses: MediaUse[] = [];
  for (const batch of chunks(paths)) {
    uses.push(...dataOf(await db.rpc('media_uses', { account_id, paths: batch })));
  }
  return uses;
}

/** Name of the member who uploaded a file; null once they have left. */
async function uploaderOf(db: Db, account_id: string, user_id: string): Promise<string | null> {
  const { data } = await db
    .from('members')
    .select('name')
    .eq('account_id', account_id)
    .eq('user_id', user_id)
    .maybeSingle();
  return data?.name ?? null;
}

/** Storage used in bytes and the plan's limit (null: unlimited). Null where the caller may not read it. */
async function storageOf(db: Db, account_id: string): Promise<{ used: number; cap: number | null } | null> {
  const { data } = await db.rpc('account_usage', { account_id });
  const meters = data ?? [];
  const storage = meters.find(({ meter }) => meter === 'storage');
  return storage ? { used: storage.used, cap: storage.cap } : null;
}

/** Files per location that count toward a plan meter, largest first; empty where the caller may not read it. */
async function usageByLocation(
  db: Db,
  account_id: string,
  meter: string,
): Promise<{ place: string; amount: number }[]> {
  const { data } = await db.rpc('meter_places', { account_id, meter });
  return data ?? [];
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let from = 0; from < items.length; from += BATCH_SIZE) parts.push(items.slice(from, from + BATCH_SIZE));
  return parts;
}

export const mediaQueries = {
  files: (db: Db, account_id: string, filters: FileFilters) =>
    queryOptions({
      queryKey: ['media', account_id, 'files', filters],
      queryFn: () => listFiles(db, account_id, filters),
    }),
  folders: (db: Db, account_id: string) =>
    queryOptions({ queryKey: ['media', account_id, 'folders'], queryFn: () => listFolders(db, account_id) }),
  uses: (db: Db, account_id: string, paths: readonly string[]) =>
    queryOptions({
      queryKey: ['media', account_id, 'uses', paths],
      queryFn: () => usesOf(db, account_id, paths),
      // Always refetched: a page may have changed in another window.
      staleTime: 0,
    }),
  storage: (db: Db, account_id: string) =>
    queryOptions({ queryKey: ['media', account_id, 'storage'], queryFn: () => storageOf(db, account_id) }),
  places: (db: Db, account_id: string, meter: string) =>
    queryOptions({
      queryKey: ['media', account_id, 'places', meter],
      queryFn: () => usageByLocation(db, account_id, meter),
    }),
  uploader: (db: Db, account_id: string, user_id: string | null) =>
    queryOptions({
      queryKey: ['media', account_id, 'uploader', user_id],
      queryFn: () => (user_id ? uploaderOf(db, account_id, user_id) : null),
    }),
};
