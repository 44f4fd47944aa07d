import { useCallback, useEffect, useState } from 'react';
import { ownOrigins, type Site } from '#base/shared/site.ts';
import { CONSENT_EVENT, hasFullConsent, isThirdPartyUrl } from '#base/shared/third-party-url.ts';

/** Whether this visitor has consented to third-party content; becomes true as soon as they do. */
export function useHasConsent(): boolean {
  // False like in the server's HTML, which knows no cookie, so that hydration matches.
  const [isAgreed, setAgreed] = useState(false);
  useEffect(() => {
    const agree = () => setAgreed(true);
    if (hasFullConsent(document.cookie)) agree();
    document.addEventListener(CONSENT_EVENT, agree);
    return () => document.removeEventListener(CONSENT_EVENT, agree);
  }, []);
  return isAgreed;
}

/** Decides whether a file may load: own files always, third-party files once the visitor has consented. */
export function useFileConsent(site: Pick<Site, 'origin' | 'backend'>): (address: string) => boolean {
  const isAgreed = useHasConsent();
  return useCallback((address) => isAgreed || !isThirdPartyUrl(address, ownOrigins(site)), [isAgreed, site]);
}
