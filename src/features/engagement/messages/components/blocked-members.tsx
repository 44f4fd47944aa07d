import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type Blocked, blocksQuery, messageKeys, unblockMember } from '../data.ts';

/** Whom the caller has blocked, to take it back. */
export function BlockedMembers({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const blocks = useQuery(blocksQuery(db, account_id));
  return (
    <SidePanel title={t('blocked.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted mb-4">{t('blocked.text')}</p>
      {blocks.isError ? <ErrorState onRetry={() => void blocks.refetch()} isRetrying={blocks.isFetching} /> : null}
      {blocks.isPending ? <SkeletonList rows={3} /> : null}
      {blocks.data?.length === 0 ? <p>{t('blocked.nobody')}</p> : null}
      <ul className="grid gap-3">
        {blocks.data?.map((row) => (
          <li key={row.id} className="row justify-between">
            <BlockedRow row={row} />
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

function BlockedRow({ row }: { row: Blocked }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const name = row.card?.name ?? t('formerMember');
  const { save, isSaving } = useSave(() => unblockMember(db, account_id, row.id), {
    invalidates: [messageKeys.all(account_id)],
    done: t('blocked.undone', { name }),
  });
  return (
    <>
      <Avatar
        name={name}
        hueKey={row.card?.user_id ?? row.blocked_id}
        sources={row.card?.avatar ? [row.card.avatar] : []}
      />
      <Button size="sm" isBusy={isSaving} aria-label={t('blocked.undoOf', { name })} onPress={() => void save()}>
        {t('blocked.undo')}
      </Button>
    </>
  );
}
