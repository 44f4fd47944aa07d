import { Download, FolderInput, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';
import { Pagination } from '#ui/table/pagination.tsx';
import { BulkBar } from '#ui/table/table-bulk.tsx';
import type { TableSelection, TableState } from '#ui/table/table-state.ts';
import { type Entry, type MediaSelection, selectionOf } from './entries.ts';
import type { LibraryDialog } from './library-dialogs.tsx';
import { MediaGrid } from './media-grid.tsx';
import { MediaRows } from './media-rows.tsx';
import type { useLibrary } from './use-library.ts';

type LibraryContentsProps = {
  /** The current folder; null at the root. */
  folder: string | null;
  /** Its name. */
  label: string;
  isList: boolean;
  state: TableState;
  selection: TableSelection;
  library: ReturnType<typeof useLibrary>;
  setDialog: (dialog: LibraryDialog) => void;
  onOpenFolder: (id: string) => void;
  onFiles: (files: File[], folder: string | null) => void;
};

/** The entries of the current folder, as a table or as a grid. */
export function LibraryContents(props: LibraryContentsProps) {
  const { folder, label, isList, state, selection, library, setDialog, onOpenFolder, onFiles } = props;
  const open = (entry: Entry) => (entry.file ? setDialog({ kind: 'file', id: entry.id }) : onOpenFolder(entry.id));
  const menuOf = useEntryMenu(library, setDialog, open);
  if (library.isBroken) return <ErrorState onRetry={library.retry} isRetrying={library.list.isFetching} />;
  if (!library.isReady) return <SkeletonList rows={6} />;
  const { entries } = library;
  if (entries.length === 0) return <NoEntries state={state} isInFolder={folder !== null} />;
  const total =
    library.total === undefined ? undefined : library.total + entries.filter((entry) => entry.folder).length;
  const bulkActions = <BulkActions library={library} setDialog={setDialog} />;
  if (isList) return <MediaRows {...{ label, state, selection, bulkActions, menuOf, total, entries }} onOpen={open} />;
  return (
    <>
      {selection.isAll || selection.ids.size > 0 ? (
        <BulkBar selection={selection} total={total} shownCount={entries.length}>
          {bulkActions}
        </BulkBar>
      ) : null}
      <MediaGrid
        {...{ label, selection, menuOf, entries, onFiles }}
        onOpen={open}
        onMove={(ids, to) => void library.dropOn(ids, to)}
      />
      {(library.total ?? 0) > state.pageSize ? (
        <Pagination
          label={label}
          page={state.page}
          pageSize={state.pageSize}
          total={library.total}
          onPage={state.setPage}
        />
      ) : null}
    </>
  );
}

function useEntryMenu(
  library: LibraryContentsProps['library'],
  setDialog: LibraryContentsProps['setDialog'],
  open: (entry: Entry) => void,
): (entry: Entry) => MenuGroup[] {
  const { t } = useTranslation('media');
  return (entry) => {
    const selected = selectionOf([entry]);
    const { folder } = entry;
    const first = folder
      ? { id: 'rename', label: t('folder.renameDo'), onAction: () => setDialog({ kind: 'folder', folder }) }
      : { id: 'open', label: t('file.open'), onAction: () => open(entry) };
    const items = [
      first,
      { id: 'move', label: t('move.open'), onAction: () => setDialog({ kind: 'move', selected }) },
      { id: 'download', label: t('file.download'), onAction: () => void library.download(selected) },
    ];
    const remove = {
      id: 'delete',
      label: t('remove.open'),
      isDanger: true,
      onAction: () => setDialog({ kind: 'delete', selected }),
    };
    return [
      { id: 'do', items },
      { id: 'danger', items: [remove] },
    ];
  };
}

function BulkActions({ library, setDialog }: Pick<LibraryContentsProps, 'library' | 'setDialog'>) {
  const { t } = useTranslation('media');
  const withSelection = async (action: (selected: MediaSelection) => void) => action(await library.fetchSelection());
  return (
    <>
      <Button
        size="sm"
        icon={FolderInput}
        onPress={() => void withSelection((selected) => setDialog({ kind: 'move', selected }))}
      >
        {t('move.open')}
      </Button>
      <Button size="sm" icon={Download} onPress={() => void withSelection((selected) => library.download(selected))}>
        {t('file.download')}
      </Button>
      <Button
        size="sm"
        variant="danger-line"
        icon={Trash2}
        onPress={() => void withSelection((selected) => setDialog({ kind: 'delete', selected }))}
      >
        {t('remove.open')}
      </Button>
    </>
  );
}

/** What the library says where nothing matches, or the folder holds nothing. */
function NoEntries({ state, isInFolder }: { state: TableState; isInFolder: boolean }) {
  const { t } = useTranslation('media');
  return (
    <EmptyState
      drawing={state.isFiltered ? 'search' : 'box'}
      title={t(
        state.isFiltered ? 'library.noMatchTitle' : isInFolder ? 'library.emptyFolderTitle' : 'library.emptyTitle',
      )}
      actions={state.isFiltered ? <Button onPress={state.clearFilters}>{t('library.clear')}</Button> : null}
    >
      {t(state.isFiltered ? 'library.noMatchText' : 'library.emptyText')}
    </EmptyState>
  );
}
