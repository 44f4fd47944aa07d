import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { listTrash, restoreFromTrash } from '../data.ts';

type Trash = {
  kind: string;
  /** The address of a record by its slug. */
  addressOf: (slug: string) => string;
  onRestored: () => Promise<unknown>;
};

/** Opens the trash of a kind, beside the other actions of its list. */
export function TrashButton(trash: Trash) {
  const { t } = useTranslation('publishing');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={Trash2} onPress={() => setOpen(true)}>
        {t('trash.title')}
      </Button>
      {isOpen ? <TrashDialog {...trash} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Trash: what was deleted of a kind in the last thirty days, with restore. */
function TrashDialog({ kind, addressOf, onRestored, onClose }: Trash & { onClose: () => void }) {
  const { t } = useTranslation('publishing');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const removed = useQuery({
    queryKey: ['trash', account_id, kind],
    queryFn: () => listTrash(db, account_id, kind),
    staleTime: 0,
  });
  const day = dateFormat(locale, { dateStyle: 'long' });

  const restoring = useSave((id: string) => restoreFromTrash(db, id), {
    onSaved: onRestored,
    done: (slug) => t('trash.isBack', { address: addressOf(slug) }),
  });
  return (
    <Dialog title={t('trash.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {removed.isPending ? <SkeletonText lines={3} /> : null}
      {removed.isError ? <ErrorState onRetry={() => void removed.refetch()} /> : null}
      {removed.data?.length === 0 ? <EmptyState title={t('trash.none')}>{t('trash.text')}</EmptyState> : null}
      {removed.data?.length ? <p className="muted">{t('trash.text')}</p> : null}
      <ul className="grid grid-cols-1 gap-2">
        {removed.data?.map((entry) => (
          <li key={entry.id} className="flex items-center justify-between gap-4 border-t border-line pt-2">
            <span className="min-w-0">
              <bdi>{entry.title}</bdi>
              <span className="quiet block">{t('trash.at', { day: day.format(new Date(entry.removed_at)) })}</span>
            </span>
            <Button size="sm" isBusy={restoring.saving === entry.id} onPress={() => void restoring.save(entry.id)}>
              {t('trash.bringBack')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
