import { Download, FolderInput, FolderPlus, LayoutGrid, List, Trash2, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { Pagination } from '#ui/table/pagination.tsx';
import { BulkBar } from '#ui/table/table-bulk.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { formatSort, parseSort, useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { type Entry, type MediaSelection, selectionOf } from '../components/entries.ts';
import { type LibraryDialog, LibraryDialogs } from '../components/library-dialogs.tsx';
import { MediaGrid } from '../components/media-grid.tsx';
import { MediaRows } from '../components/media-rows.tsx';
import { StorageMeter } from '../components/storage-meter.tsx';
import { UploadList } from '../components/upload-list.tsx';
import { resumeUnfinished } from '../components/upload-queue.ts';
import { useLibrary } from '../components/use-library.ts';
import { useSending } from '../components/use-sending.ts';
import { folderPath, uploadTypes } from '../rules.ts';
import { mediaKinds } from '../schema.ts';

const sorts = ['-created_at', 'created_at', 'name', '-name', '-bytes', 'bytes'];

export default function MediaLibrary() {
  const { t } = useTranslation('media');
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const folder = params.get('folder');
  const isList = params.get('view') === 'list';
  const state = useTableState({
    pageSize: 48,
    sort: { column: 'created_at', direction: 'descending' },
    filters: ['kind'],
  });
  const selection = useTableSelection({ ...state, filters: { ...state.filters, folder: folder ? [folder] : [] } });
  const library = useLibrary(state, folder, selection);
  const { sender, send } = useSending();
  const [dialog, setDialog] = useState<LibraryDialog | null>(null);
  const path = folderPath(library.folders, folder);

  const resume = useEffectEvent(async () => {
    const count = await resumeUnfinished(sender);
    if (count > 0) showToast(t('upload.resumed', { count }));
  });
  useEffect(() => void resume(), []);

  const hrefOf = (id: string | null) => paths.media(id ?? undefined, isList ? 'list' : undefined);
  const goTo = (id: string | null) => {
    selection.clear();
    void navigate(hrefOf(id));
  };
  const sendTo = (files: readonly File[], folderId: string | null) =>
    void send(files, { folder_id: folderId ?? folder });
  const open = ({ file, folder: target }: Entry) => (file ? setDialog({ kind: 'file', id: file.id }) : goTo(target.id));
  const withSelection = async (action: (selected: MediaSelection) => void) => action(await library.fetchSelection());

  function menuOf(entry: Entry): MenuGroup[] {
    const selected = selectionOf([entry]);
    const first = entry.folder
      ? {
          id: 'rename',
          label: t('folder.renameDo'),
          onAction: () => setDialog({ kind: 'folder', folder: entry.folder }),
        }
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
  }
  const bulkActions = (
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
  const label = path.at(-1)?.name ?? t('library.title');
  const total =
    library.total === undefined ? undefined : library.total + library.entries.filter((entry) => entry.folder).length;
  const isEmpty = library.isReady && library.entries.length === 0;
  const uploadButton = (
    <FileTrigger allowsMultiple acceptedFileTypes={uploadTypes} onSelect={(list) => list && sendTo([...list], folder)}>
      <Button variant="primary" icon={Upload}>
        {t('library.upload')}
      </Button>
    </FileTrigger>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('library.title')}
        sentence={t('library.sentence')}
        actions={
          <>
            <Button icon={FolderPlus} onPress={() => setDialog({ kind: 'folder', folder: null })}>
              {t('folder.new')}
            </Button>
            {uploadButton}
          </>
        }
      />
      <StorageMeter kinds={state.filters.kind ?? []} />
      {path.length > 0 ? (
        <div className="mb-4">
          <Breadcrumbs
            crumbs={[
              { label: t('library.title'), href: hrefOf(null) },
              ...path.map(({ id, name }) => ({ label: name, href: hrefOf(id) })),
            ]}
          />
        </div>
      ) : null}
      <FilterBar
        end={
          <>
            {isList ? null : (
              <Select
                aria-label={t('sort.label')}
                label={null}
                value={state.sort ? formatSort(state.sort) : '-created_at'}
                onChange={(id) => {
                  const sort = parseSort(id);
                  if (sort) state.setSort(sort);
                }}
                options={sorts.map((id) => ({ id, label: t(`sort.${id}`) }))}
              />
            )}
            <Segmented
              label={t('view.label')}
              value={isList ? 'list' : 'grid'}
              onChange={(view) =>
                setParams(
                  (previous) => {
                    const next = new URLSearchParams(previous);
                    if (view === 'list') next.set('view', view);
                    else next.delete('view');
                    return next;
                  },
                  { replace: true, preventScrollReset: true },
                )
              }
              options={[
                { id: 'grid', label: t('view.grid'), icon: LayoutGrid },
                { id: 'list', label: t('view.list'), icon: List },
              ]}
            />
          </>
        }
      >
        <TableSearch state={state} label={t('library.search')} />
        <FilterChip
          label={t('file.kind')}
          options={mediaKinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
          selected={state.filters.kind ?? []}
          onChange={(ids) => state.setFilter('kind', ids)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <UploadList />
      <DropZone
        className="media-zone"
        aria-label={t('library.drop')}
        onDrop={async ({ items }) =>
          sendTo(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())), folder)
        }
      >
        {library.isBroken ? <ErrorState onRetry={library.retry} isRetrying={library.list.isFetching} /> : null}
        {!library.isBroken && !library.isReady ? <SkeletonList rows={6} /> : null}
        {isEmpty && !library.isBroken ? (
          <EmptyState
            drawing={state.isFiltered ? 'search' : 'box'}
            title={t(
              state.isFiltered ? 'library.noMatchTitle' : folder ? 'library.emptyFolderTitle' : 'library.emptyTitle',
            )}
            actions={state.isFiltered ? <Button onPress={state.clearFilters}>{t('library.clear')}</Button> : null}
          >
            {t(state.isFiltered ? 'library.noMatchText' : 'library.emptyText')}
          </EmptyState>
        ) : null}
        {!library.isBroken && library.isReady && !isEmpty && isList ? (
          <MediaRows
            {...{ label, state, selection, bulkActions, menuOf, total }}
            entries={library.entries}
            onOpen={open}
          />
        ) : null}
        {!library.isBroken && library.isReady && !isEmpty && !isList ? (
          <>
            {selection.isAll || selection.ids.size > 0 ? (
              <BulkBar selection={selection} total={total} shownCount={library.entries.length}>
                {bulkActions}
              </BulkBar>
            ) : null}
            <MediaGrid
              {...{ label, selection, menuOf }}
              entries={library.entries}
              onOpen={open}
              onMove={(ids, to) => void library.dropOn(ids, to)}
              onFiles={sendTo}
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
        ) : null}
      </DropZone>
      <LibraryDialogs
        dialog={dialog}
        setDialog={setDialog}
        library={library}
        folder={folder}
        onRemoved={(count, deleted) => {
          selection.clear();
          void library.refresh();
          showToast(t('remove.done', { count }));
          // Go to the root when the current folder or one above it was deleted.
          if (path.some(({ id }) => deleted.folders.some((item) => item.id === id))) goTo(null);
        }}
      />
    </main>
  );
}
