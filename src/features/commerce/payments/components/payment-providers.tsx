import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Section } from '#ui/layout/section.tsx';
import { type ProviderSettings, paymentQueries } from '../data.ts';
import { type OnlineProvider, onlineProviders, providerFacts } from '../rules.ts';
import { saveProvider } from './payment-calls.ts';
import { PaymentDifferences } from './payment-differences.tsx';

const ProviderPanel = lazy(async () => ({ default: (await import('./provider-panel.tsx')).ProviderPanel }));

/** By which providers a shop is paid: each with its state, what it needs, and what differs from what it says. */
export function PaymentProviders() {
  const { t } = useTranslation('payments');
  const db = useDb();
  const { account_id } = useAccount();
  const [open, setOpen] = useState<OnlineProvider>();
  const overview = useQuery(paymentQueries.providers(db, account_id));
  const savedOf = (provider: string) => overview.data?.settings.find((row) => row.provider === provider);
  return (
    <Section
      title={t('providers.title')}
      sentence={t('providers.text')}
      actions={<TextLink href={paths.providerEventList()}>{t('events.title')}</TextLink>}
    >
      {overview.isError ? (
        <ErrorState onRetry={() => void overview.refetch()} isRetrying={overview.isFetching} />
      ) : null}
      {overview.isPending ? <SkeletonList rows={2} hasMedia={false} /> : null}
      {overview.data ? (
        <ul className="list card overflow-hidden">
          {onlineProviders.map((provider) => (
            <li key={provider} className="list-row">
              <span className="min-w-0 flex-1 font-medium" translate="no">
                {providerFacts[provider]?.name}
              </span>
              <ProviderState saved={savedOf(provider)} />
              <Button onPress={() => setOpen(provider)}>
                {t('providers.setUp', { provider: providerFacts[provider]?.name })}
              </Button>
            </li>
          ))}
          <li className="list-row">
            <OfflineSwitch isOn={savedOf('offline')?.is_enabled ?? true} />
          </li>
        </ul>
      ) : null}
      {overview.data ? (
        <PaymentDifferences differences={overview.data.differences} refunds={overview.data.refunds} />
      ) : null}
      {open && overview.data ? (
        <Suspense>
          <ProviderPanel provider={open} saved={savedOf(open)} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </Section>
  );
}

function ProviderState({ saved }: { saved: ProviderSettings | undefined }) {
  const { t } = useTranslation('payments');
  if (!saved) return <span className="muted">{t('providers.none')}</span>;
  if (!saved.is_enabled) return <span className="muted">{t('providers.off')}</span>;
  return saved.is_test ? (
    <Badge tone="warning">{t('providers.test')}</Badge>
  ) : (
    <StatusDot tone="success">{t('providers.on')}</StatusDot>
  );
}

function OfflineSwitch({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('payments');
  const { account_id } = useAccount();
  const { save, isSaving } = useSave((is_enabled: boolean) => saveProvider('offline', { is_enabled }), {
    invalidates: [paymentQueries.all(account_id)],
  });
  return (
    <Switch isAtEnd isSelected={isOn} isDisabled={isSaving} onChange={(next) => void save(next)}>
      {t('providers.offline')}
    </Switch>
  );
}
