import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';

/** "Good morning, Amara": by the reader's own clock. */
export function useGreeting(name: string): string {
  const { t } = useTranslation('dashboard');
  const { time_zone } = useSite();
  const clock = dateFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: time_zone });
  const hour = Number(clock.format());
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'day' : 'evening';
  return t(`greeting.${part}`, { name: name.trim().split(/\s+/)[0] ?? '' });
}
