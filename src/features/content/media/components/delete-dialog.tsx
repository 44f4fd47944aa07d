import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { filesIn, mediaQueries, removeFiles, removeFolders } from '../data.ts';
import { foldersUnder } from '../rules.ts';
import type { MediaFolder } from '../schema.ts';
import type { MediaSelection } from './entries.ts';
import { UseList } from './use-list.tsx';

/** Deletes files, and folders with their contents; first shows how many files that is and where they are used. */
export function DeleteDialog({
  selected,
  folders,
  onClose,
  onDone,
}: {
  selected: MediaSelection;
  folders: readonly MediaFolder[];
  onClose: () => void;
  onDone: (count: number) => void;
}) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  const selectedFolderIds = selected.folders.map(({ id }) => id);
  const folderIds = foldersUnder(folders, selectedFolderIds);
  async function readPaths() {
    const contained = await filesIn(db, account_id, folderIds);
    return [...new Set([...selected.files, ...contained].map(({ path }) => path))];
  }
  const { data: paths } = useQuery({
    queryKey: ['media', account_id, 'removal', selected.files.map(({ id }) => id), folderIds],
    queryFn: readPaths,
    staleTime: 0,
  });
  const uses = useQuery({ ...mediaQueries.uses(db, account_id, paths ?? []), enabled: paths !== undefined });
  const entries = [...selected.files, ...selected.folders];

  async function remove() {
    // Read again: files added to a folder since the dialog opened are deleted with it, as the text says.
    const deleted = await readPaths();
    await removeFiles(db, account_id, deleted);
    await removeFolders(db, account_id, selectedFolderIds);
    onDone(deleted.length + selected.folders.length);
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        entries.length === 1
          ? t('remove.title', { name: entries[0]?.name })
          : t('remove.titleMany', { count: entries.length })
      }
      confirmLabel={t('remove.do')}
      onConfirm={remove}
    >
      <div className="grid gap-3">
        <span>
          {selected.folders.length > 0
            ? t('remove.withFolders', { count: paths?.length ?? 0 })
            : t('remove.text', { count: paths?.length ?? selected.files.length })}
        </span>
        {uses.data ? <RemovedUses uses={uses.data} /> : null}
      </div>
    </ConfirmDialog>
  );
}

function RemovedUses({ uses }: ComponentProps<typeof UseList>) {
  const { t } = useTranslation('media');
  if (uses.length === 0) return <span>{t('remove.unused')}</span>;
  return (
    <div className="grid gap-2">
      <strong className="font-medium">{t('remove.used', { count: uses.length })}</strong>
      <UseList uses={uses} max={5} />
    </div>
  );
}
