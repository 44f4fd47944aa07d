import { type ThemePreset, themePresets } from '#ui/fields/theme-presets.ts';
import type { ThemeOption } from '../schema.ts';

type Theme = Pick<ThemeOption, 'preset' | 'light' | 'dark' | 'night'>;
export type ThemeMode = 'light' | 'dark' | 'night';
export const themeModes: readonly ThemeMode[] = ['light', 'dark', 'night'];

/** The CSS variables of an account's theme: the preset's values overridden by its changes. */
export function themeValues(theme: Theme): ThemePreset {
  const preset = theme.preset === 'plain' ? { light: {}, dark: {} } : themePresets[theme.preset];
  return {
    light: { ...preset.light, ...theme.light },
    dark: { ...preset.dark, ...theme.dark },
    night: { ...theme.night },
  };
}

/** The stylesheet's defaults of the editable variables, for a page without a preset. */
export const plainTheme: Record<ThemeMode, Record<`--${string}`, string>> = {
  light: {
    '--color-base-100': 'oklch(99.7% 0.001 75)',
    '--color-base-200': 'oklch(97.2% 0.003 70)',
    '--color-base-300': 'oklch(93.4% 0.005 70)',
    '--color-base-content': 'oklch(24% 0.014 225)',
    '--color-primary': 'oklch(44% 0.079 212)',
    '--color-primary-content': 'oklch(99% 0.006 212)',
    '--color-secondary': 'oklch(49% 0.083 58)',
    '--color-secondary-content': 'oklch(99% 0.008 58)',
    '--color-accent': 'oklch(83% 0.128 82)',
    '--color-accent-content': 'oklch(27% 0.05 70)',
    '--color-neutral': 'oklch(28% 0.016 225)',
    '--color-neutral-content': 'oklch(97% 0.004 225)',
    '--radius-box': '0.75rem',
    '--radius-field': '0.5rem',
  },
  dark: {
    '--color-base-100': 'oklch(23.5% 0.009 225)',
    '--color-base-200': 'oklch(20% 0.009 225)',
    '--color-base-300': 'oklch(16.5% 0.009 225)',
    '--color-base-content': 'oklch(93.5% 0.006 225)',
    '--color-primary': 'oklch(77% 0.086 205)',
    '--color-primary-content': 'oklch(21% 0.035 215)',
    '--color-secondary': 'oklch(79% 0.07 65)',
    '--color-secondary-content': 'oklch(23% 0.035 60)',
    '--color-accent': 'oklch(83% 0.12 82)',
    '--color-accent-content': 'oklch(25% 0.05 70)',
    '--color-neutral': 'oklch(34% 0.012 225)',
    '--color-neutral-content': 'oklch(95% 0.005 225)',
  },
  night: {
    '--color-base-100': 'oklch(16.5% 0.014 268)',
    '--color-base-200': 'oklch(13% 0.012 268)',
    '--color-base-300': 'oklch(10% 0.01 268)',
    '--color-base-content': 'oklch(86% 0.014 78)',
    '--color-primary': 'oklch(73% 0.079 205)',
    '--color-primary-content': 'oklch(16% 0.03 215)',
    '--color-secondary': 'oklch(73% 0.062 65)',
    '--color-secondary-content': 'oklch(18% 0.03 60)',
    '--color-accent': 'oklch(77% 0.11 80)',
    '--color-accent-content': 'oklch(20% 0.04 70)',
    '--color-neutral': 'oklch(27% 0.018 268)',
    '--color-neutral-content': 'oklch(88% 0.012 78)',
  },
};

/** The computed value of every editable variable in one theme mode. */
export function wholeHalf(theme: Theme, mode: ThemeMode): Record<string, string> {
  const { light, dark, night } = themeValues(theme);
  const shapes = Object.fromEntries(Object.entries(light).filter(([name]) => !name.startsWith('--color-')));
  const overrides = mode === 'light' ? light : mode === 'dark' ? dark : { ...dark, ...night };
  return { ...plainTheme.light, ...plainTheme[mode], ...shapes, ...overrides };
}

/** Named radii for boxes, and for inputs and buttons. */
export const radii = {
  none: { '--radius-box': '0rem', '--radius-field': '0rem', '--radius-selector': '0rem' },
  small: { '--radius-box': '0.375rem', '--radius-field': '0.25rem', '--radius-selector': '0.25rem' },
  medium: { '--radius-box': '0.75rem', '--radius-field': '0.5rem', '--radius-selector': '0.375rem' },
  large: { '--radius-box': '1.25rem', '--radius-field': '0.75rem', '--radius-selector': '0.75rem' },
  round: { '--radius-box': '1.25rem', '--radius-field': '2rem', '--radius-selector': '2rem' },
} as const;

/** The named radius of a theme; the nearest for a custom value. */
export function radiusOf(variables: Record<string, string>): keyof typeof radii {
  const names = Object.keys(radii) as (keyof typeof radii)[];
  const distance = (name: keyof typeof radii) =>
    (['--radius-box', '--radius-field'] as const).reduce(
      (sum, edge) => sum + Math.abs(Number.parseFloat(radii[name][edge]) - Number.parseFloat(variables[edge] ?? '0')),
      0,
    );
  return names.reduce((nearest, name) => (distance(name) < distance(nearest) ? name : nearest));
}

const sans = (name: string) => `"${name}", "Vazirmatn", "Geist fallback", sans-serif`;

/** Font pairs for titles and text; all are self-hosted. */
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

/** The font pair of a theme; the default for an unknown one. */
export function fontsOf(variables: Record<string, string>): keyof typeof fontPairs {
  const pairs = Object.entries(fontPairs) as [keyof typeof fontPairs, (typeof fontPairs)['geist']][];
  const entry = pairs.find(
    ([, pair]) =>
      pair['--font-display'] === variables['--font-display'] && pair['--font-body'] === variables['--font-body'],
  );
  return entry?.[0] ?? 'geist';
}
