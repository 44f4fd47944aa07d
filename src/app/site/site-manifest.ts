import type { LoaderFunctionArgs } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { hexOf } from '#features/platform/options/components/theme-contrast.ts';
import { wholeHalf } from '#features/platform/options/components/theme-values.ts';
import { siteLookOf } from '#features/platform/options/data.ts';
import { paths } from '#paths';
import { appIconsOf, ownIconOf } from './own-icon.ts';

export const handle: RouteHandle = { isPublic: true };

/** The web app manifest of a site (W3C). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { account, locale, direction } = context.get(siteContext);
  const { settings, theme } = await siteLookOf(context.get(dbContext), account.account_id);
  const background = hexOf(wholeHalf(theme, 'light')['--color-base-100']);
  const name = settings.sitetitle || account.slug;
  const manifest = {
    id: paths.home(),
    name,
    short_name: shortOf(name),
    description: settings.tagline || undefined,
    lang: locale,
    dir: direction,
    start_url: paths.home(),
    scope: paths.home(),
    display: 'minimal-ui',
    background_color: background,
    theme_color: background,
    icons: appIconsOf(ownIconOf(settings.icon, context.get(siteContext))).icons,
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
}

const MAX_SHORT_NAME = 12;

/** As many words as fit under an icon; a longer first word is cut. */
function shortOf(name: string): string {
  const words = name.split(/\s+/);
  while (words.length > 1 && words.join(' ').length > MAX_SHORT_NAME) words.pop();
  return [...words.join(' ')].slice(0, MAX_SHORT_NAME).join('');
}
