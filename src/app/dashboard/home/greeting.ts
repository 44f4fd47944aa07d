import { useTranslation } from 'react-i18next';

/** "Good morning, Amara": by the reader's own clock. */
export function useGreeting(name: string): string {
  const { t } = useTranslation('dashboard');
  const hour = new Date().getHours();
  const part = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'day' : 'evening';
  return t(`greeting.${part}`, { name: name.trim().split(/\s+/)[0] ?? '' });
}
