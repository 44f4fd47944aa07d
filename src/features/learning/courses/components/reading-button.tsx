import { BookOpenText } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '#ui/buttons/plain-button.tsx';

const STORAGE_KEY = 'reading-mode';

type Props = { isReading: boolean; onReading: (isReading: boolean) => void };

/** Shows the text of a lesson alone, in larger type; the device remembers it. */
export function ReadingButton({ isReading, onReading }: Props) {
  const { t } = useTranslation('courses');
  const begin = useEffectEvent(() => {
    if (remembered()) onReading(true);
  });
  useEffect(() => begin(), []);
  return (
    <PlainButton
      variant="quiet"
      icon={BookOpenText}
      aria-label={t('player.reading')}
      title={t('player.reading')}
      aria-pressed={isReading}
      className={isReading ? 'bg-tint' : undefined}
      onClick={() => {
        onReading(!isReading);
        remember(!isReading);
      }}
    />
  );
}

// Without storage (a private window) it lasts as long as the page.
function remembered(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on';
  } catch {
    return false;
  }
}

function remember(isOn: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  } catch {
    // no storage to keep it in
  }
}
