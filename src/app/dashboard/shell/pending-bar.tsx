import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { useIsPending } from '#base/browser/pending-requests.ts';

/** What is done sooner is done before somebody would wonder. Milliseconds. */
const QUICK = 250;

/** A line over the screen while the next one, or an answer, is on its way. What is quick never shows it. */
export function PendingBar() {
  const { state } = useNavigation();
  const isFetching = useIsFetching() > 0;
  const isWorking = useIsPending();
  return state === 'idle' && !isFetching && !isWorking ? null : <Line />;
}

function Line() {
  const { t } = useTranslation('shell');
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), QUICK);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? <div role="progressbar" aria-label={t('working')} className="work-line" /> : null;
}
