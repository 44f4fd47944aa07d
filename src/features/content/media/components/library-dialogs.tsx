import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/overlays/toaster.tsx';
import type { MediaFolder } from '../schema.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { MediaSelection } from './entries.ts';
import { FilePanel } from './file-panel.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PictureEditor } from './picture-editor.tsx';
import type { useLibrary } from './use-library.ts';

/** The open dialog of the library; one at a time. `folder: null` creates a folder. */
export type LibraryDialog =
  | { kind: 'file' | 'edit'; id: string }
  | { kind: 'folder'; folder: MediaFolder | null }
  | { kind: 'move'; selected: MediaSelection }
  | { kind: 'delete'; selected: MediaSelection };

export function LibraryDialogs({
  dialog,
  setDialog,
  library,
  folder,
  onRemoved,
}: {
  dialog: LibraryDialog | null;
  setDialog: (dialog: LibraryDialog | null) => void;
  library: ReturnType<typeof useLibrary>;
  /** The current folder. */
  folder: string | null;
  onRemoved: (count: number, deleted: MediaSelection) => void;
}) {
  const { t } = useTranslation('media');
  const close = () => setDialog(null);
  if (!dialog) return null;
  if (dialog.kind === 'folder') {
    return (
      <FolderDialog
        folder={dialog.folder}
        parent_id={folder}
        onClose={close}
        onSaved={(name) => {
          close();
          void library.refresh();
          showToast(t(dialog.folder ? 'folder.renamed' : 'folder.made', { name }));
        }}
      />
    );
  }
  if (dialog.kind === 'move') {
    return (
      <MoveDialog
        selected={dialog.selected}
        folders={library.folders}
        onClose={close}
        onMove={async (to) => {
          await library.move(dialog.selected, to);
          close();
        }}
      />
    );
  }
  if (dialog.kind === 'delete') {
    return (
      <DeleteDialog
        selected={dialog.selected}
        folders={library.folders}
        onClose={close}
        onDone={(count) => {
          close();
          onRemoved(count, dialog.selected);
        }}
      />
    );
  }
  return <FileDialog {...dialog} library={library} setDialog={setDialog} />;
}

/** The panel of a file, or its picture editor. */
function FileDialog({
  kind,
  id,
  library,
  setDialog,
}: {
  kind: 'file' | 'edit';
  id: string;
  library: ReturnType<typeof useLibrary>;
  setDialog: (dialog: LibraryDialog | null) => void;
}) {
  const file = library.entries.find((entry) => entry.id === id)?.file;
  if (!file) return null;
  const close = () => setDialog(null);
  const refresh = async () => void (await library.refresh());
  if (kind === 'edit') {
    return (
      <PictureEditor
        file={file}
        onClose={() => setDialog({ kind: 'file', id })}
        onSaved={async () => {
          await refresh();
          close();
        }}
      />
    );
  }
  const selected = { files: [file], folders: [] };
  return (
    <FilePanel
      key={file.version}
      file={file}
      onClose={close}
      onChanged={refresh}
      onEdit={() => setDialog({ kind: 'edit', id })}
      onMove={() => setDialog({ kind: 'move', selected })}
      onDelete={() => setDialog({ kind: 'delete', selected })}
    />
  );
}
