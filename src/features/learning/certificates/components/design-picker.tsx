import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { certificateKey, makeDefaultDesign, removeDesign } from '../data.ts';
import type { Design } from '../schema.ts';

type PickerProps = { designs: readonly Design[]; design: Design | null; onChoose: (id: string | null) => void };

/** Which design is edited, and what can be done with it as a whole. */
export function DesignPicker({ designs, design, onChoose }: PickerProps) {
  const { t } = useTranslation('certificates');
  const db = useDb();
  const { account_id } = useAccount();
  const [isRemoving, setRemoving] = useState(false);
  const invalidates = [certificateKey(account_id)];
  const name = design?.name ?? '';
  const makeDefault = useSave((id: string) => makeDefaultDesign(db, id), {
    invalidates,
    done: t('design.madeDefault', { name }),
  });
  const remove = useSave((id: string) => removeDesign(db, account_id, id), {
    invalidates,
    done: t('design.removed', { name }),
    onSaved: () => onChoose(null),
  });
  return (
    <div className="mb-6 flex flex-wrap items-end gap-3">
      <Select
        className="w-full sm:w-72"
        label={t('design.edited')}
        options={designs.map(({ id, name: label, language }) => ({ id, label, language }))}
        value={design?.id ?? null}
        onChange={onChoose}
      />
      {design?.is_default ? <p className="help pb-2">{t('design.isDefault')}</p> : null}
      {design && !design.is_default ? (
        <Button isBusy={makeDefault.isSaving} onPress={() => void makeDefault.save(design.id)}>
          {t('design.makeDefault')}
        </Button>
      ) : null}
      {design ? (
        <Button variant="quiet" icon={Trash2} onPress={() => setRemoving(true)}>
          {t('design.remove')}
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={t('design.removeTitle', { name })}
        confirmLabel={t('design.remove')}
        isDanger
        onConfirm={() => (design ? remove.saveOrThrow(design.id) : undefined)}
      >
        {t('design.removeText')}
      </ConfirmDialog>
    </div>
  );
}
