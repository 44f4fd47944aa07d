import { Paperclip, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { safeFileName } from '#base/shared/safe-file-name.ts';
import { deleteUpload, type FileFolder, uploadFile } from '../data.ts';
import { MAX_FILE_BYTES, MAX_FILES } from '../rules.ts';

/** A selected file: uploading, uploaded (`path`), or failed. */
export type PostFile = { key: string; name: string; path?: string; problem?: string };

export type PostFiles = ReturnType<typeof usePostFiles>;

/** The files of a post: each is uploaded when selected, and attached when the post is sent. */
export function usePostFiles(userId: string, folder?: FileFolder) {
  const { t } = useTranslation('threads');
  const site = useSite();
  const account = site.account.account_id;
  const [files, setFiles] = useState<PostFile[]>([]);
  // In a ref: sending waits for these uploads, and its closure would see stale state.
  const uploads = useRef(new Map<string, Promise<string | undefined>>());
  async function upload(key: string, file: File): Promise<string | undefined> {
    const settle = (change: Partial<PostFile>) =>
      setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
    try {
      if (file.size > MAX_FILE_BYTES) throw new Error(t('conversation.fileTooLarge'));
      const path = await uploadFile(dbOf(site), account, userId, safeFileName(file.name), file, folder);
      settle({ path });
      return path;
    } catch (error) {
      settle({ problem: error instanceof Error && error.message ? error.message : t('conversation.failed') });
    }
  }
  return {
    files,
    /** The paths of the uploaded files once none is pending; failed and removed ones are left out. */
    settled: async () => (await Promise.all(uploads.current.values())).flatMap((path) => path ?? []),
    add: (chosen: File[]) => {
      for (const file of chosen.slice(0, MAX_FILES - files.length)) {
        const key = crypto.randomUUID();
        setFiles((all) => [...all, { key, name: file.name }]);
        uploads.current.set(key, upload(key, file));
      }
    },
    remove: ({ key, path }: PostFile) => {
      setFiles((all) => all.filter((file) => file.key !== key));
      uploads.current.delete(key);
      // If the removal fails, a scheduled job deletes the file within a day.
      if (path) void deleteUpload(dbOf(site), account, path).catch(() => {});
    },
    clear: () => {
      setFiles([]);
      uploads.current.clear();
    },
  };
}

/** A button that selects files, and what was selected. */
export function FilePicker({ files: { files, add, remove } }: { files: PostFiles }) {
  const { t } = useTranslation('threads');
  const id = useId();
  return (
    <>
      {files.length > 0 ? (
        <ul className="comment-files">
          {files.map((file) => (
            <li key={file.key} aria-busy={!file.path && !file.problem}>
              <span dir="auto">{file.name}</span>
              {file.problem ? <span className="field-error">{file.problem}</span> : null}
              <button
                type="button"
                className="reaction"
                aria-label={t('conversation.fileRemove', { name: file.name })}
                onClick={() => remove(file)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {files.length < MAX_FILES ? (
        <p className="comment-attach">
          <input
            id={id}
            type="file"
            multiple
            className="vh"
            onChange={(event) => {
              add([...(event.target.files ?? [])]);
              // The same file can be selected again after it was removed.
              event.target.value = '';
            }}
          />
          <label className="link" htmlFor={id}>
            <Paperclip aria-hidden="true" /> {t('conversation.attach')}
          </label>
        </p>
      ) : null}
    </>
  );
}
