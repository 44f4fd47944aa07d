import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { isSignInProvider, providerFacts, type SignInProvider } from '../providers/rules.ts';
import { problemOf } from './auth-problems.ts';
import { ProviderMark } from './provider-mark.tsx';
import { useConfirmation } from './use-confirmation.tsx';

/** Lists the external accounts the user signs in with, each with a disconnect button; renders nothing without any. */
export function ConnectedAccounts() {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const { confirmed, dialog } = useConfirmation();
  const [disconnecting, setDisconnecting] = useState<string>();
  const list = useQuery({
    queryKey: ['identities'],
    queryFn: async () => {
      const { data, error } = await db.auth.getUserIdentities();
      if (error) throw error;
      return data.identities;
    },
  });
  const identities = (list.data ?? []).filter(({ provider }) => isSignInProvider(provider));
  if (identities.length === 0) return null;
  const nameOf = (provider = '') => (isSignInProvider(provider) ? providerFacts[provider].name : provider);
  const identity = identities.find(({ identity_id }) => identity_id === disconnecting);

  async function disconnect() {
    if (!identity) return;
    const result = await confirmed(() => db.auth.unlinkIdentity(identity));
    if (!result) throw new Error(t('confirm.notDone'));
    if (result.error) {
      const isLast = result.error.code === 'single_identity_not_deletable';
      throw new Error(isLast ? t('connected.last') : problemOf(result.error, t).text);
    }
    showToast(t('connected.removed', { provider: nameOf(identity.provider) }));
    await queries.invalidateQueries({ queryKey: ['identities'] });
  }
  return (
    <Section title={t('connected.title')} sentence={t('connected.text')}>
      <ul className="list card overflow-hidden">
        {identities.map(({ identity_id, provider, identity_data }) => (
          <li key={identity_id} className="list-row">
            <ProviderMark provider={provider as SignInProvider} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{nameOf(provider)}</span>
              <bdi className="help cut block">{String(identity_data?.email ?? '')}</bdi>
            </span>
            <Button onPress={() => setDisconnecting(identity_id)}>
              {t('connected.disconnect', { provider: nameOf(provider) })}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={identity !== undefined}
        onOpenChange={(isOpen) => !isOpen && setDisconnecting(undefined)}
        title={t('connected.removeTitle', { provider: nameOf(identity?.provider) })}
        confirmLabel={t('connected.disconnect', { provider: nameOf(identity?.provider) })}
        onConfirm={disconnect}
      >
        {t('connected.removeText', { provider: nameOf(identity?.provider) })}
      </ConfirmDialog>
      {dialog}
    </Section>
  );
}
