import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { listRemoved, restorePage } from '../removed/data.ts';

/** Trash: pages deleted in the last thirty days, with restore. */
export function RemovedPages({ onClose, onBack }: { onClose: () => void; onBack: () => Promise<unknown> }) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const [busy, setBusy] = useState('');
  const removed = useQuery({
    queryKey: ['pages', account_id, 'removed'],
    queryFn: () => listRemoved(db, account_id),
    staleTime: 0,
  });
  const day = dateFormat(locale, { dateStyle: 'long' });

  async function restore(id: string) {
    setBusy(id);
    try {
      const slug = await restorePage(db, id);
      await onBack();
      showToast(t('removed.isBack', { address: `/${slug}` }));
    } catch (error) {
      showError(error instanceof Error ? error.message : t('list.failed'));
    } finally {
      setBusy('');
    }
  }
  return (
    <Dialog title={t('removed.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {removed.isPending ? <SkeletonText lines={3} /> : null}
      {removed.isError ? <ErrorState onRetry={() => void removed.refetch()} /> : null}
      {removed.data?.length === 0 ? <EmptyState title={t('removed.none')}>{t('removed.text')}</EmptyState> : null}
      {removed.data?.length ? <p className="muted">{t('removed.text')}</p> : null}
      <ul className="grid gap-2">
        {removed.data?.map((page) => (
          <li key={page.id} className="flex items-center justify-between gap-4 border-t border-line pt-2">
            <span>
              <bdi className="block">{page.title}</bdi>
              <span className="quiet">{t('removed.at', { day: day.format(new Date(page.removed_at)) })}</span>
            </span>
            <Button size="sm" isBusy={busy === page.id} onPress={() => void restore(page.id)}>
              {t('removed.bringBack')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
