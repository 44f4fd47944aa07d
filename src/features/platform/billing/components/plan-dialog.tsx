import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { untilLeft } from '#ui/fields/use-action.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { billingQueries, choosePlan, type Plan, type PlanPrice, type Subscription } from '../data.ts';
import { isOffered } from '../rules.ts';
import type { Period, Provider } from '../schema.ts';
import { PlanLines } from './plan-lines.tsx';
import { useAmount } from './usage-grid.tsx';

type Props = {
  accountId: string;
  subscription: Subscription | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Compares all plans; before a change it shows what would exceed the selected plan. */
export function PlanDialog({ accountId, subscription, isOpen, onOpenChange }: Props) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const plans = useQuery({ ...billingQueries.plans(db), enabled: isOpen });
  const methods = useQuery({ ...billingQueries.methods(paths.billingMethods()), enabled: isOpen });
  const [period, setPeriod] = useState<'monthly' | 'annual'>('monthly');
  const [selection, setSelection] = useState<{ plan: Plan; period: Period } | null>(null);
  const overPlan = useQuery({
    ...billingQueries.over(db, accountId, selection?.plan.id ?? ''),
    enabled: isOpen && selection !== null,
  });
  const lostByPlan = useQuery({
    ...billingQueries.lost(db, accountId, selection?.plan.id ?? ''),
    enabled: isOpen && selection !== null,
  });
  const isLooking = overPlan.isPending || lostByPlan.isPending;
  const amount = useAmount();
  const provider: Provider = methods.data?.[0] ?? 'offline';

  const { save: confirmPlan, isSaving: isBusy } = useSave(
    async ({ plan, period }: { plan: Plan; period: Period }) => {
      const choice = { account_id: accountId, plan_id: plan.id, period, provider };
      const { outcome, url } = await choosePlan(paths.choosePlan(), choice);
      if (url) {
        location.assign(url);
        await untilLeft();
      }
      return outcome;
    },
    {
      invalidates: [billingQueries.all],
      onSaved: () => close(false),
      done: (outcome, { plan }) => t(outcome === 'scheduled' ? 'plan.scheduled' : 'plan.taken', { plan: plan.label }),
    },
  );
  const lostFeatures = (lostByPlan.data ?? []).filter(isOffered);
  const overMeters = (overPlan.data ?? []).filter(({ meter }) => isOffered(meter));
  const close = (open: boolean) => {
    setSelection(null);
    onOpenChange(open);
  };
  return (
    <Dialog
      title={selection ? t('plan.confirmTitle', { plan: selection.plan.label }) : t('plan.compareTitle')}
      isOpen={isOpen}
      onOpenChange={close}
      isWide={!selection}
      footer={
        selection ? (
          <>
            <Button onPress={() => setSelection(null)}>{t('plan.back')}</Button>
            <Button
              variant="primary"
              isBusy={isBusy}
              isDisabled={isLooking}
              onPress={() => void confirmPlan(selection)}
            >
              {t('plan.take', { plan: selection.plan.label })}
            </Button>
          </>
        ) : undefined
      }
    >
      {selection ? (
        <div className="grid gap-4">
          <p>{t(`plan.pays.${provider === 'offline' && selection.period === 'onetime' ? 'once' : provider}`)}</p>
          {overPlan.isError || lostByPlan.isError ? (
            <ErrorState
              onRetry={() => void Promise.all([overPlan.refetch(), lostByPlan.refetch()])}
              isRetrying={overPlan.isFetching}
            />
          ) : null}
          {isLooking && !overPlan.isError && !lostByPlan.isError ? <SkeletonText lines={2} /> : null}
          {lostFeatures.length > 0 ? (
            <Note tone="warning">
              <p>{t('plan.lost', { plan: selection.plan.label })}</p>
              <ul className="my-2 list-disc ps-5">
                {lostFeatures.map((feature) => (
                  <li key={feature}>{t(`feature.${feature}`)}</li>
                ))}
              </ul>
              <p>{t('plan.lostMeans')}</p>
            </Note>
          ) : null}
          {overMeters.length > 0 ? (
            <Note tone="warning">
              <p>{t('plan.over')}</p>
              <ul className="mt-2 list-disc ps-5">
                {overMeters.map((meter) => (
                  <li key={meter.meter}>
                    {t('plan.overLine', {
                      meter: t(`meter.${meter.meter}`),
                      used: amount(meter.meter, meter.used),
                      cap: amount(meter.meter, meter.cap ?? 0),
                    })}
                  </li>
                ))}
              </ul>
            </Note>
          ) : null}
        </div>
      ) : (
        <div className="grid gap-4">
          <Segmented
            label={t('plan.period')}
            options={[
              { id: 'monthly', label: t('period.monthly') },
              { id: 'annual', label: t('period.annual') },
            ]}
            value={period}
            onChange={setPeriod}
          />
          {plans.data ? null : <SkeletonText lines={6} />}
          <ul className="grid gap-4 sm:grid-cols-2">
            {plans.data?.map((plan) => {
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
                    onTake={() => setSelection({ plan, period: rhythm })}
                  />
                </li>
              ) : null;
            })}
          </ul>
        </div>
      )}
    </Dialog>
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
