import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { saveFolder } from '../data.ts';
import type { MediaFolder } from '../schema.ts';

/** Creates a folder in `parent_id`, or renames an existing one. */
export function FolderDialog({
  folder,
  parent_id,
  onClose,
  onSaved,
}: {
  folder: MediaFolder | null;
  parent_id: string | null;
  onClose: () => void;
  onSaved: (name: string) => void;
}) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  const form = useId();
  const [name, setName] = useState(folder?.name ?? '');
  const [problem, setProblem] = useState('');
  const { run, isRunning: isBusy } = useAction();

  function save() {
    return run(async () => {
      const newName = name.trim();
      if (newName === '') return setProblem(t('folder.nameMissing'));
      if (newName.includes('/')) return setProblem(t('folder.nameStroke'));
      try {
        const draft = { name: newName, parent_id: folder ? folder.parent_id : parent_id };
        await saveFolder(db, account_id, folder?.id ?? null, draft);
        onSaved(newName);
      } catch (error) {
        const { message } = error as Error;
        setProblem(message.includes('media_folders_name_idx') ? t('folder.nameTaken') : message);
      }
    });
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isChanged={name !== (folder?.name ?? '')}
      title={folder ? t('folder.rename', { name: folder.name }) : t('folder.new')}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} isBusy={isBusy}>
            {t(folder ? 'folder.renameDo' : 'folder.make')}
          </Button>
        </>
      }
    >
      <Form id={form} label={t('folder.new')} onSubmit={() => void save()}>
        <TextField
          label={t('folder.name')}
          value={name}
          onChange={setName}
          maxLength={80}
          autoFocus
          autoComplete="off"
          errorMessage={problem || undefined}
        />
      </Form>
    </Dialog>
  );
}
