import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatSize, sortFiles } from '#ui/fields/file-rules.ts';
import { showError } from '#ui/overlays/toaster.tsx';
import { MAX_UPLOAD_BYTES, MAX_UPLOADS, typeOfFile, uploadTypes } from '../rules.ts';
import { sendFiles, type UploadContext } from './upload-queue.ts';

/**
 * Uploads the accepted files and shows an error for each rejected one. Returns, for each accepted file, whether it was
 * stored.
 */
export function useSending(): {
  sender: UploadContext;
  send: (
    files: readonly File[],
    target: Parameters<typeof sendFiles>[2],
    accept?: readonly string[],
  ) => Promise<Promise<boolean>[]>;
} {
  const { t } = useTranslation(['media', 'ui']);
  const db = useDb();
  const site = useSite();
  const { account_id } = useAccount();
  const sender = { db, site, account_id };
  return {
    sender,
    send: async (files, target, accept = uploadTypes) => {
      const typed = files.map((file) => ({ file, name: file.name, size: file.size, type: typeOfFile(file) }));
      const nonEmpty = typed.filter(({ size }) => size > 0);
      const { taken, refused } = sortFiles(nonEmpty, { accept, maxSize: MAX_UPLOAD_BYTES, maxCount: MAX_UPLOADS });
      const limit = formatSize(MAX_UPLOAD_BYTES, site.locale);
      for (const { name, reason } of refused.slice(0, 3))
        showError(t(`ui:file.${reason}`, { name, limit, count: MAX_UPLOADS }));
      if (refused.length > 3) showError(t('media:upload.moreRefused', { count: refused.length - 3 }));
      for (const { name } of typed.filter(({ size }) => size === 0)) showError(t('media:upload.empty', { name }));
      return sendFiles(
        sender,
        taken.map(({ file }) => file),
        target,
      );
    },
  };
}
