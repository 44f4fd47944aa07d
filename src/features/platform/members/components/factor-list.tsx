import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { refetchAccess } from '#base/browser/member.ts';
import { useAccount, useSite, useSiteBranding } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { refetchSessions, renameFactor } from '../profile/data.ts';
import { AppDialog, type AppOffer } from './app-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { requireSuccess } from './require-success.ts';
import { type SecondFactor, secondFactors } from './second-step.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** The user's second factors: authenticator apps and security keys. */
export function FactorList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const site = useSite();
  const issuer = useSiteBranding().title;
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [enrolment, setEnrolment] = useState<AppOffer>();
  const [removing, setRemoving] = useState<SecondFactor>();
  const [renaming, setRenaming] = useState<SecondFactor>();
  const [isFirstFactor, setFirstFactor] = useState(false);
  const factors = useQuery({ queryKey: ['second-factors'], queryFn: () => secondFactors(db) });
  const { account_id } = useAccount();
  async function refresh() {
    await queries.invalidateQueries({ queryKey: ['second-factors'] });
    // Enrolling a factor ends the sessions that have not verified it.
    await refetchSessions(queries);
    // The account may require a second step of its team, so access may have changed.
    await refetchAccess(queries, account_id);
  }
  const count = factors.data?.length ?? 0;

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
  const { save: addKey, isSaving: isBusy } = useSave(
    async () => {
      const friendlyName = t('second.keyName', { number: count + 1 });
      const result = requireSuccess(await confirmed(() => db.auth.mfa.webauthn.register({ friendlyName })), t);
      if (result) setFirstFactor(count === 0);
      return result;
    },
    {
      done: (added) => (added ? t('second.added') : undefined),
      onSaved: refresh,
      errorText: () => t('second.keyFailed'),
    },
  );
  return (
    <div className="grid gap-3">
      {factors.isError ? <ErrorState onRetry={() => void factors.refetch()} /> : null}
      {factors.isPending ? <SkeletonList rows={1} hasMedia={false} /> : null}
      {count > 0 ? (
        <ul className="list card overflow-hidden">
          {factors.data?.map((factor) => (
            <li key={factor.id} className="list-row">
              {factor.type === 'totp' ? <Smartphone aria-hidden="true" /> : <KeyRound aria-hidden="true" />}
              <span className="min-w-0 flex-1">
                <bdi className="cut block font-medium">{factor.name || t(`second.type.${factor.type}`)}</bdi>
                <span className="help">{t(`second.type.${factor.type}`)}</span>
              </span>
              {site.backend.url ? null : (
                <IconButton
                  label={t('second.rename', { name: factor.name })}
                  icon={Pencil}
                  onPress={() => setRenaming(factor)}
                />
              )}
              <IconButton
                label={t('second.remove', { name: factor.name })}
                icon={Trash2}
                onPress={() => setRemoving(factor)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <div className="row flex-wrap">
        <Button icon={Smartphone} isBusy={isOffering} onPress={() => void offerApp()}>
          {t('second.addApp')}
        </Button>
        <Button icon={KeyRound} isBusy={isBusy} onPress={() => void addKey()}>
          {t('second.addKey')}
        </Button>
      </div>
      {count > 0 && !site.backend.url ? <RecoveryCodes isFirstFactor={isFirstFactor} /> : null}
      {enrolment ? (
        <AppDialog
          offer={enrolment}
          onClose={() => setEnrolment(undefined)}
          onAdded={async () => {
            setFirstFactor(count === 0);
            await refresh();
          }}
        />
      ) : null}
      {renaming ? (
        <RenameDialog
          name={renaming.name}
          onClose={() => setRenaming(undefined)}
          onSave={async (name) => {
            const result = await confirmed(() => renameFactor(db, site, renaming.id, name));
            if (result?.error?.code === 'mfa_factor_name_conflict') throw new Error(t('second.nameTaken'));
            if (!requireSuccess(result, t)) throw new Error(t('confirm.notDone'));
            showToast(t('second.renamed'));
            await refresh();
          }}
        />
      ) : null}
      <ConfirmDialog
        isOpen={removing !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRemoving(undefined)}
        title={t('second.removeTitle', { name: removing?.name ?? '' })}
        confirmLabel={t('second.removeAction')}
        onConfirm={async () => {
          if (!removing) return;
          const result = await confirmed(() => db.auth.mfa.unenroll({ factorId: removing.id }));
          if (!requireSuccess(result, t)) throw new Error(t('confirm.notDone'));
          // The access token still claims the second factor; refreshing gets a current one.
          await db.auth.refreshSession();
          await queries.invalidateQueries({ queryKey: ['recovery-codes'] });
          showToast(t('second.removed'));
          await refresh();
        }}
      >
        {t(count === 1 ? 'second.removeLastText' : 'second.removeText')}
      </ConfirmDialog>
      {dialog}
    </div>
  );
}
