import { createContext, type ReactNode, useContext } from 'react';
import { setClockOffset } from '#base/shared/clock.ts';
import type { Site, SiteAccount } from '#base/shared/site.ts';

const SiteContext = createContext<Site | null>(null);

/** Branding of a site, as its owner set it. */
export type SiteBranding = { title: string; icon: string; isOnboard: boolean; doors: LoginOptions };

/** Sign-in and sign-up options of its owner. */
export type LoginOptions = {
  /** The legal pages that are accepted or shown at sign-up, as links; empty without any. */
  terms: string;
  privacy: string;
  /** Magic links: sign in by mail without a password. */
  hasMagicLink: boolean;
  /** Sign in and up by phone number and password. */
  hasPhone: boolean;
};

const defaultLoginOptions: LoginOptions = { terms: '', privacy: '', hasMagicLink: false, hasPhone: false };

const FaceContext = createContext<SiteBranding | null>(null);

/** Provides the site to a screen or an island; an island gets no branding. */
export function SiteProvider({ site, face, children }: { site: Site; face?: SiteBranding; children: ReactNode }) {
  // Before anything below renders; the server has its own from the database.
  if (typeof document !== 'undefined') setClockOffset(site.clock_offset ?? 0);
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

/** The site's name, or its host name where no name is set. */
export function useSiteBranding(): SiteBranding {
  const { slug } = useAccount();
  return useContext(FaceContext) ?? { title: slug, icon: '', isOnboard: false, doors: defaultLoginOptions };
}

/** The account of the request's host. */
export function useAccount(): SiteAccount {
  return useSite().account;
}
