import { createContext, type ReactNode, useContext } from 'react';
import type { Site, SiteAccount } from '#base/shared/site.ts';

const SiteContext = createContext<Site | null>(null);

/** Hands a screen or an island the site it stands on. */
export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext.Provider value={site}>{children}</SiteContext.Provider>;
}

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it.');
  return site;
}

/** The account of the host that was asked. */
export function useAccount(): SiteAccount {
  return useSite().account;
}
