import { FolderPlus, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { LibraryContents } from '../components/library-contents.tsx';
import { type LibraryDialog, LibraryDialogs } from '../components/library-dialogs.tsx';
import { LibraryFilters } from '../components/library-filters.tsx';
import { filesOf } from '../components/media-grid.tsx';
import { StorageMeter } from '../components/storage-meter.tsx';
import { UploadList } from '../components/upload-list.tsx';
import { resumeUnfinished, type UploadContext } from '../components/upload-queue.ts';
import { useLibrary } from '../components/use-library.ts';
import { useSending } from '../components/use-sending.ts';
import { folderPath, uploadTypes } from '../rules.ts';
import type { MediaFolder } from '../schema.ts';

const tableDefaults = {
  pageSize: 48,
  sort: { column: 'created_at', direction: 'descending' },
  filters: ['kind'],
} as const;

export default function MediaLibrary() {
  const { t } = useTranslation('media');
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const folder = params.get('folder');
  const isList = params.get('view') === 'list';
  const state = useTableState(tableDefaults);
  const selection = useTableSelection({ ...state, filters: { ...state.filters, folder: folder ? [folder] : [] } });
  const library = useLibrary(state, folder, selection);
  const { sender, send } = useSending();
  const [dialog, setDialog] = useState<LibraryDialog | null>(null);
  const path = folderPath(library.folders, folder);
  useResumedUploads(sender);

  const hrefOf = (id: string | null) => paths.media(id ?? undefined, isList ? 'list' : undefined);
  const goTo = (id: string | null) => {
    selection.clear();
    void navigate(hrefOf(id));
  };
  const sendTo = (files: readonly File[], folderId: string | null) =>
    void send(files, { folder_id: folderId ?? folder });
  return (
    <main id="content" className="page">
      <LibraryHeader
        onNewFolder={() => setDialog({ kind: 'folder', folder: null })}
        onFiles={(files) => sendTo(files, null)}
      />
      <StorageMeter kinds={state.filters.kind ?? []} />
      <FolderPath path={path} hrefOf={hrefOf} />
      <LibraryFilters state={state} isList={isList} />
      <UploadList />
      <DropZone
        className="media-zone"
        aria-label={t('library.drop')}
        onDrop={async ({ items }) => sendTo(await filesOf(items), null)}
      >
        <LibraryContents
          label={path.at(-1)?.name ?? t('library.title')}
          {...{ folder, isList, state, selection, library, setDialog }}
          onOpenFolder={goTo}
          onFiles={sendTo}
        />
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

function LibraryHeader({ onNewFolder, onFiles }: { onNewFolder: () => void; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('media');
  return (
    <PageHeader
      title={t('library.title')}
      sentence={t('library.sentence')}
      actions={
        <>
          <Button icon={FolderPlus} onPress={onNewFolder}>
            {t('folder.new')}
          </Button>
          <FileTrigger allowsMultiple acceptedFileTypes={uploadTypes} onSelect={(list) => list && onFiles([...list])}>
            <Button variant="primary" icon={Upload}>
              {t('library.upload')}
            </Button>
          </FileTrigger>
        </>
      }
    />
  );
}

function useResumedUploads(sender: UploadContext) {
  const { t } = useTranslation('media');
  const resume = useEffectEvent(async () => {
    const count = await resumeUnfinished(sender);
    if (count > 0) showToast(t('upload.resumed', { count }));
  });
  useEffect(() => void resume(), []);
}

function FolderPath({ path, hrefOf }: { path: readonly MediaFolder[]; hrefOf: (id: string | null) => string }) {
  const { t } = useTranslation('media');
  if (path.length === 0) return null;
  return (
    <div className="mb-4">
      <Breadcrumbs
        crumbs={[
          { label: t('library.title'), href: hrefOf(null) },
          ...path.map(({ id, name }) => ({ label: name, href: hrefOf(id) })),
        ]}
      />
    </div>
  );
}
