import { Download, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { type OwnMember, useSignOut } from '#base/browser/member.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite, useSiteBranding } from '#base/browser/site.tsx';
import { loginNameOf } from '#base/shared/login-name.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { removePicture } from '../data.ts';
import { eraseOwnData, ownData, ownFiles } from '../profile/data.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** Export of the user's own data, and deletion of their account. */
export function OwnData({ member }: { member: OwnMember | null }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { confirmed, dialog } = useConfirmation();
  const { account } = useSite();
  const { session } = useSession();
  const signOut = useSignOut();
  const site = useSiteBranding().title;
  const [isLeaving, setLeaving] = useState(false);
  const email = loginNameOf(session?.user);

  const { save: copy, isSaving: isBusy } = useSave(async () => {
    const data = new TextEncoder().encode(JSON.stringify(await ownData(db), null, 2));
    const files = session ? await ownFiles(db, account.account_id, session.user.id) : [];
    const { zipSync } = await import('fflate');
    const entries = files.map(({ path, bytes }) => [`files/${path}`, bytes] as const);
    const archive = zipSync({ 'data.json': data, ...Object.fromEntries(entries) });
    const url = URL.createObjectURL(new Blob([new Uint8Array(archive)], { type: 'application/zip' }));
    Object.assign(document.createElement('a'), { href: url, download: `${account.slug}-my-data.zip` }).click();
    URL.revokeObjectURL(url);
    showToast(t('profile.copied'));
  });
  return (
    <div className="row flex-wrap">
      <Button icon={Download} isBusy={isBusy} onPress={() => void copy()}>
        {t('profile.copy')}
      </Button>
      <Button variant="danger-line" icon={UserX} onPress={() => setLeaving(true)}>
        {t('profile.erase')}
      </Button>
      <ConfirmDialog
        isOpen={isLeaving}
        onOpenChange={setLeaving}
        title={t('profile.eraseTitle', { site })}
        confirmLabel={t('profile.erase')}
        typeToConfirm={{ label: t('profile.eraseType', { email }), text: email }}
        onConfirm={async () => {
          const result = await confirmed(() =>
            eraseOwnData(db, async () => {
              if (member) await removePicture(db, member);
            }).then(
              () => ({ error: null }),
              (error: Error & { code?: string }) => ({ error }),
            ),
          );
          if (!result) throw new Error(t('confirm.notDone'));
          if (result.error) throw result.error;
          // The session was deleted with the user; this clears its cookie.
          await signOut();
        }}
      >
        {t(member ? 'profile.eraseText' : 'profile.eraseAllText')}
      </ConfirmDialog>
      {dialog}
    </div>
  );
}
