import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import { OwnerScreen } from '../components/owner-screen.tsx';
import { PlanLines } from '../components/plan-lines.tsx';
import { billingQueries, chooseAddons, type OwnAccount } from '../data.ts';
import { addedBy, offeredAddons } from '../rules.ts';

/** What the account's plan includes, and what each other plan adds to it. */
export default function Addons() {
  return <OwnerScreen name="addons">{(account) => <PlanComparison account={account} />}</OwnerScreen>;
}

/** The add-ons of the plan, each switched on or off. */
function AddonSwitches({ account, allowed }: { account: OwnAccount; allowed: readonly string[] }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const offered = offeredAddons.filter((addon) => allowed.includes(addon));
  const { save, isSaving } = useSave(
    ({ addon, isOn }: { addon: string; isOn: boolean }) => {
      const others = account.addons.filter((name) => name !== addon && allowed.includes(name));
      return chooseAddons(db, account.account_id, isOn ? [...others, addon] : others);
    },
    {
      invalidates: [billingQueries.all],
      done: (_, { addon, isOn }) => t(isOn ? 'addon.on' : 'addon.off', { addon: t(`feature.${addon}`) }),
    },
  );
  if (offered.length === 0) return null;
  return (
    <Card title={t('addons.title')} sentence={t('addons.included')}>
      {offered.map((addon) => (
        <Switch
          key={addon}
          isSelected={account.addons.includes(addon)}
          isDisabled={isSaving}
          onChange={(isOn) => void save({ addon, isOn })}
        >
          {t(`feature.${addon}`)}
        </Switch>
      ))}
    </Card>
  );
}

export function PlanComparison({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('billing');
  const plans = useQuery(billingQueries.plans(useDb()));
  if (plans.isError) return <ErrorState onRetry={() => void plans.refetch()} isRetrying={plans.isFetching} />;
  if (!plans.data) return <SkeletonCards count={3} />;
  const current = plans.data.find(({ id }) => id === account.plan_id);
  const others = plans.data.flatMap((plan) => {
    const added = plan === current ? null : addedBy(plan, current);
    return added ? [{ ...plan, ...added }] : [];
  });
  return (
    <div className="grid gap-6">
      <AddonSwitches account={account} allowed={current?.addons ?? []} />
      <ul className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <li>
          <Card title={current?.label ?? t('plan.none')} actions={current ? <Badge>{t('plan.current')}</Badge> : null}>
            {current ? <PlanLines {...current} /> : null}
          </Card>
        </li>
        {others.map((plan) => (
          <li key={plan.id}>
            <Card title={t('addons.adds', { plan: plan.label })}>
              <PlanLines {...plan} />
            </Card>
          </li>
        ))}
      </ul>
      {others.length === 0 ? <p className="help">{t('addons.most')}</p> : null}
      <p>
        <LinkButton variant="primary" href={paths.billing(account.account_id)}>
          {t('plan.compare')}
        </LinkButton>
      </p>
    </div>
  );
}
