import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { DbError } from '#base/shared/db-client.ts';
import { type RunningUpload, uploadFile } from './upload-file.ts';

/** One upload at a time: its progress, its error, and cancelling it. */
export function useUpload() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const site = useSite();
  const [upload, setUpload] = useState<{ name: string; size: number; percent: number; problem?: string } | null>(null);
  const running = useRef<RunningUpload>(null);

  /** Uploads a file and reads what is to be stored of it; null if that failed or was cancelled. */
  async function send<Read>(
    file: File,
    target: { bucket: string; path: string; body?: Blob },
    read: (file: File) => Promise<Read>,
  ): Promise<{ read: Read } | null> {
    const state = { name: file.name, size: file.size, percent: 0 };
    running.current = uploadFile(db, site, target, target.body ?? file, (percent) =>
      setUpload((current) => current && { ...current, percent: Math.min(99, percent) }),
    );
    setUpload(state);
    try {
      const [result] = await Promise.all([read(file), running.current.done]);
      setUpload(null);
      return { read: result };
    } catch (error) {
      const isCancelled = error instanceof DbError && error.code === 'aborted';
      const problem = error instanceof Error ? error.message : t('player.fileFailed');
      setUpload(isCancelled ? null : { ...state, problem });
      return null;
    }
  }

  function cancel() {
    running.current?.abort();
    setUpload(null);
  }

  return { upload, send, cancel };
}
