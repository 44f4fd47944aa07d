import { memoize } from '#base/shared/memoize.ts';
import { hexOf } from '#features/platform/options/components/theme-contrast.ts';
import { themeValues, wholeHalf } from '#features/platform/options/components/theme-values.ts';
import type { SiteLook } from '#features/platform/options/data.ts';
import { themeStyleText } from '#ui/fields/theme-presets.ts';
import { dashboardFonts, fontFiles } from './font-files.ts';

/** What the head of a page says of an account's theme. */
export type SiteBranding = {
  /** The rules of its pages. */
  style: string;
  /** What the bars of a browser are coloured with, as #rrggbb. */
  bars: { light: string; dark: string };
  /** Addresses of the fonts to be fetched with the first line. */
  fonts: { site: string[]; dashboard: string[] };
};

const known = memoize<SiteBranding>(500);

/** Reckoned on the server, once: what knows every preset and every font is not sent to browsers. */
export function siteBrandingOf(theme: SiteLook['theme'], locale: string): SiteBranding {
  return known(`${locale} ${JSON.stringify(theme)}`, () => {
    const values = themeValues(theme);
    const bar = (half: 'light' | 'dark') => hexOf(wholeHalf(theme, half)['--color-base-100']);
    return {
      style: themeStyleText(values),
      bars: { light: bar('light'), dark: bar('dark') },
      fonts: { site: fontFiles(values.light, locale), dashboard: dashboardFonts(locale) },
    };
  });
}
