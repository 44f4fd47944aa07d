import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Who comes from the platform to put this site on their device is asked at once; a reload asks no more. */
export function InstallPrompt({ onAsked }: { onAsked: () => void }) {
  const [params, setParams] = useSearchParams();
  const isAsked = params.has('install');
  const ask = useEffectEvent(() => {
    onAsked();
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('install');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (isAsked) ask();
  }, [isAsked]);
  return null;
}
