import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import type { MemberRow } from '../directory/data.ts';
import { endMemberSessions } from '../sessions/data.ts';

type Named = Pick<MemberRow, 'id' | 'name'>;

/** Confirms ending all sessions of one member on this site only. Open while `row` is set. */
export function SignOutDialog({ row, onClose }: { row: Named | undefined; onClose: () => void }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  return (
    <ConfirmDialog
      isOpen={row !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('list.signOutTitle', { name: row?.name ?? '' })}
      confirmLabel={t('list.signOut')}
      onConfirm={async () => {
        if (!row) return;
        await endMemberSessions(db, account_id, row.id);
        showToast(t('list.signedOut', { name: row.name }));
      }}
    >
      {t('list.signOutText')}
    </ConfirmDialog>
  );
}

/** The button that opens this dialog, in the member's panel. */
export function MemberSignOut({ row }: { row: Named }) {
  const { t } = useTranslation('members');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button className="w-max" icon={LogOut} onPress={() => setOpen(true)}>
        {t('list.signOut')}
      </Button>
      <SignOutDialog row={isOpen ? row : undefined} onClose={() => setOpen(false)} />
    </div>
  );
}
