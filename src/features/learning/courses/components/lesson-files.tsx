import { FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import { safeFileName } from '#base/shared/safe-file-name.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FileField, UploadRow } from '#ui/fields/file-field.tsx';
import type { UploadRule } from '../lessons/rules.ts';
import type { StoredFile } from './activities.tsx';
import { durationOfFile, type RunningUpload, uploadFile } from './upload-file.ts';

type Upload = { name: string; size: number; percent: number; problem?: string; sending?: RunningUpload };

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
  const db = useDb();
  const site = useSite();
  const { account_id } = useAccount();
  const [upload, setUpload] = useState<Upload | null>(null);

  async function send(chosen: File) {
    // A new path for each upload: whoever is watching the old file can go on.
    const path = `${folder}/${Date.now().toString(36)}-${safeFileName(chosen.name)}`;
    const body = rule.usualType && chosen.type === '' ? new Blob([chosen], { type: rule.usualType }) : chosen;
    const state: Upload = { name: chosen.name, size: chosen.size, percent: 0 };
    const sending = uploadFile(db, site, { bucket: `${account_id}-private`, path }, body, (percent) =>
      setUpload((current) => current && { ...current, percent: Math.min(99, percent) }),
    );
    setUpload({ ...state, sending });
    try {
      const [seconds] = await Promise.all([durationOfFile(chosen), sending.done]);
      setUpload(null);
      onChange({ path, name: chosen.name.slice(0, 200) }, seconds);
    } catch (error) {
      if (error instanceof DbError && error.code === 'aborted') return setUpload(null);
      setUpload({ ...state, problem: error instanceof Error ? error.message : t('player.fileFailed') });
    }
  }

  if (upload) {
    return (
      <UploadRow
        name={upload.name}
        size={upload.size}
        percent={upload.percent}
        problem={upload.problem}
        onRemove={() => {
          upload.sending?.abort();
          setUpload(null);
        }}
      />
    );
  }
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
      onFiles={([chosen]) => chosen && void send(chosen)}
    />
  );
}
