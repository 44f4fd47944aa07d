import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

const NAME_LENGTH = 60;

/** Gives a factor or a passkey another name. */
export function RenameDialog({
  name: before,
  onClose,
  onSave,
}: {
  name: string;
  onClose: () => void;
  /** The sentence to show where it was not saved. */
  onSave: (name: string) => Promise<string | undefined>;
}) {
  const { t } = useTranslation('members');
  const [name, setName] = useState(before);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function save() {
    const wanted = name.trim();
    if (!wanted || wanted === before) return onClose();
    setBusy(true);
    const found = await onSave(wanted);
    setBusy(false);
    if (found) setProblem(found);
    else onClose();
  }
  return (
    <Dialog
      title={t('second.rename', { name: before })}
      isOpen
      isChanged={name !== before}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="rename" isBusy={isBusy}>
          {t('second.saveName')}
        </Button>
      }
    >
      <Form id="rename" label={t('second.rename', { name: before })} problem={problem} onSubmit={() => void save()}>
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
