import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useAction } from '#ui/fields/use-action.ts';
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
  /** Resolves to the error message if it was not saved. */
  onSave: (name: string) => Promise<string | undefined>;
}) {
  const { t } = useTranslation('members');
  const [name, setName] = useState(currentName);
  const { run, isRunning: isBusy } = useAction();
  const [problem, setProblem] = useState<string>();

  function save() {
    return run(async () => {
      const trimmed = name.trim();
      if (!trimmed || trimmed === currentName) return onClose();
      const error = await onSave(trimmed);
      if (error) setProblem(error);
      else onClose();
    });
  }
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
