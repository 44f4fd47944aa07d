import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { type Db, isUniqueViolation } from '#base/shared/db-client.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { showError } from '#ui/overlays/toaster.tsx';
import type { TableSelection, TableState } from '#ui/table/table-state.ts';
import { type FileFilters, listFiles, mediaQueries, moveTo } from '../data.ts';
import { withTotalCounts } from '../rules.ts';
import type { MediaFile } from '../schema.ts';
import { downloadAll } from './download-files.ts';
import { type Entry, entriesOf, type MediaSelection, selectionOf } from './entries.ts';

/** Maximum number of files "select all matching" covers. */
const MAX_SELECTED = 1000;
const none: never[] = [];

type EntryIds = { files: readonly string[]; folders: readonly string[] };

/** Queries and actions of the library screen. */
export function useLibrary(state: TableState, folder: string | null, selection: TableSelection) {
  const { t } = useTranslation('media');
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = useAccount();
  const { filters, list, folderList, folders, shownFolders, entries } = useEntries(state, folder);

  // Selected entries may be on another page, so they are fetched.
  const entriesById = useRef(new Map<string, Entry>());
  useEffect(() => {
    for (const entry of entries) entriesById.current.set(entry.id, entry);
  });

  async function fetchSelection(): Promise<MediaSelection> {
    if (!selection.isAll) return selectionOf([...selection.ids].flatMap((id) => entriesById.current.get(id) ?? []));
    return { files: await fetchMatchingFiles(db, account_id, filters), folders: shownFolders };
  }
  const refresh = () => queries.invalidateQueries({ queryKey: ['media', account_id] });

  const moving = useSave(({ ids, to }: { ids: EntryIds; to: string | null }) => moveTo(db, account_id, to, ids), {
    onSaved: selection.clear,
    invalidates: [['media', account_id]],
    done: (_, { ids, to }) => {
      const name = to === null ? t('library.title') : (folders.find(({ id }) => id === to)?.name ?? '');
      return t('move.done', { count: ids.files.length + ids.folders.length, name });
    },
    errorText: (error) => (isUniqueViolation(error) ? t('move.nameTaken') : error.message),
  });
  async function download(selected: MediaSelection) {
    try {
      if (!(await downloadAll(db, account_id, selected, folders))) showError(t('download.tooLarge'));
    } catch (error) {
      showError(t('download.failed', { message: (error as Error).message }));
    }
  }
  const isFolder = (id: string) => folders.some((item) => item.id === id);
  return {
    list,
    folders,
    isReady: list.data !== undefined && !folderList.isPending,
    isBroken: list.isError || folderList.isError,
    retry: () => void Promise.all([list.refetch(), folderList.refetch()]),
    entries,
    total: list.data?.total,
    fetchSelection,
    refresh,
    /** Rejects with the error to show in place. */
    move: ({ files, folders }: MediaSelection, to: string | null) =>
      moving.saveOrThrow({ ids: { files: files.map(({ id }) => id), folders: folders.map(({ id }) => id) }, to }),
    download,
    /** Moves dragged entries into a folder. */
    dropOn: async (ids: readonly string[], to: string) => {
      const dropped = { files: ids.filter((id) => !isFolder(id)), folders: ids.filter(isFolder) };
      if (ids.length > 0) await moving.save({ ids: dropped, to });
    },
  };
}

async function fetchMatchingFiles(db: Db, accountId: string, filters: FileFilters): Promise<MediaFile[]> {
  const pageSize = 200;
  const files = [];
  for (let page = 1; files.length < MAX_SELECTED; page++) {
    const { rows } = await listFiles(db, accountId, { ...filters, page, pageSize });
    files.push(...rows);
    if (rows.length < pageSize) break;
  }
  return files;
}

/** The page of files and the folders that match search and filters. */
function useEntries(state: TableState, folder: string | null) {
  const db = useDb();
  const { account_id } = useAccount();
  const kinds = state.filters.kind ?? none;
  const filters: FileFilters = {
    // A search from the root covers all folders.
    folder: state.isFiltered && folder === null ? undefined : folder,
    search: state.search,
    kinds,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({ ...mediaQueries.files(db, account_id, filters), placeholderData: keepPreviousData });
  const folderList = useQuery(mediaQueries.folders(db, account_id));
  const folders = folderList.data ?? none;
  const inside = withTotalCounts(folders).filter(({ parent_id, name }) =>
    state.search ? name.toLowerCase().includes(state.search.toLowerCase()) : parent_id === folder,
  );
  const shownFolders = state.page === 1 && kinds.length === 0 ? inside : [];
  const entries = entriesOf(shownFolders, list.data?.rows ?? none);
  return { filters, list, folderList, folders, shownFolders, entries };
}
