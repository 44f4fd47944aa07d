import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { untilLeft } from '#ui/fields/use-action.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { billingQueries, choosePlan, type Subscription } from '../data.ts';
import type { Provider } from '../schema.ts';
import { PlanChoice, type PlanSelection, type Rhythm } from './plan-choice.tsx';
import { PlanLimits, usePlanLimits } from './plan-limits.tsx';

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
  const [period, setPeriod] = useState<Rhythm>('monthly');
  const [selection, setSelection] = useState<PlanSelection | null>(null);
  const limits = usePlanLimits(isOpen ? accountId : null, selection?.plan.id ?? null);
  const provider: Provider = methods.data?.[0] ?? 'offline';

  const { save: confirmPlan, isSaving: isBusy } = useChoosePlan(accountId, provider, () => close(false));
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
              isDisabled={limits.isPending}
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
          <PlanLimits limits={limits} plan={selection.plan} />
        </div>
      ) : (
        <PlanChoice
          plans={plans.data}
          provider={provider}
          subscription={subscription}
          period={period}
          onPeriodChange={setPeriod}
          onSelect={setSelection}
        />
      )}
    </Dialog>
  );
}

/** Takes the plan: at once or at the end of the period, or by way of the payment service's page. */
function useChoosePlan(accountId: string, provider: Provider, onSaved: () => void) {
  const { t } = useTranslation('billing');
  return useSave(
    async ({ plan, period }: PlanSelection) => {
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
      onSaved,
      done: (outcome, { plan }) => t(outcome === 'scheduled' ? 'plan.scheduled' : 'plan.taken', { plan: plan.label }),
    },
  );
}
