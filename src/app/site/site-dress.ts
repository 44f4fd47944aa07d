import { memoize } from '#base/shared/memoize.ts';
import { hexOf } from '#features/platform/options/components/theme-contrast.ts';
import { themeValues, wholeHalf } from '#features/platform/options/components/theme-values.ts';
import type { SiteLook } from '#features/platform/options/data.ts';
import { themeStyleText } from '#ui/fields/theme-presets.ts';
import { dashboardFonts, fontFiles } from './font-files.ts';

/** What an account's theme adds to the head of a page. */
export type SiteBranding = {
  /** CSS of its pages. */
  style: string;
  /** The browser's theme colours, as #rrggbb. */
  bars: { light: string; dark: string };
  /** URLs of the fonts to preload. */
  fonts: { site: string[]; dashboard: string[] };
};

const brandings = memoize<SiteBranding>(500);

/** Computed on the server, so that presets and font lists are not sent to browsers. */
export function siteBrandingOf(theme: SiteLook['theme'], locale: string): SiteBranding {
  return brandings(`${locale} ${JSON.stringify(theme)}`, () => {
    const values = themeValues(theme);
    const bar = (half: 'light' | 'dark') => hexOf(wholeHalf(theme, half)['--color-base-100']);
    return {
      style: themeStyleText(values),
      bars: { light: bar('light'), dark: bar('dark') },
      fonts: { site: fontFiles(values.light, locale), dashboard: dashboardFonts(locale) },
    };
  });
}
