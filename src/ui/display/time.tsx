import { useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { useLocale } from '../layout/locale.ts';
import { formatWhen, largestUnit } from './time-units.ts';
import { TimeZoneContext } from './time-zone.ts';

export type RelativeTimeProps = {
  /** ISO 8601 or a Date; `null` is never. */
  when: string | Date | null;
  timeZone?: string;
  /** The current time for the server and the first render, so that both match. */
  now?: Date;
};

/** "2 min. ago", or the date after a day; the full time in the title. Updates once a minute. */
export function RelativeTime({ when, timeZone: named, now }: RelativeTimeProps) {
  const { t } = useTranslation('ui');
  const { locale } = useLocale();
  const usual = useContext(TimeZoneContext);
  const timeZone = named ?? usual;
  const [current, setCurrent] = useState(() => now ?? new Date(clockNow()));
  const isForBoth = now !== undefined;
  useEffect(() => {
    if (isForBoth) setCurrent(new Date(clockNow()));
    const timer = setInterval(() => setCurrent(new Date(clockNow())), 60_000);
    return () => clearInterval(timer);
  }, [isForBoth]);
  if (when === null) return <span className="quiet">{t('time.never')}</span>;
  const date = new Date(when);
  if (Number.isNaN(date.getTime())) return null;
  const exact = dateFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(date);
  return (
    <time dateTime={date.toISOString()} title={exact} suppressHydrationWarning>
      {formatWhen(date, current, locale, timeZone)}
    </time>
  );
}

/** A duration in its largest whole unit: "2 weeks". */
export function Duration({ seconds }: { seconds: number }) {
  const { t } = useTranslation('ui');
  const { unit, count } = largestUnit(seconds);
  return <span className="num">{t(`duration.${unit}`, { count })}</span>;
}
