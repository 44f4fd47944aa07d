import { directionOf } from '#base/shared/locales.ts';
import type { Site, SiteAccount } from '#base/shared/site.ts';
import type { Runtime } from '../start/runtime.ts';
import { canSendTexts } from '../start/text-messages.ts';

/** What every screen of an account knows about where it stands. */
export function siteOf(stoa: Runtime, account: SiteAccount, locale: string): Site {
  return {
    account,
    origin: stoa.tenants.originOf(account),
    base_domain: stoa.environment.BASE_DOMAIN,
    locale,
    direction: directionOf(locale),
    backend: { url: stoa.hostedBackendUrl, anon_key: stoa.keys.anon_key },
    ...(canSendTexts(stoa.environment) ? { canText: true as const } : {}),
    assets: { site_script: stoa.siteScript },
    ...(stoa.environment.PSEUDO_LANGUAGE === 'on' ? { isPseudo: true as const } : {}),
  };
}
