import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { showToast } from '#ui/toaster.tsx';
import type { MemberRow } from '../directory/data.ts';
import { endMemberSessions } from '../sessions/data.ts';

/** Ends every session of one member on this site, and on no other. */
export function MemberSignOut({ row }: { row: Pick<MemberRow, 'id' | 'name'> }) {
  const { t } = useTranslation('members');
  const wire = useWire();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button className="w-max" icon={LogOut} onPress={() => setOpen(true)}>
        {t('list.signOut')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('list.signOutTitle', { name: row.name })}
        confirmLabel={t('list.signOut')}
        onConfirm={async () => {
          await endMemberSessions(wire, account_id, row.id);
          showToast(t('list.signedOut', { name: row.name }));
        }}
      >
        {t('list.signOutText')}
      </ConfirmDialog>
    </div>
  );
}
