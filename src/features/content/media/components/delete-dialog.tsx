import { useQuery } from '@tanstack/react-query';
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
  const folderIds = foldersUnder(
    folders,
    selected.folders.map(({ id }) => id),
  );
  const all = useQuery({
    queryKey: ['media', account_id, 'removal', selected.files.map(({ id }) => id), folderIds],
    queryFn: async () => {
      const contained = await filesIn(db, account_id, folderIds);
      return [...new Set([...selected.files, ...contained].map(({ path }) => path))];
    },
    staleTime: 0,
  });
  const paths = all.data;
  const uses = useQuery({ ...mediaQueries.uses(db, account_id, paths ?? []), enabled: paths !== undefined });
  const single =
    selected.files.length + selected.folders.length === 1 ? (selected.files[0] ?? selected.folders[0]) : undefined;

  async function remove() {
    // Read again: files added to a folder since the dialog opened are deleted with it, as the text says.
    const contained = await filesIn(db, account_id, folderIds);
    const deleted = [...new Set([...selected.files, ...contained].map(({ path }) => path))];
    await removeFiles(db, account_id, deleted);
    await removeFolders(
      db,
      account_id,
      selected.folders.map(({ id }) => id),
    );
    onDone(deleted.length + selected.folders.length);
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        single
          ? t('remove.title', { name: single.name })
          : t('remove.titleMany', { count: selected.files.length + selected.folders.length })
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
        {uses.data && uses.data.length > 0 ? (
          <div className="grid gap-2">
            <strong className="font-medium">{t('remove.used', { count: uses.data.length })}</strong>
            <UseList uses={uses.data} max={5} />
          </div>
        ) : null}
        {uses.data?.length === 0 ? <span>{t('remove.unused')}</span> : null}
      </div>
    </ConfirmDialog>
  );
}
