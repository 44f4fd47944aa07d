import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { refetchAccess } from '#base/browser/member.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { refetchSessions, renameFactor } from '../profile/data.ts';
import { AddFactor } from './add-factor.tsx';
import { CredentialList } from './credential-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { requireSuccess } from './require-success.ts';
import { type SecondFactor, secondFactors } from './second-step.ts';
import { useConfirmation } from './use-confirmation.tsx';

/** The user's second factors: authenticator apps and security keys. */
export function FactorList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const site = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [isFirstFactor, setFirstFactor] = useState(false);
  const factors = useQuery({ queryKey: ['second-factors'], queryFn: () => secondFactors(db) });
  const rows = factors.data ?? [];
  const isHosted = Boolean(site.backend.url);

  async function refresh() {
    await queries.invalidateQueries({ queryKey: ['second-factors'] });
    // Enrolling a factor ends the sessions that have not verified it.
    await refetchSessions(queries);
    // The account may require a second step of its team, so access may have changed.
    await refetchAccess(queries, account_id);
  }
  async function rename({ id }: SecondFactor, name: string) {
    const result = await confirmed(() => renameFactor(db, site, id, name));
    if (result?.error?.code === 'mfa_factor_name_conflict') throw new Error(t('second.nameTaken'));
    if (!requireSuccess(result, t)) throw new Error(t('confirm.notDone'));
    showToast(t('second.renamed'));
    await refresh();
  }
  async function remove({ id }: SecondFactor) {
    const result = await confirmed(() => db.auth.mfa.unenroll({ factorId: id }));
    if (!requireSuccess(result, t)) throw new Error(t('confirm.notDone'));
    // The access token still claims the second factor; refreshing gets a current one.
    await db.auth.refreshSession();
    await queries.invalidateQueries({ queryKey: ['recovery-codes'] });
    showToast(t('second.removed'));
    await refresh();
  }
  return (
    <div className="grid gap-3">
      <CredentialList
        rows={rows}
        query={factors}
        rowIcon={({ type }) => (type === 'totp' ? Smartphone : KeyRound)}
        rowTitle={({ name, type }) => name || t(`second.type.${type}`)}
        rowNote={({ type }) => t(`second.type.${type}`)}
        onRename={isHosted ? undefined : rename}
        removeLabel={t('second.removeAction')}
        removeText={t(rows.length === 1 ? 'second.removeLastText' : 'second.removeText')}
        onRemove={remove}
      />
      <AddFactor
        count={rows.length}
        onAdded={async () => {
          setFirstFactor(rows.length === 0);
          await refresh();
        }}
      />
      {rows.length > 0 && !isHosted ? <RecoveryCodes isFirstFactor={isFirstFactor} /> : null}
      {dialog}
    </div>
  );
}
