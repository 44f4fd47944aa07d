import { clockOffset } from '#base/shared/clock.ts';
import { directionOf } from '#base/shared/locales.ts';
import type { Site, SiteAccount } from '#base/shared/site.ts';
import type { Tenants } from './tenants.ts';

/** What every screen of an account knows about its site, in a language. */
export type SiteOf = (account: SiteAccount, locale: string) => Site;

export function createSiteOf(options: {
  tenants: Pick<Tenants, 'originOf'>;
  baseDomain: string;
  backend: Site['backend'];
  canSendTexts: boolean;
  isPseudo: boolean;
  siteScript: string;
}): SiteOf {
  const { tenants, baseDomain, backend, canSendTexts, isPseudo, siteScript } = options;
  return (account, locale) => ({
    account,
    origin: tenants.originOf(account),
    base_domain: baseDomain,
    locale,
    direction: directionOf(locale),
    backend,
    ...(canSendTexts ? { canText: true as const } : {}),
    assets: { site_script: siteScript },
    ...(isPseudo ? { isPseudo: true as const } : {}),
    ...(clockOffset() > 0 ? { clock_offset: clockOffset() } : {}),
  });
}
