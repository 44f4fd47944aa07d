import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../buttons/button.tsx';
import { TextField } from '../fields/text-field.tsx';
import { Dialog } from '../overlays/dialog.tsx';

type AddressDialogProps = {
  title: string;
  description: string;
  /** The address there is; empty without one. */
  current: string;
  /** The form of an address that can be taken. */
  accepts: RegExp;
  confirmLabel: string;
  onConfirm: (address: string) => void;
  remove?: { label: string; onRemove: () => void } | undefined;
  onClose: () => void;
};

/** Asks for the address of a link or of what is embedded. */
export function AddressDialog({
  title,
  description,
  current,
  accepts,
  confirmLabel,
  onConfirm,
  remove,
  onClose,
}: AddressDialogProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState(current);
  const address = typed.trim();
  const andClose = (action: () => void) => () => {
    action();
    onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen
      isChanged={typed !== current}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {remove ? (
            <Button variant="quiet" onPress={andClose(remove.onRemove)}>
              {remove.label}
            </Button>
          ) : null}
          <Button variant="primary" isDisabled={!accepts.test(address)} onPress={andClose(() => onConfirm(address))}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <TextField
        label={t('text.address')}
        description={description}
        type="url"
        value={typed}
        onChange={setTyped}
        autoFocus
        maxLength={500}
      />
    </Dialog>
  );
}
