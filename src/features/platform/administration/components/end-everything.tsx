import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSignOut } from '#base/browser/member.ts';
import { useConfirmation } from '#features/platform/members/components/use-confirmation.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { endAllSessions } from '../people/data.ts';

/** Ends every session of every user, the current one included. */
export function EndAllSessions() {
  const { t } = useTranslation(['administration', 'members']);
  const db = useDb();
  const signOut = useSignOut();
  const { confirmed, dialog } = useConfirmation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger-line" icon={LogOut} onPress={() => setOpen(true)}>
        {t('people.all')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('people.allTitle')}
        confirmLabel={t('people.all')}
        onConfirm={async () => {
          const result = await confirmed(() => endAllSessions(db));
          if (!result) throw new Error(t('members:confirm.notDone'));
          if (result.error) throw result.error;
          // The session was deleted on the server; this clears its cookie.
          await signOut();
        }}
      >
        {t('people.allText')}
      </ConfirmDialog>
      {dialog}
    </>
  );
}
