import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { largestUnit } from '#ui/display/time-units.ts';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { saveTarget, ticketKeys, ticketQueries } from '../data.ts';
import { defaultMinutes } from '../rules.ts';
import { type Category, categories } from '../schema.ts';

const choices = [30, 60, 120, 240, 480, 1440, 2880, 4320, 10_080, 20_160];

/** Response targets of each ticket category. */
export function TargetList({ account_id }: { account_id: string }) {
  const { t } = useTranslation('tickets');
  const { t: u } = useTranslation('ui');
  const db = useDb();
  const targets = useQuery(ticketQueries.targets(db, account_id));
  const durationText = (minutes: number) => {
    const { unit, count } = largestUnit(minutes * 60);
    return u(`duration.${unit}`, { count });
  };
  const { save: choose } = useSave(
    ({ category, id }: { category: Category; id: string }) =>
      saveTarget(db, account_id, category, id === 'usual' ? null : Number(id)),
    { done: t('targets.saved'), invalidates: [ticketKeys.all(account_id)] },
  );
  if (targets.isError) return <ErrorState onRetry={() => void targets.refetch()} />;
  if (!targets.data) return <SkeletonText lines={5} />;
  return (
    <div className="grid max-w-md gap-4">
      {categories.map((category) => {
        const minutes = targets.data.find((target) => target.category === category)?.minutes;
        const offered = [...new Set([...choices, ...(minutes ? [minutes] : [])])].sort((a, b) => a - b);
        return (
          <Select
            key={category}
            label={t(`category.${category}`)}
            value={minutes ? String(minutes) : 'usual'}
            options={[
              { id: 'usual', label: t('targets.usual', { time: durationText(defaultMinutes[category]) }) },
              ...offered.map((value) => ({ id: String(value), label: durationText(value) })),
            ]}
            onChange={(id) => void choose({ category, id })}
          />
        );
      })}
    </div>
  );
}
