import { directionOf } from '#base/shared/locales.ts';
import type { Site, SiteAccount } from '#base/shared/site.ts';
import type { Runtime } from '../start/runtime.ts';
import { canSendTexts } from '../start/text-messages.ts';

/** What every screen of an account knows about where it stands. */
export function siteOf(runtime: Runtime, account: SiteAccount, locale: string): Site {
  return {
    account,
    origin: runtime.tenants.originOf(account),
    base_domain: runtime.environment.BASE_DOMAIN,
    locale,
    direction: directionOf(locale),
    backend: { url: runtime.hostedBackendUrl, anon_key: runtime.keys.anon_key },
    ...(canSendTexts(runtime.environment) ? { canText: true as const } : {}),
    assets: { site_script: runtime.siteScript },
    ...(runtime.environment.PSEUDO_LANGUAGE === 'on' ? { isPseudo: true as const } : {}),
  };
}
