import type { Site } from '#base/shared/site.ts';
import { hexOf } from '#features/options/components/theme-contrast.ts';
import { themeValues, wholeHalf } from '#features/options/components/theme-values.ts';
import type { SiteLook } from '#features/options/data.ts';
import { paths } from '#paths';
import { themeStyleText } from '#ui/theme-presets.ts';
import dashboardStyles from '../styles/dashboard.css?url';
import siteStyles from '../styles/site.css?url';
import { fontFiles } from './font-files.ts';
import { pressScript, themeScript } from './theme-script.ts';

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
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: scripts of ours, without a value in them
        dangerouslySetInnerHTML={{ __html: room.hydrates ? themeScript : `${themeScript};${pressScript}` }}
      />
      <link rel="stylesheet" href={room.hydrates ? dashboardStyles : siteStyles} />
      {/* After what the first paint waits for. */}
      {fontFiles(room.isDashboard ? {} : theme.light, site.locale).map((href) => (
        <link
          key={href}
          rel="preload"
          as="font"
          type="font/woff2"
          href={href}
          crossOrigin="anonymous"
          fetchPriority="low"
        />
      ))}
      {room.isDashboard ? null : (
        <style id="account-theme" nonce={nonce}>
          {themeStyleText(theme)}
        </style>
      )}
      <link rel="icon" href={look.settings.icon || paths.ownIcon()} />
      {room.isDashboard ? null : (
        <>
          <link rel="manifest" href={paths.manifest()} />
          {(['light', 'dark'] as const).map((half) => (
            <meta
              key={half}
              name="theme-color"
              media={`(prefers-color-scheme: ${half})`}
              content={hexOf(wholeHalf(look.theme, half)['--color-base-100'])}
            />
          ))}
        </>
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
          {/* Nothing that is painted waits for it, and what is pressed before it is there is pressed again. */}
          <script type="module" src={site.assets.site_script} fetchPriority="low" />
        </>
      )}
    </>
  );
}
