import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { safeFileName } from '#base/shared/safe-file-name.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FileField, UploadRow } from '#ui/fields/file-field.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { deleteUpload, uploadFile } from '../data.ts';
import { MAX_FILE_BYTES, MAX_FILES } from '../schema.ts';
import type { TicketAccess } from './use-ticket-access.ts';

/** A selected file: uploading, uploaded (`path`), or failed. */
export type SelectedFile = { key: string; name: string; size: number; path?: string; problem?: string };

export type Attachments = {
  files: SelectedFile[];
  /** Resolves to the paths of the uploaded files once none is pending; failed and removed ones are left out. */
  settled: () => Promise<string[]>;
  add: (files: File[]) => void;
  remove: (file: SelectedFile) => void;
  clear: () => void;
};

/** Attachments of a message: each is uploaded when selected and attached when the message is sent. */
export function useAttachments({ account_id, user_id }: TicketAccess): Attachments {
  const db = useDb();
  const [files, setFiles] = useState<SelectedFile[]>([]);
  // Kept in a ref: the submit handler awaits these uploads, and its closure would see stale state.
  const uploads = useRef(new Map<string, Promise<string | undefined>>());
  async function upload(key: string, file: File): Promise<string | undefined> {
    const done = (change: Partial<SelectedFile>) =>
      setFiles((all) => all.map((file) => (file.key === key ? { ...file, ...change } : file)));
    try {
      const path = await uploadFile(db, account_id, user_id, safeFileName(file.name), file);
      done({ path });
      return path;
    } catch (error) {
      done({ problem: (error as Error).message });
    }
  }
  return {
    files,
    settled: async () => (await Promise.all(uploads.current.values())).flatMap((path) => path ?? []),
    add: (chosen) => {
      for (const file of chosen) {
        const key = crypto.randomUUID();
        setFiles((all) => [...all, { key, name: file.name, size: file.size }]);
        uploads.current.set(key, upload(key, file));
      }
    },
    remove: (file) => {
      setFiles((all) => all.filter(({ key }) => key !== file.key));
      uploads.current.delete(file.key);
      // If the removal fails, a scheduled job deletes the file within a day.
      if (file.path) void deleteUpload(db, account_id, file.path).catch(() => {});
    },
    clear: () => {
      setFiles([]);
      uploads.current.clear();
    },
  };
}

export function AttachmentPicker({ choice }: { choice: Attachments }) {
  const { t } = useTranslation('tickets');
  const { t: u } = useTranslation('ui');
  const { locale } = useSite();
  return (
    <div className="grid gap-2">
      {choice.files.length < MAX_FILES ? (
        <FileField
          label={t('files.label')}
          description={t('files.help', { count: MAX_FILES })}
          maxSize={MAX_FILE_BYTES}
          maxCount={MAX_FILES - choice.files.length}
          onFiles={choice.add}
        />
      ) : null}
      {choice.files.map((file) =>
        file.path ? (
          <div key={file.key} className="file-row">
            <Paperclip aria-hidden="true" className="size-4 flex-none text-ink-3" />
            <span className="cut min-w-0 flex-1" dir="auto" title={file.name}>
              {file.name}
            </span>
            <span className="help num">{formatSize(file.size, locale)}</span>
            <IconButton
              size="sm"
              icon={X}
              label={u('file.remove', { name: file.name })}
              onPress={() => choice.remove(file)}
            />
          </div>
        ) : (
          <UploadRow
            key={file.key}
            name={file.name}
            size={file.size}
            percent={0}
            problem={file.problem}
            onRemove={() => choice.remove(file)}
          />
        ),
      )}
    </div>
  );
}
