import { FileText, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { safeFileName } from '#base/shared/safe-file-name.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FileField, UploadRow } from '#ui/fields/file-field.tsx';
import type { UploadRule } from '../lessons/rules.ts';
import type { StoredFile } from './activities.tsx';
import { durationOfFile } from './upload-file.ts';
import { useUpload } from './use-upload.ts';

/** A lesson's file: uploaded with progress, then shown by name. */
export function LessonFile({
  folder,
  rule,
  label,
  file,
  onChange,
}: {
  /** `courses/{course}/{lesson}` in the account's private bucket. */
  folder: string;
  rule: UploadRule;
  label: string;
  file: StoredFile | null;
  onChange: (file: StoredFile | null, seconds: number) => void;
}) {
  const { t } = useTranslation('courses');
  const { account_id } = useAccount();
  const { upload, send, cancel } = useUpload();

  async function sendFile(chosen: File) {
    // A new path for each upload: whoever is watching the old file can go on.
    const path = `${folder}/${Date.now().toString(36)}-${safeFileName(chosen.name)}`;
    const body = rule.usualType && chosen.type === '' ? new Blob([chosen], { type: rule.usualType }) : chosen;
    const sent = await send(chosen, { bucket: `${account_id}-private`, path, body }, durationOfFile);
    if (sent) onChange({ path, name: chosen.name.slice(0, 200) }, sent.read);
  }

  if (upload) return <UploadRow {...upload} onRemove={cancel} />;
  if (file) {
    return (
      <div className="field">
        <span className="field-label">{label}</span>
        <div className="file-row">
          <FileText aria-hidden="true" className="size-4 flex-none text-ink-3" />
          <span className="cut min-w-0 flex-1" dir="auto" title={file.name}>
            {file.name}
          </span>
          <IconButton
            size="sm"
            icon={Trash2}
            label={t('editor.removeFile', { name: file.name })}
            onPress={() => onChange(null, 0)}
          />
        </div>
      </div>
    );
  }
  return (
    <FileField
      label={label}
      accept={rule.accept}
      maxSize={rule.limit}
      maxCount={1}
      onFiles={([chosen]) => chosen && void sendFile(chosen)}
    />
  );
}
