import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { useOpenSite } from '#features/platform/reports/components/use-open-site.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Meter } from '#ui/charts/progress.tsx';
import { formatCompact } from '#ui/display/format-compact.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { Card } from '#ui/layout/section.tsx';
import { billingQueries, type Usage } from '../data.ts';
import { fullestMeter, isOffered, shareOf } from '../rules.ts';
import { MeterDays } from './meter-days.tsx';

/** Screens of the site that list what a meter counts; monthly meters open the usage by day instead. */
const listsOnSite: Partial<Record<string, string>> = {
  members: paths.users(),
  courses: paths.elearning(),
  storage: paths.media(undefined, 'list'),
  videos: paths.media(undefined, 'list', 'video'),
  cdn_images: paths.media(undefined, 'list', 'image'),
};

/** Formats an amount of a meter in the reader's locale: storage as a size of files. */
export function useAmount({ isExact = false } = {}): (meter: string, amount: number) => string {
  const { locale } = useSite();
  return (meter, amount) => {
    if (meter === 'storage') return formatSize(amount, locale);
    return isExact ? numberFormat(locale).format(amount) : formatCompact(amount, locale);
  };
}

/** Every meter of an account against its cap, with a warning for the fullest. */
export function UsageGrid({ accountId, onCompare }: { accountId: string; onCompare: () => void }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const usage = useQuery(billingQueries.usage(db, accountId));
  const amount = useAmount();
  const { open } = useOpenSite();
  const [openMeter, setOpenMeter] = useState<string | null>(null);
  function openerOf({ meter, is_kept }: Usage): (() => void) | undefined {
    const list = listsOnSite[meter];
    if (!is_kept) return () => setOpenMeter(meter);
    return list ? () => open(accountId, list) : undefined;
  }
  if (usage.isError) return <ErrorState onRetry={() => void usage.refetch()} isRetrying={usage.isFetching} />;
  if (!usage.data) return <SkeletonText lines={6} />;
  const visible = usage.data.filter(({ meter }) => isOffered(meter));
  const urgent = fullestMeter(visible);
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
          {visible.map((meter) => (
            <li key={meter.meter}>
              <OneMeter meter={meter} onOpen={openerOf(meter)} />
            </li>
          ))}
        </ul>
      </Card>
      <MeterDays accountId={accountId} meter={openMeter} onClose={() => setOpenMeter(null)} />
    </div>
  );
}

function OneMeter({ meter, onOpen }: { meter: Usage; onOpen: (() => void) | undefined }) {
  const { t } = useTranslation('billing');
  const amount = useAmount();
  const name = t(`meter.${meter.meter}`);
  const used = amount(meter.meter, meter.used);
  const text =
    meter.cap === null ? t('usage.uncapped', { used }) : t('usage.of', { used, cap: amount(meter.meter, meter.cap) });
  const link = onOpen ? (
    <button type="button" className="link" onClick={onOpen}>
      {text}
      <span className="vh"> {t('usage.see', { meter: name })}</span>
    </button>
  ) : (
    text
  );
  if (meter.cap === null) {
    return (
      <div className="amount">
        <span className="amount-head">
          <span className="font-medium">{name}</span>
          <span className="quiet num">{link}</span>
        </span>
      </div>
    );
  }
  return <Meter label={name} value={meter.used} limit={meter.cap} amount={text} link={onOpen ? link : undefined} />;
}
