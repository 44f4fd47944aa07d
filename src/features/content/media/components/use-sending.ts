import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatSize, sortFiles } from '#ui/fields/file-rules.ts';
import { showError } from '#ui/overlays/toaster.tsx';
import { MOST_UPLOAD_BYTES, MOST_UPLOADS, typeOfFile, uploadTypes } from '../rules.ts';
import { type Sender, sendFiles } from './upload-queue.ts';

/**
 * Uploads the accepted files and shows an error for each rejected one. Returns, for each accepted file, whether it was
 * stored.
 */
export function useSending(): {
  sender: Sender;
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
      const known = files.map((file) => ({ file, name: file.name, size: file.size, type: typeOfFile(file) }));
      const full = known.filter(({ size }) => size > 0);
      const { taken, refused } = sortFiles(full, { accept, maxSize: MOST_UPLOAD_BYTES, maxCount: MOST_UPLOADS });
      const limit = formatSize(MOST_UPLOAD_BYTES, site.locale);
      for (const { name, reason } of refused.slice(0, 3))
        showError(t(`ui:file.${reason}`, { name, limit, count: MOST_UPLOADS }));
      if (refused.length > 3) showError(t('media:upload.moreRefused', { count: refused.length - 3 }));
      for (const { name } of known.filter(({ size }) => size === 0)) showError(t('media:upload.empty', { name }));
      return sendFiles(
        sender,
        taken.map(({ file }) => file),
        target,
      );
    },
  };
}
