import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isOffered } from '../rules.ts';
import { useAmount } from './usage-grid.tsx';

const MEGABYTE = 1_048_576;

/** What a plan has: its features, and its caps. `null` is a meter without a cap. */
export function PlanLines({
  features,
  limits,
}: {
  features: readonly string[];
  limits: Record<string, number | null>;
}) {
  const { t } = useTranslation('billing');
  const amount = useAmount({ isExact: true });
  const caps = Object.entries(limits).flatMap(([key, cap]) => {
    const id = key === 'mau' ? 'active_users' : key;
    const meter = t(`meter.${id}`);
    if (!isOffered(id)) return [];
    if (cap === null) return [t('addons.uncapped', { meter })];
    return [t('plan.cap', { meter, cap: amount(id, id === 'storage' ? cap * MEGABYTE : cap) })];
  });
  // A capped meter is listed with its cap only, not twice.
  const uncapped = features.filter((feature) => isOffered(feature) && limits[feature] === undefined);
  return (
    <ul className="grid gap-1">
      {[...uncapped.map((feature) => t(`feature.${feature}`)), ...caps].map((line) => (
        <li key={line} className="flex gap-2">
          <Check className="mt-1 size-4 flex-none text-success" aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
}
