import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
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
  const draft = useDraft({
    saved: { name: folder?.name ?? '' },
    validate: ({ name }) => ({ name: nameProblem(name.trim(), t) }),
  });
  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const name = draft.values.name.trim();
      await saveFolder(db, account_id, folder?.id ?? null, { name, parent_id: folder ? folder.parent_id : parent_id });
      onSaved(name);
    },
    { form: draft, fields: { [UNIQUE_VIOLATION]: ['name', t('folder.nameTaken')] } },
  );
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isChanged={draft.isChanged}
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
      <Form id={form} label={t('folder.new')} problem={problem} onSubmit={() => void save()}>
        <TextField label={t('folder.name')} {...draft.field('name')} maxLength={80} autoFocus autoComplete="off" />
      </Form>
    </Dialog>
  );
}

function nameProblem(name: string, t: (key: string) => string): string | undefined {
  if (name === '') return t('folder.nameMissing');
  return name.includes('/') ? t('folder.nameStroke') : undefined;
}
