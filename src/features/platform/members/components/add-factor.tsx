import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSiteBranding } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { AppDialog, type AppOffer } from './app-dialog.tsx';
import { requireSuccess } from './require-success.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** Adds an authenticator app or a security key. `count`: the factors the user has, for the name of the next. */
export function AddFactor({ count, onAdded }: { count: number; onAdded: () => Promise<void> }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const issuer = useSiteBranding().title;
  const { confirmed, dialog } = useConfirmation();
  const [enrolment, setEnrolment] = useState<AppOffer>();

  /** Confirms the identity first: the dialog opens with the enrolment data. */
  const { save: offerApp, isSaving: isOffering } = useSave(async () => {
    // An unfinished enrolment would block its name.
    const { data: listed } = await db.auth.mfa.listFactors();
    for (const factor of listed?.all ?? [])
      if (factor.status === 'unverified' && factor.factor_type === 'totp') {
        const removed = await confirmed(() => db.auth.mfa.unenroll({ factorId: factor.id }));
        if (!removed) return;
      }
    const friendlyName = t('second.appName', { number: count + 1 });
    const result = await confirmed(() => db.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer }));
    const enrolled = requireSuccess(result, t)?.data;
    if (!enrolled) return;
    const { qr_code: picture, secret, uri } = enrolled.totp;
    setEnrolment({ id: enrolled.id, picture, secret, uri });
  });
  const { save: addKey, isSaving: isAddingKey } = useSave(
    async () => {
      const friendlyName = t('second.keyName', { number: count + 1 });
      return requireSuccess(await confirmed(() => db.auth.mfa.webauthn.register({ friendlyName })), t);
    },
    {
      done: (added) => (added ? t('second.added') : undefined),
      onSaved: (added) => added && onAdded(),
      errorText: () => t('second.keyFailed'),
    },
  );
  return (
    <>
      <div className="row flex-wrap">
        <Button icon={Smartphone} isBusy={isOffering} onPress={() => void offerApp()}>
          {t('second.addApp')}
        </Button>
        <Button icon={KeyRound} isBusy={isAddingKey} onPress={() => void addKey()}>
          {t('second.addKey')}
        </Button>
      </div>
      {enrolment ? <AppDialog offer={enrolment} onClose={() => setEnrolment(undefined)} onAdded={onAdded} /> : null}
      {dialog}
    </>
  );
}
