import type { Site } from '#base/shared/site.ts';
import { themeValues } from '#features/options/components/theme-values.ts';
import type { SiteLook } from '#features/options/data.ts';
import { themeStyleText } from '#ui/theme-presets.ts';
import dashboardStyles from '../styles/dashboard.css?url';
import siteStyles from '../styles/site.css?url';
import { themeScript } from './theme-script.ts';

/** What stands in the head of every page: the theme before the first paint, one stylesheet, the script of public pages. */
export function SiteHead({
  site,
  look,
  room,
  nonce,
}: {
  site: Site;
  look: SiteLook;
  room: { hydrates: boolean; isDashboard: boolean };
  nonce?: string;
}) {
  const theme = themeValues(look.theme);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, without a value in it */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: themeScript }} />
      <link rel="stylesheet" href={room.hydrates ? dashboardStyles : siteStyles} />
      {room.isDashboard ? null : <style id="account-theme" nonce={nonce}>{themeStyleText(theme)}</style>}
      {look.settings.icon ? (
        <link rel="icon" href={look.settings.icon} />
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      {room.hydrates ? null : (
        <>
          <script
            type="application/json"
            id="stoa-site"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
            dangerouslySetInnerHTML={{
              __html: JSON.stringify({ ...site, icon: look.settings.icon }).replaceAll('<', '\\u003c'),
            }}
          />
          <script type="module" src={site.assets.site_script} />
        </>
      )}
    </>
  );
}
