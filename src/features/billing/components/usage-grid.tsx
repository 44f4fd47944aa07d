import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/button.tsx';
import { formatCompact } from '#ui/compact.ts';
import { Meter } from '#ui/progress.tsx';
import { Card } from '#ui/section.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { ErrorState, Note } from '#ui/states.tsx';
import { billingQueries, type Usage } from '../data.ts';
import { fullest, shareOf } from '../rules.ts';

const MEGABYTE = 1_048_576;

/** An amount of a meter in the reader's notation: storage in MB or GB. */
export function useAmount({ isExact = false } = {}): (meter: string, amount: number) => string {
  const { locale } = useSite();
  return (meter, amount) => {
    if (meter !== 'storage') return isExact ? numberFormat(locale).format(amount) : formatCompact(amount, locale);
    const inGigabytes = amount >= 1024 * MEGABYTE;
    return numberFormat(locale, {
      style: 'unit',
      unit: inGigabytes ? 'gigabyte' : 'megabyte',
      maximumFractionDigits: 1,
    }).format(amount / MEGABYTE / (inGigabytes ? 1024 : 1));
  };
}

/** Every meter of an account against its cap, and the fullest of them in words. */
export function UsageGrid({ accountId, onCompare }: { accountId: string; onCompare: () => void }) {
  const { t } = useTranslation('billing');
  const wire = useWire();
  const usage = useQuery(billingQueries.usage(wire, accountId));
  const amount = useAmount();
  if (usage.isError) return <ErrorState onRetry={() => void usage.refetch()} isRetrying={usage.isFetching} />;
  if (!usage.data) return <SkeletonText lines={6} />;
  const urgent = fullest(usage.data);
  return (
    <div className="grid gap-4">
      {urgent ? (
        <Note
          tone={(shareOf(urgent) ?? 0) >= 100 ? 'error' : 'warning'}
          action={
            <Button size="sm" onPress={onCompare}>
              {t('plan.compare')}
            </Button>
          }
        >
          {t((shareOf(urgent) ?? 0) >= 100 ? 'usage.full' : 'usage.almost', {
            meter: t(`meter.${urgent.meter}`),
            used: amount(urgent.meter, urgent.used),
            cap: amount(urgent.meter, urgent.cap ?? 0),
          })}
        </Note>
      ) : null}
      <Card>
        <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {usage.data.map((meter) => (
            <li key={meter.meter}>
              <OneMeter meter={meter} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function OneMeter({ meter }: { meter: Usage }) {
  const { t } = useTranslation('billing');
  const amount = useAmount();
  const used = amount(meter.meter, meter.used);
  if (meter.cap === null) {
    return (
      <div className="amount">
        <span className="amount-head">
          <span className="font-medium">{t(`meter.${meter.meter}`)}</span>
          <span className="quiet num">{t('usage.uncapped', { used })}</span>
        </span>
      </div>
    );
  }
  return (
    <Meter
      label={t(`meter.${meter.meter}`)}
      value={meter.used}
      limit={meter.cap}
      amount={t('usage.of', { used, cap: amount(meter.meter, meter.cap) })}
    />
  );
}
