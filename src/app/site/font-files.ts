import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2?url';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url';
import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';
import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url';
import instrument from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import jetbrains from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url';
import vazirmatn from '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url';
import workshop from 'cut-fonts/geist-western.woff2?url';
import { directionOf } from '#base/shared/locales.ts';

/** The main file of each font, as the stylesheets name it. */
const files: Record<string, string> = {
  'Bricolage Grotesque': bricolage,
  Fraunces: fraunces,
  Geist: geist,
  'Hanken Grotesk': hanken,
  'Instrument Sans': instrument,
  'JetBrains Mono': jetbrains,
  Newsreader: newsreader,
};

/**
 * The fonts to preload for a page, so that the text does not shift: the theme's for titles and text; in Arabic the one with
 * its letters.
 */
export function fontFiles(theme: Record<string, string>, locale: string): string[] {
  if (directionOf(locale) === 'rtl') return [vazirmatn];
  const named = ['--font-display', '--font-body'].map((name) => /^"?([^",]+)/.exec(theme[name] ?? 'Geist')?.[1] ?? '');
  return [...new Set(named)].flatMap((family) => files[family] ?? []);
}

/** The font of the dashboard, in every theme. */
export function dashboardFonts(locale: string): string[] {
  return directionOf(locale) === 'rtl' ? [vazirmatn] : [workshop];
}
