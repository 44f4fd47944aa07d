import type { Site } from '#base/shared/site.ts';
import type { SiteOptions } from '#features/platform/options/data.ts';
import { paths } from '#paths';
import dashboardStyles from '../styles/dashboard.css?url';
import blockStyles from '../styles/page-blocks.css?url';
import siteStyles from '../styles/site.css?url';
import siteRoomStyles from '../styles/site-room.css?url';
import { addressScript } from './address-script.ts';
import { appIconsOf, ownIconOf } from './own-icon.ts';
import type { SiteBranding } from './site-dress.ts';
import { pressScript, themeScript } from './theme-script.ts';

/** The head of every page: the theme before the first paint, one stylesheet, the script of public pages. */
export function SiteHead({
  site,
  look,
  dress,
  room,
  nonce,
}: {
  site: Site;
  look: SiteOptions;
  dress: SiteBranding;
  room: { hydrates: boolean; isBare: boolean; isDashboard: boolean };
  nonce?: string;
}) {
  const wished = look.settings.icon || paths.ownIcon();
  const icon = ownIconOf(wished, site);
  return (
    <>
      <script
        nonce={nonce}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: scripts of ours, without a value in them
        dangerouslySetInnerHTML={{ __html: firstScript(room) }}
      />
      {/* A header of which only a part has come is not painted: what comes after would move it. */}
      {room.hydrates || room.isBare ? null : <link rel="expect" href="#site-head" blocking="render" />}
      {/* By this id the kit knows that its rule for what is pressed is there: brought by itself it has the page laid out anew. */}
      <link id="react-aria-pressable-style" rel="stylesheet" href={room.hydrates ? dashboardStyles : siteStyles} />
      {room.hydrates ? null : <link rel="stylesheet" href={blockStyles} />}
      {room.hydrates && !room.isDashboard ? <link rel="stylesheet" href={siteRoomStyles} /> : null}
      {/* After what the first paint waits for. */}
      {(room.isDashboard ? dress.fonts.dashboard : dress.fonts.site).map((href) => (
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
          {dress.style}
        </style>
      )}
      <link rel="icon" href={icon} data-later-href={icon === wished || room.hydrates ? undefined : wished} />
      <link rel="manifest" href={paths.manifest()} />
      <link rel="apple-touch-icon" href={appIconsOf(icon).touch} />
      {room.isDashboard
        ? null
        : (['light', 'dark'] as const).map((half) => (
            <meta key={half} name="theme-color" media={`(prefers-color-scheme: ${half})`} content={dress.bars[half]} />
          ))}
      {room.hydrates ? null : <SiteScript site={site} icon={look.settings.icon} />}
    </>
  );
}

/** The script of public pages, and what it knows of the site. */
function SiteScript({ site, icon }: { site: Site; icon: string }) {
  return (
    <>
      <script
        type="application/json"
        id="stoa-site"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
        dangerouslySetInnerHTML={{
          __html: JSON.stringify({ ...site, icon }).replaceAll('<', '\\u003c'),
        }}
      />
      {/* Nothing that is painted waits for it, and what is pressed before it is there is pressed again. */}
      <script type="module" src={site.assets.site_script} fetchPriority="low" />
    </>
  );
}

/** Before the stylesheet: a script behind it would wait for it. */
function firstScript(room: { hydrates: boolean }): string {
  return room.hydrates ? `${addressScript};${themeScript}` : `${addressScript};${themeScript};${pressScript}`;
}
