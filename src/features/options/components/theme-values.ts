import { type ThemePreset, themePresets } from '#ui/theme-presets.ts';
import type { ThemeOption } from '../schema.ts';

/** An account's theme as the variables of its pages: the preset's, and over them what was changed. */
export function themeValues(theme: Pick<ThemeOption, 'preset' | 'light' | 'dark'>): ThemePreset {
  const preset = theme.preset === 'plain' ? { light: {}, dark: {} } : themePresets[theme.preset];
  return { light: { ...preset.light, ...theme.light }, dark: { ...preset.dark, ...theme.dark } };
}

/** What a page without a preset shows: the values of the stylesheet that an owner may change. */
const plain: ThemePreset = {
  light: {
    '--color-base-100': 'oklch(99.7% 0.001 75)',
    '--color-base-content': 'oklch(24% 0.014 225)',
    '--color-primary': 'oklch(44% 0.079 212)',
    '--color-primary-content': 'oklch(99% 0.006 212)',
    '--color-accent': 'oklch(83% 0.128 82)',
    '--color-accent-content': 'oklch(27% 0.05 70)',
    '--color-neutral': 'oklch(28% 0.016 225)',
    '--color-neutral-content': 'oklch(97% 0.004 225)',
  },
  dark: {
    '--color-base-100': 'oklch(23.5% 0.009 225)',
    '--color-base-content': 'oklch(93.5% 0.006 225)',
    '--color-primary': 'oklch(77% 0.086 205)',
    '--color-primary-content': 'oklch(21% 0.035 215)',
    '--color-accent': 'oklch(83% 0.12 82)',
    '--color-accent-content': 'oklch(25% 0.05 70)',
    '--color-neutral': 'oklch(34% 0.012 225)',
    '--color-neutral-content': 'oklch(95% 0.005 225)',
  },
};

/** A theme with every value an owner may change. */
export function wholeTheme(theme: ThemePreset): ThemePreset {
  return { light: { ...plain.light, ...theme.light }, dark: { ...plain.dark, ...theme.dark } };
}

const sans = (name: string) => `"${name}", "Vazirmatn", "Geist fallback", sans-serif`;

/** The pairs of fonts for titles and text; all are served by us. */
export const fontPairs = {
  geist: { '--font-display': sans('Geist'), '--font-body': sans('Geist') },
  instrument: { '--font-display': sans('Instrument Sans'), '--font-body': sans('Instrument Sans') },
  hanken: { '--font-display': sans('Hanken Grotesk'), '--font-body': sans('Hanken Grotesk') },
  fraunces: {
    '--font-display': '"Fraunces", "Vazirmatn", "Fraunces fallback", serif',
    '--font-body': sans('Hanken Grotesk'),
  },
  frauncesGeist: {
    '--font-display': '"Fraunces", "Vazirmatn", "Fraunces fallback", serif',
    '--font-body': sans('Geist'),
  },
  instrumentGeist: { '--font-display': sans('Instrument Sans'), '--font-body': sans('Geist') },
} as const;

/** The pair a theme names; the plain one where it names none of ours. */
export function fontsOf(variables: Record<string, string>): keyof typeof fontPairs {
  const pairs = Object.entries(fontPairs) as [keyof typeof fontPairs, (typeof fontPairs)['geist']][];
  const found = pairs.find(
    ([, pair]) =>
      pair['--font-display'] === variables['--font-display'] && pair['--font-body'] === variables['--font-body'],
  );
  return found?.[0] ?? 'geist';
}
