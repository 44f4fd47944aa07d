import { useIsFetching } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { useIsWorking } from '#base/browser/work.ts';

/** A line over the screen while the next one, or an answer, is on its way. What is quick never shows it. */
export function WorkLine() {
  const { t } = useTranslation('shell');
  const { state } = useNavigation();
  const isFetching = useIsFetching() > 0;
  const isWorking = useIsWorking();
  if (state === 'idle' && !isFetching && !isWorking) return null;
  return <div role="progressbar" aria-label={t('working')} className="work-line" />;
}
