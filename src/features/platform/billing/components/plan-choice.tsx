import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import type { Plan, PlanPrice, Subscription } from '../data.ts';
import type { Period, Provider } from '../schema.ts';
import { PlanLines } from './plan-lines.tsx';

/** How often a plan is paid for; plans without a price for it are paid for once. */
export type Rhythm = 'monthly' | 'annual';

export type PlanSelection = { plan: Plan; period: Period };

/** All plans beside each other, with the prices of one rhythm. */
export function PlanChoice({
  plans,
  provider,
  subscription,
  period,
  onPeriodChange,
  onSelect,
}: {
  plans: Plan[] | undefined;
  provider: Provider;
  subscription: Subscription | null;
  period: Rhythm;
  onPeriodChange: (period: Rhythm) => void;
  onSelect: (selection: PlanSelection) => void;
}) {
  const { t } = useTranslation('billing');
  return (
    <div className="grid gap-4">
      <Segmented
        label={t('plan.period')}
        options={[
          { id: 'monthly', label: t('period.monthly') },
          { id: 'annual', label: t('period.annual') },
        ]}
        value={period}
        onChange={onPeriodChange}
      />
      {plans ? null : <SkeletonText lines={6} />}
      <ul className="grid gap-4 sm:grid-cols-2">
        {plans?.map((plan) => {
          const prices = plan.pricing[provider] ?? {};
          const rhythm: Period = prices[period] ? period : 'onetime';
          const price = prices[rhythm];
          const isCurrent =
            subscription?.status !== 'ended' && subscription?.plan_id === plan.id && subscription.period === rhythm;
          return price ? (
            <li key={plan.id}>
              <PlanCard
                plan={plan}
                price={price}
                period={rhythm}
                isCurrent={isCurrent}
                mayPayNow={subscription?.status === 'trialing' || Boolean(subscription?.next_plan_id)}
                onTake={() => onSelect({ plan, period: rhythm })}
              />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

function PlanCard({
  plan,
  price,
  period,
  isCurrent,
  mayPayNow,
  onTake,
}: {
  plan: Plan;
  price: PlanPrice;
  period: Period;
  isCurrent: boolean;
  mayPayNow: boolean;
  onTake: () => void;
}) {
  const { t } = useTranslation('billing');
  const { locale } = useSite();
  return (
    <article className="card card-pad grid h-full content-between gap-4">
      <div className="grid gap-2">
        <div className="flex items-center gap-2">
          <h3 className="font-semibold">{plan.label}</h3>
          {isCurrent ? <Badge tone="success">{t('plan.current')}</Badge> : null}
        </div>
        <p>
          <span className="text-2xl font-semibold">{formatMoney(price.amount, plan.currency, locale)}</span>{' '}
          <span className="muted">{t(`every.${period}`)}</span>
        </p>
        <p className="help">{plan.description}</p>
        {price.trial_days > 0 ? <p className="help">{t('plan.trial', { count: price.trial_days })}</p> : null}
        {price.iterations !== null && period !== 'onetime' ? (
          <p className="help">{t('plan.times', { count: price.iterations })}</p>
        ) : null}
        <PlanLines {...plan} />
      </div>
      <Button isDisabled={isCurrent && !mayPayNow} onPress={onTake}>
        {t('plan.choose', { plan: plan.label })}
      </Button>
    </article>
  );
}
