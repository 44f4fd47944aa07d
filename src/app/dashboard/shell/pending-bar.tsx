import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import { useIsPending } from '#base/browser/pending-requests.ts';

/** Faster work shows no bar; milliseconds. */
const QUICK = 250;

/** A progress bar over the screen while a navigation or a request is pending. */
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
