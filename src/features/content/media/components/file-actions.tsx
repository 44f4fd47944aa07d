import { Copy, Crop, Download, FolderInput, Replace, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { changeFile } from '../data.ts';
import { addressOf, isEditable, replacementTypes } from '../rules.ts';
import type { MediaFile } from '../schema.ts';
import { downloadFile } from './download-files.ts';
import { useSending } from './use-sending.ts';

type Replacing = {
  file: MediaFile;
  onChanged: () => Promise<void>;
  /** Called when a replacement cleared the alt text, and when it is restored. */
  onAltText: (alt: Record<string, string>) => void;
};

type FileActionsProps = Replacing & { onEdit: () => void; onMove: () => void; onDelete: () => void };

export function FileActions({ file, onChanged, onAltText, onEdit, onMove, onDelete }: FileActionsProps) {
  const { t } = useTranslation('media');
  const site = useSite();
  const { replace, isReplacing } = useReplacing({ file, onChanged, onAltText });
  async function copyAddress() {
    await navigator.clipboard.writeText(new URL(addressOf(file), site.origin).href);
    showToast(t('file.copied'));
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isEditable(file) ? (
        <Button size="sm" icon={Crop} onPress={onEdit}>
          {t('file.edit')}
        </Button>
      ) : null}
      <FileTrigger acceptedFileTypes={replacementTypes(file)} onSelect={(list) => void replace(list)}>
        <Button size="sm" icon={Replace} isBusy={isReplacing}>
          {t('file.replace')}
        </Button>
      </FileTrigger>
      <Button size="sm" icon={Download} onPress={() => downloadFile(file)}>
        {t('file.download')}
      </Button>
      <Button size="sm" icon={Copy} onPress={() => void copyAddress()}>
        {t('file.copy')}
      </Button>
      <Button size="sm" icon={FolderInput} onPress={onMove}>
        {t('file.move')}
      </Button>
      <Button size="sm" variant="danger-line" icon={Trash2} onPress={onDelete}>
        {t('file.delete')}
      </Button>
    </div>
  );
}

/** Replaces a file under its address and clears its alt text, which describes the old image; the toast offers to restore it. */
function useReplacing({ file, onChanged, onAltText }: Replacing) {
  const { t } = useTranslation('media');
  const db = useDb();
  const { account_id } = useAccount();
  const { send } = useSending();
  const [isReplacing, setReplacing] = useState(false);
  const hasAltText = Object.keys(file.alt).length > 0;

  async function changeAltText(alt: Record<string, string>) {
    await changeFile(db, account_id, file.id, { alt });
    onAltText(alt);
  }
  async function restoreAltText() {
    await changeAltText(file.alt);
    await onChanged();
  }
  const undo = {
    label: t('file.keepWords'),
    onAction: () => void restoreAltText().catch((error: Error) => showError(error.message)),
  };
  async function replace(list: FileList | null) {
    const next = list?.[0];
    if (!next) return;
    setReplacing(true);
    const [upload] = await send([next], { folder_id: file.folder_id, replaces: file }, replacementTypes(file));
    if (upload && (await upload)) {
      if (hasAltText) await changeAltText({});
      await onChanged();
      showToast(t('file.replaced', { name: file.name }), { action: hasAltText ? undo : undefined });
    } else if (upload) showError(t('file.notReplaced', { name: file.name }));
    setReplacing(false);
  }
  return { replace, isReplacing };
}
