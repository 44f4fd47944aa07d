import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { folderPath, foldersUnder } from '../rules.ts';
import type { MediaFolder } from '../schema.ts';
import type { MediaSelection } from './entries.ts';

/** Option for the library's root, which is no folder. */
const ROOT = 'library';

/** Picks the target folder, each listed by its full path, without the folders that are being moved. */
export function MoveDialog({
  selected,
  folders,
  onClose,
  onMove,
}: {
  selected: MediaSelection;
  folders: readonly MediaFolder[];
  onClose: () => void;
  /** Rejects with the error to show in the dialog. */
  onMove: (folder: string | null) => Promise<void>;
}) {
  const { t } = useTranslation('media');
  const [target, setTarget] = useState(ROOT);
  const moved = foldersUnder(
    folders,
    selected.folders.map(({ id }) => id),
  );
  const options = folders
    .filter(({ id }) => !moved.includes(id))
    .map(({ id }) => ({
      id,
      label: folderPath(folders, id)
        .map(({ name }) => name)
        .join(' / '),
    }))
    .sort((left, right) => left.label.localeCompare(right.label));

  const {
    save: move,
    isSaving: isBusy,
    problem,
  } = useSave(() => onMove(target === ROOT ? null : target), { isInForm: true });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('move.title', { count: selected.files.length + selected.folders.length })}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" isBusy={isBusy} onPress={() => void move()}>
            {t('move.do')}
          </Button>
        </>
      }
    >
      <Select
        label={t('move.to')}
        description={t('move.help')}
        value={target}
        onChange={setTarget}
        options={[{ id: ROOT, label: t('library.title') }, ...options]}
        errorMessage={problem}
      />
    </Dialog>
  );
}
