import { avatarPicture } from '#base/shared/pictures.ts';
import { ownOrigins, type Site } from '#base/shared/site.ts';
import { isThirdPartyUrl } from '#base/shared/third-party-url.ts';
import { paths } from '#paths';

/** The account's icon where it is an own file: browsers fetch it on every page, before any cookie consent. */
export function ownIconOf(icon: string | undefined, site: Pick<Site, 'origin' | 'backend'>): string {
  return icon && !isThirdPartyUrl(icon, ownOrigins(site)) ? icon : paths.ownIcon();
}

export type AppIcon = { src: string; sizes: string; type: string; purpose?: 'any' | 'maskable' };

/** Fallbacks for an icon that home screens don't accept. */
const ours: AppIcon[] = [
  { src: '/app-icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/app-icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/app-icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/**
 * An icon in the sizes and formats that home screens need (W3C manifest; 192 and 512 pixels of PNG, WebP or SVG for Chromium,
 * an opaque square for Apple). Our own are added for pictures that can't be converted.
 */
export function appIconsOf(icon: string): { icons: AppIcon[]; touch: string } {
  const at = (pixels: number, format: string) => {
    const face = avatarPicture(icon, pixels);
    return face === icon ? null : `${face}&format=${format}`;
  };
  const [small, large, touch] = [at(192, 'webp'), at(512, 'webp'), at(180, 'origin')];
  if (small && large && touch) {
    const type = 'image/webp';
    return {
      icons: [
        { src: small, sizes: '192x192', type },
        { src: large, sizes: '512x512', type },
      ],
      touch,
    };
  }
  const isDrawing = /\.svg(?:\?|$)/i.test(icon);
  const own: AppIcon[] = isDrawing ? [{ src: icon, sizes: 'any', type: 'image/svg+xml' }] : [];
  const isOurs = icon === paths.ownIcon();
  // Our icon must not replace an account's own SVG, only a missing one.
  return {
    icons: isOurs || !isDrawing ? [...own, ...ours] : own,
    touch: isOurs || isDrawing ? '/app-icon-180.png' : icon,
  };
}
