import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { isTimeZone, localTimeIn, utcTimeOf } from '#base/shared/wall-clock.ts';
import { siteOptionsQuery } from '#features/platform/options/data.ts';
import { DateField } from '#ui/fields/date-field.tsx';

/** Date and time in the account's time zone, stored as an instant. */
export function MomentField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (moment: string) => void;
}) {
  const { t } = useTranslation('blocks');
  const db = useDb();
  const { account_id } = useAccount();
  const { data: siteLook } = useQuery(siteOptionsQuery(db, account_id));
  // Disabled until the account's time zone is loaded; another one would give a wrong instant.
  if (!siteLook) return null;
  const timeZone = siteLook.settings.timezone;
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  return (
    <DateField
      label={label}
      description={t('moment.zone', { zone: zone.replaceAll('_', ' ') })}
      hasTime
      value={localTimeIn(zone, value)}
      onChange={(wall) => onChange(utcTimeOf(zone, wall) ?? '')}
    />
  );
}
