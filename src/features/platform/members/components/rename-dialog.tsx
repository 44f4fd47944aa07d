import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

const NAME_LENGTH = 60;

/** Renames a factor or a passkey. */
export function RenameDialog({
  name: currentName,
  onClose,
  onSave,
}: {
  name: string;
  onClose: () => void;
  /** Rejects with the error to show in the dialog. */
  onSave: (name: string) => Promise<unknown>;
}) {
  const { t } = useTranslation('members');
  const [name, setName] = useState(currentName);

  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const trimmed = name.trim();
      if (trimmed && trimmed !== currentName) await onSave(trimmed);
    },
    { isInForm: true, onSaved: onClose },
  );
  return (
    <Dialog
      title={t('second.rename', { name: currentName })}
      isOpen
      isChanged={name !== currentName}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="rename" isBusy={isBusy}>
          {t('second.saveName')}
        </Button>
      }
    >
      <Form
        id="rename"
        label={t('second.rename', { name: currentName })}
        problem={problem}
        onSubmit={() => void save()}
      >
        <TextField
          label={t('second.name')}
          value={name}
          onChange={setName}
          maxLength={NAME_LENGTH}
          isRequired
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
