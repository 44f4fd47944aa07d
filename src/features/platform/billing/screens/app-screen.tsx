import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { DomainList } from '#features/platform/domains/components/domain-list.tsx';
import { useOpenSite } from '#features/platform/reports/components/use-open-site.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Card, Section } from '#ui/layout/section.tsx';
import { OwnerScreen } from '../components/owner-screen.tsx';
import { PhoneCard } from '../components/phone-card.tsx';
import { billingQueries, chooseFeatures, type OwnAccount } from '../data.ts';
import { offeredFeatures } from '../rules.ts';

/** Site settings of an account: its URL, domains and features. */
export default function AppScreen() {
  return <OwnerScreen name="app">{(account) => <AccountApp account={account} />}</OwnerScreen>;
}

function AccountApp({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const site = useSite();
  const defaultHost = `${account.slug}.${site.base_domain}`;
  const { open, isBusy } = useOpenSite();
  return (
    <div className="grid max-w-3xl gap-4">
      <Card
        title={t('app.address')}
        actions={
          <Button iconEnd={ArrowUpRight} isBusy={isBusy} onPress={() => open(account.account_id)}>
            {t('app.open')}
          </Button>
        }
      >
        <p dir="ltr" className="font-medium">
          {defaultHost}
        </p>
        <p className="help">{t('app.addressText')}</p>
      </Card>
      <PhoneCard account={account} />
      <FeatureCard account={account} />
      <Section title={t('app.domain')} sentence={t('app.domainText')}>
        <DomainList accountId={account.account_id} home={defaultHost} />
      </Section>
    </div>
  );
}

/** Feature switches; a feature the plan does not include links to a plan that does. */
function FeatureCard({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const plans = useQuery(billingQueries.plans(db));
  const isInGrace = account.grace_until !== null && Date.parse(account.grace_until) > clockNow();
  const allowed = (plans.data ?? [])
    .filter(({ id }) => id === account.plan_id || (isInGrace && id === account.grace_plan_id))
    .flatMap((plan) => plan.features);
  const isShort = plans.data !== undefined && offeredFeatures.some((feature) => !allowed.includes(feature));

  const { save, isSaving: isBusy } = useSave(
    ({ feature, isOn }: { feature: string; isOn: boolean }) => {
      const otherFeatures = account.features.filter((name) => name !== feature);
      return chooseFeatures(db, account.account_id, isOn ? [...otherFeatures, feature] : otherFeatures);
    },
    {
      invalidates: [billingQueries.all],
      done: (_, { feature, isOn }) => t(isOn ? 'addon.on' : 'addon.off', { addon: t(`feature.${feature}`) }),
    },
  );
  return (
    <Card title={t('app.features')} sentence={t('app.featuresText')}>
      <div className="grid gap-3">
        {offeredFeatures.map((feature) => (
          <Switch
            key={feature}
            isSelected={account.features.includes(feature) && allowed.includes(feature)}
            isDisabled={isBusy || !allowed.includes(feature)}
            onChange={(isOn) => void save({ feature, isOn })}
          >
            {t(`feature.${feature}`)}
          </Switch>
        ))}
        {isShort ? (
          <p className="help">
            {t('app.notInPlan')}{' '}
            <a className="link" href={paths.billing(account.account_id)}>
              {t('plan.compare')}
            </a>
          </p>
        ) : null}
      </div>
    </Card>
  );
}
