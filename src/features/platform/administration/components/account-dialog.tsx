import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { type Account, openAsOwner, reactivateAccount, suspendAccount } from '../data.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** What is to be done with an account, after a question; `to` is the screen to open as its owner. */
export type AccountAction = { account: Account; action: 'suspend' | 'reactivate' | 'open'; to?: string };

type AccountDialogProps = {
  pending: AccountAction | null;
  onClose: () => void;
  onChanged: () => Promise<void>;
};

/** Suspending an account and opening it as its owner need a reason; reactivating only a confirmation. */
export function AccountDialog({ pending, onClose, onChanged }: AccountDialogProps) {
  const { t } = useTranslation('administration');
  const db = useDb();
  const account_id = pending?.account.account_id ?? '';
  const title = pending?.account.title ?? '';
  return (
    <>
      {pending?.action === 'suspend' ? (
        <ReasonDialog
          title={t('suspend.title', { title })}
          text={t('suspend.text')}
          label={t('suspend.reason')}
          confirmLabel={t('accounts.suspend')}
          isDanger
          onClose={onClose}
          onConfirm={async (reason) => {
            await suspendAccount(db, account_id, reason);
            await onChanged();
            showToast(t('suspend.done', { title }));
          }}
        />
      ) : null}
      {pending?.action === 'open' ? (
        <ReasonDialog
          title={t('openAs.title', { title })}
          text={t('openAs.text')}
          label={t('openAs.reason')}
          confirmLabel={t('accounts.openAsOwner')}
          onClose={onClose}
          onConfirm={async (reason) => {
            location.assign(await openAsOwner(paths.openAsOwner(), account_id, reason, pending.to));
          }}
        />
      ) : null}
      <ConfirmDialog
        isOpen={pending?.action === 'reactivate'}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={t('reactivate.title', { title })}
        confirmLabel={t('accounts.reactivate')}
        isDanger={false}
        onConfirm={async () => {
          await reactivateAccount(db, account_id);
          await onChanged();
          showToast(t('reactivate.done', { title }));
        }}
      >
        {t('reactivate.text')}
      </ConfirmDialog>
    </>
  );
}
