import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { billingQueries, type Plan } from '../data.ts';
import { isOffered } from '../rules.ts';
import { useAmount } from './usage-grid.tsx';

/** What of the account a plan would not cover: lost features and meters over its limits. Read once both are there. */
export function usePlanLimits(accountId: string | null, planId: string | null) {
  const db = useDb();
  const enabled = accountId !== null && planId !== null;
  const over = useQuery({ ...billingQueries.over(db, accountId ?? '', planId ?? ''), enabled });
  const lost = useQuery({ ...billingQueries.lost(db, accountId ?? '', planId ?? ''), enabled });
  return {
    lostFeatures: (lost.data ?? []).filter(isOffered),
    overMeters: (over.data ?? []).filter(({ meter }) => isOffered(meter)),
    isPending: over.isPending || lost.isPending,
    isError: over.isError || lost.isError,
    isRetrying: over.isFetching,
    retry: () => void Promise.all([over.refetch(), lost.refetch()]),
  };
}

/** Warns of what a plan would not cover, before it is chosen. */
export function PlanLimits({ limits, plan }: { limits: ReturnType<typeof usePlanLimits>; plan: Plan }) {
  const { t } = useTranslation('billing');
  const amount = useAmount();
  const { lostFeatures, overMeters } = limits;
  return (
    <>
      {limits.isError ? <ErrorState onRetry={limits.retry} isRetrying={limits.isRetrying} /> : null}
      {limits.isPending && !limits.isError ? <SkeletonText lines={2} /> : null}
      {lostFeatures.length > 0 ? (
        <Note tone="warning">
          <p>{t('plan.lost', { plan: plan.label })}</p>
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
    </>
  );
}
