import { createContext, type ReactNode, useContext } from 'react';
import type { Site, SiteAccount } from '#base/shared/site.ts';

const SiteContext = createContext<Site | null>(null);

/** How a site shows itself, as its owner has it. */
export type SiteFace = { title: string; icon: string; isOnboard: boolean; doors: SiteDoors };

/** What its owner decided of signing in and up. */
export type SiteDoors = {
  /** The pages that are accepted or read at sign-up, as links; empty where there is none. */
  terms: string;
  privacy: string;
  /** A link in a mail signs in, without a password. */
  hasMagicLink: boolean;
  /** A phone number and a password sign in and up. */
  hasPhone: boolean;
};

const plainDoors: SiteDoors = { terms: '', privacy: '', hasMagicLink: false, hasPhone: false };

const FaceContext = createContext<SiteFace | null>(null);

/** Hands a screen or an island the site it stands on; an island is told no face. */
export function SiteProvider({ site, face, children }: { site: Site; face?: SiteFace; children: ReactNode }) {
  return (
    <SiteContext value={site}>
      <FaceContext value={face ?? null}>{children}</FaceContext>
    </SiteContext>
  );
}

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it.');
  return site;
}

/** A site that has not said what it is called goes by its address. */
export function useSiteFace(): SiteFace {
  const { slug } = useAccount();
  return useContext(FaceContext) ?? { title: slug, icon: '', isOnboard: false, doors: plainDoors };
}

/** The account of the host that was asked. */
export function useAccount(): SiteAccount {
  return useSite().account;
}
