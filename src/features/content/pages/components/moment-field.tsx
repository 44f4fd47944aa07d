import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { isTimeZone, momentIn, wallIn } from '#base/shared/wall-clock.ts';
import { lookQuery } from '#features/platform/options/data.ts';
import { DateField } from '#ui/fields/date-field.tsx';

/** A moment, set on the clock of the account's own time zone and kept as an instant: the same one for every reader. */
export function MomentField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (moment: string) => void;
}) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const { data: look } = useQuery(lookQuery(db, account_id));
  // Before the account's zone is known a moment would be set in another.
  if (!look) return null;
  const own = look.settings.timezone;
  const zone = isTimeZone(own) ? own : 'UTC';
  return (
    <DateField
      label={label}
      description={t('moment.zone', { zone: zone.replaceAll('_', ' ') })}
      hasTime
      value={wallIn(zone, value)}
      onChange={(wall) => onChange(momentIn(zone, wall) ?? '')}
    />
  );
}
