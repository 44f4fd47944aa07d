import type { Site } from '#base/shared/site.ts';
import type { SiteLook } from '#features/platform/options/data.ts';
import type { SiteBranding } from './site-dress.ts';

/** What the loader of the root route returns: every page's site and its options. */
export type RootData = {
  site: Site;
  look: SiteLook;
  dress: SiteBranding;
  nonce: string;
  /** Rendered with options that are not saved yet. */
  isPreview: boolean;
};
