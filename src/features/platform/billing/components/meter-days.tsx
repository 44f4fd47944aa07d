import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { billingQueries } from '../data.ts';

type Props = { accountId: string; meter: string | null; onClose: () => void };

/** Usage of a meter this month, day by day, from the ledger. */
export function MeterDays({ accountId, meter, onClose }: Props) {
  const { t } = useTranslation('billing');
  return (
    <SidePanel
      title={meter ? t('usage.days', { meter: t(`meter.${meter}`) }) : ''}
      isOpen={meter !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {meter ? <Days accountId={accountId} meter={meter} /> : null}
    </SidePanel>
  );
}

function Days({ accountId, meter }: { accountId: string; meter: string }) {
  const { t } = useTranslation('billing');
  const { locale } = useSite();
  const db = useDb();
  const days = useQuery(billingQueries.meterDays(db, accountId, meter));
  if (days.isError) return <ErrorState onRetry={() => void days.refetch()} isRetrying={days.isFetching} />;
  if (!days.data) return <SkeletonText lines={6} />;
  if (days.data.length === 0) return <p className="muted">{t('usage.nothing')}</p>;
  const formatAmount = (amount: number) => numberFormat(locale).format(amount);
  // The ledger's days are UTC.
  const format = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <table className="tbl" aria-label={t('usage.days', { meter: t(`meter.${meter}`) })}>
      <thead>
        <tr>
          <th scope="col">{t('usage.day')}</th>
          <th scope="col" className="is-end">
            {t('usage.counted')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.data.map(({ day, amount }) => (
          <tr key={day}>
            <td>{format.format(new Date(day))}</td>
            <td className="is-end num">{formatAmount(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('usage.total')}</th>
          <td className="is-end num font-medium">
            {formatAmount(days.data.reduce((sum, { amount }) => sum + amount, 0))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
