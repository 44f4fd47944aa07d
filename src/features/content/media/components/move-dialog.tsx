import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useAction } from '#ui/fields/use-action.ts';
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
  onMove: (folder: string | null) => Promise<string | null>;
}) {
  const { t } = useTranslation('media');
  const [target, setTarget] = useState(ROOT);
  const [problem, setProblem] = useState('');
  const { run, isRunning: isBusy } = useAction();
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

  function move() {
    return run(async () => {
      setProblem((await onMove(target === ROOT ? null : target)) ?? '');
    });
  }
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
        errorMessage={problem || undefined}
      />
    </Dialog>
  );
}
