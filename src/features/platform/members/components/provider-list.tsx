import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Section } from '#ui/layout/section.tsx';
import { providersQuery } from '../providers/data.ts';
import { providerFacts, type SignInProvider, signInProviders } from '../providers/rules.ts';
import { ProviderMark } from './provider-mark.tsx';

const ProviderPanel = lazy(() => import('./provider-panel.tsx').then((module) => ({ default: module.ProviderPanel })));

/** Settings of the external sign-in providers. */
export function ProviderList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id, is_platform } = useAccount();
  const [open, setOpen] = useState<SignInProvider>();
  const overview = useQuery(providersQuery(db, account_id, paths.signInProviders()));
  // On a hosted backend providers are configured there.
  if (overview.data?.callback_url === null) return null;
  const savedOf = (provider: SignInProvider) => overview.data?.settings.find((row) => row.provider === provider);
  const stateOf = (provider: SignInProvider) => {
    const saved = savedOf(provider);
    const isShared = saved?.source === 'own' || overview.data?.shared.includes(provider);
    if (!saved?.is_on || !isShared) return t('providers.off');
    return is_platform ? t('providers.on') : t(saved.source === 'own' ? 'providers.own' : 'providers.platform');
  };
  return (
    <Section title={t('providers.title')} sentence={t('providers.text')}>
      {overview.isError ? (
        <ErrorState onRetry={() => void overview.refetch()} isRetrying={overview.isFetching} />
      ) : null}
      {overview.isPending ? <SkeletonList rows={5} hasMedia={false} /> : null}
      {overview.data ? (
        <ul className="list card overflow-hidden">
          {signInProviders.map((provider) => (
            <li key={provider} className="list-row">
              <ProviderMark provider={provider} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{providerFacts[provider].name}</span>
                <span className="help">{stateOf(provider)}</span>
              </span>
              <Button onPress={() => setOpen(provider)}>
                {t('providers.setUp', { provider: providerFacts[provider].name })}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {open && overview.data ? (
        <Suspense>
          <ProviderPanel
            provider={open}
            saved={savedOf(open)}
            callbackUrl={overview.data.callback_url ?? ''}
            isShared={overview.data.shared.includes(open)}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null}
    </Section>
  );
}
