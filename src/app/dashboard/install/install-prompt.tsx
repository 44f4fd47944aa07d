import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Opens the install dialog for visitors whom the platform sent to install this site; a reload does not. */
export function InstallPrompt({ onRequest }: { onRequest: () => void }) {
  const [params, setParams] = useSearchParams();
  const isRequested = params.has('install');
  const open = useEffectEvent(() => {
    onRequest();
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('install');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  useEffect(() => {
    if (isRequested) open();
  }, [isRequested]);
  return null;
}
