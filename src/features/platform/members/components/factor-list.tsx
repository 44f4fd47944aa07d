import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { refetchAccess } from '#base/browser/member.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { renameFactor, rereadSessions } from '../profile/data.ts';
import { AppDialog, type AppOffer } from './app-dialog.tsx';
import { problemOf } from './auth-problems.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { type SecondFactor, secondFactors } from './second-step.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** The second steps of one's own sign-in: apps that make codes, and security keys. */
export function FactorList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const site = useSite();
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [offer, setOffer] = useState<AppOffer>();
  const [isOffering, setOffering] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState<SecondFactor>();
  const [renaming, setRenaming] = useState<SecondFactor>();
  const [isFirstFactor, setFirstFactor] = useState(false);
  const factors = useQuery({ queryKey: ['second-factors'], queryFn: () => secondFactors(db) });
  const { account_id } = useAccount();
  async function reread() {
    await queries.invalidateQueries({ queryKey: ['second-factors'] });
    // Sessions that have not shown a new second step have ended.
    await rereadSessions(queries);
    // A second step may be what the site needs of its team.
    await refetchAccess(queries, account_id);
  }
  const count = factors.data?.length ?? 0;

  /** Who it is has to be shown first: the dialog opens with something in it. */
  async function offerApp() {
    setOffering(true);
    try {
      // What was begun and never finished would hold its name.
      const { data: begun } = await db.auth.mfa.listFactors();
      for (const one of begun?.all ?? [])
        if (one.status === 'unverified' && one.factor_type === 'totp') {
          const removed = await confirmed(() => db.auth.mfa.unenroll({ factorId: one.id }));
          if (!removed) return;
        }
      const friendlyName = t('second.appName', { number: count + 1 });
      const answer = await confirmed(() =>
        db.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: location.hostname }),
      );
      if (answer?.error) showError(problemOf(answer.error, t).text);
      const made = answer?.data;
      if (made) setOffer({ id: made.id, picture: made.totp.qr_code, secret: made.totp.secret, uri: made.totp.uri });
    } finally {
      setOffering(false);
    }
  }
  async function addKey() {
    setBusy(true);
    const friendlyName = t('second.keyName', { number: count + 1 });
    const answer = await confirmed(() => db.auth.mfa.webauthn.register({ friendlyName }));
    setBusy(false);
    if (!answer) return;
    if (answer.error) showError(t('second.keyFailed'));
    else {
      setFirstFactor(count === 0);
      showToast(t('second.added'));
    }
    await reread();
  }
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
                onPress={() => setLeaving(factor)}
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
      {offer ? (
        <AppDialog
          offer={offer}
          onClose={() => setOffer(undefined)}
          onAdded={async () => {
            setFirstFactor(count === 0);
            await reread();
          }}
        />
      ) : null}
      {renaming ? (
        <RenameDialog
          name={renaming.name}
          onClose={() => setRenaming(undefined)}
          onSave={async (name) => {
            const answer = await confirmed(() => renameFactor(db, site, renaming.id, name));
            if (!answer) return t('confirm.notDone');
            const { error } = answer;
            if (error)
              return error.code === 'mfa_factor_name_conflict' ? t('second.nameTaken') : problemOf(error, t).text;
            showToast(t('second.renamed'));
            await reread();
          }}
        />
      ) : null}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onOpenChange={(isOpen) => !isOpen && setLeaving(undefined)}
        title={t('second.removeTitle', { name: leaving?.name ?? '' })}
        confirmLabel={t('second.removeAction')}
        onConfirm={async () => {
          if (!leaving) return;
          const answer = await confirmed(() => db.auth.mfa.unenroll({ factorId: leaving.id }));
          if (!answer) throw new Error(t('confirm.notDone'));
          if (answer.error) throw new Error(problemOf(answer.error, t).text);
          // The token still says that a second step was shown; a new one says what is true now.
          await db.auth.refreshSession();
          await queries.invalidateQueries({ queryKey: ['recovery-codes'] });
          showToast(t('second.removed'));
          await reread();
        }}
      >
        {t(count === 1 ? 'second.removeLastText' : 'second.removeText')}
      </ConfirmDialog>
      {dialog}
    </div>
  );
}
