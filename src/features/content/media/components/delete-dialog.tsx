import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { filesIn, mediaQueries, removeFiles, removeFolders } from '../data.ts';
import { foldersUnder } from '../rules.ts';
import type { MediaFolder } from '../schema.ts';
import type { Chosen } from './entries.ts';
import { UseList } from './use-list.tsx';

/** Deletes files, and folders with their contents; first shows how many files that is and where they are used. */
export function DeleteDialog({
  chosen,
  folders,
  onClose,
  onDone,
}: {
  chosen: Chosen;
  folders: readonly MediaFolder[];
  onClose: () => void;
  onDone: (count: number) => void;
}) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  const emptied = foldersUnder(
    folders,
    chosen.folders.map(({ id }) => id),
  );
  const all = useQuery({
    queryKey: ['media', account_id, 'removal', chosen.files.map(({ id }) => id), emptied],
    queryFn: async () => {
      const held = await filesIn(db, account_id, emptied);
      return [...new Set([...chosen.files, ...held].map(({ path }) => path))];
    },
    staleTime: 0,
  });
  const paths = all.data;
  const uses = useQuery({ ...mediaQueries.uses(db, account_id, paths ?? []), enabled: paths !== undefined });
  const only = chosen.files.length + chosen.folders.length === 1 ? (chosen.files[0] ?? chosen.folders[0]) : undefined;

  async function remove() {
    // Read again: files added to a folder since the dialog opened are deleted with it, as the text says.
    const held = await filesIn(db, account_id, emptied);
    const gone = [...new Set([...chosen.files, ...held].map(({ path }) => path))];
    await removeFiles(db, account_id, gone);
    await removeFolders(
      db,
      account_id,
      chosen.folders.map(({ id }) => id),
    );
    onDone(gone.length + chosen.folders.length);
  }
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        only
          ? t('remove.title', { name: only.name })
          : t('remove.titleMany', { count: chosen.files.length + chosen.folders.length })
      }
      confirmLabel={t('remove.do')}
      onConfirm={remove}
    >
      <div className="grid gap-3">
        <span>
          {chosen.folders.length > 0
            ? t('remove.withFolders', { count: paths?.length ?? 0 })
            : t('remove.text', { count: paths?.length ?? chosen.files.length })}
        </span>
        {uses.data && uses.data.length > 0 ? (
          <div className="grid gap-2">
            <strong className="font-medium">{t('remove.used', { count: uses.data.length })}</strong>
            <UseList uses={uses.data} most={5} />
          </div>
        ) : null}
        {uses.data?.length === 0 ? <span>{t('remove.unused')}</span> : null}
      </div>
    </ConfirmDialog>
  );
}
