import { useCallback, useEffect, useState } from 'react';
import { ownOrigins, type Site } from '#base/shared/site.ts';
import { AGREED_EVENT, hasAgreedToAll, isThirdPartyUrl } from '#base/shared/third-party-url.ts';

/** Whether this visitor has agreed to what other sites show; true from the moment they do. */
export function useHasConsent(): boolean {
  // As the server draws it, who knows of no cookie: what is hydrated begins the same.
  const [isAgreed, setAgreed] = useState(false);
  useEffect(() => {
    const agree = () => setAgreed(true);
    if (hasAgreedToAll(document.cookie)) agree();
    document.addEventListener(AGREED_EVENT, agree);
    return () => document.removeEventListener(AGREED_EVENT, agree);
  }, []);
  return isAgreed;
}

/** What a file is asked before it is drawn: our own may load, those of other sites once the visitor has agreed. */
export function useFileConsent(site: Pick<Site, 'origin' | 'backend'>): (address: string) => boolean {
  const isAgreed = useHasConsent();
  return useCallback((address) => isAgreed || !isThirdPartyUrl(address, ownOrigins(site)), [isAgreed, site]);
}
