/** A theme's CSS variables by name, as declared in themes.css. */
export type ThemeVariables = Record<`--${string}`, string>;

/** A theme preset; its dark variables apply in dark and night, those of `night` in night only. */
export type ThemePreset = { light: ThemeVariables; dark: ThemeVariables; night?: ThemeVariables };

export const themePresets = {
  /**
   * Photos carry the colour; the page is cool white and ink with one amber accent. Dark: night blue, the amber stays.
   */
  lumen: {
    light: {
      '--font-display': '"Instrument Sans", "Vazirmatn", "Geist fallback", sans-serif',
      '--font-body': '"Instrument Sans", "Vazirmatn", "Geist fallback", sans-serif',
      '--track-display': '-0.03em',
      '--weight-display': '550',
      '--color-base-100': 'oklch(99.2% 0.002 250)',
      '--color-base-200': 'oklch(96.2% 0.006 250)',
      '--color-base-300': 'oklch(91.5% 0.01 250)',
      '--color-base-content': 'oklch(21% 0.032 262)',
      '--color-primary': 'oklch(37% 0.125 264)',
      '--color-primary-content': 'oklch(98.5% 0.008 264)',
      '--color-secondary': 'oklch(46% 0.075 225)',
      '--color-secondary-content': 'oklch(98.5% 0.008 225)',
      '--color-accent': 'oklch(82% 0.152 72)',
      '--color-accent-content': 'oklch(23% 0.05 60)',
      '--color-neutral': 'oklch(17% 0.03 264)',
      '--color-neutral-content': 'oklch(96.5% 0.008 250)',
      '--color-info': 'oklch(46% 0.12 252)',
      '--color-info-content': 'oklch(99% 0.006 252)',
      '--color-success': 'oklch(46.5% 0.1 158)',
      '--color-success-content': 'oklch(99% 0.008 158)',
      '--color-warning': 'oklch(50% 0.11 62)',
      '--color-warning-content': 'oklch(99% 0.01 62)',
      '--color-error': 'oklch(50% 0.18 26)',
      '--color-error-content': 'oklch(99% 0.006 26)',
      '--radius-selector': '0.25rem',
      '--radius-field': '0.25rem',
      '--radius-box': '0.375rem',
      '--size-selector': '0.25rem',
      '--size-field': '0.25rem',
      '--border': '1px',
      '--depth': '0',
      '--noise': '0',
    },
    dark: {
      '--color-base-100': 'oklch(19% 0.028 262)',
      '--color-base-200': 'oklch(16% 0.026 262)',
      '--color-base-300': 'oklch(12.5% 0.022 262)',
      '--color-base-content': 'oklch(94.5% 0.008 250)',
      '--color-primary': 'oklch(79% 0.095 262)',
      '--color-primary-content': 'oklch(19% 0.05 264)',
      '--color-secondary': 'oklch(79% 0.07 225)',
      '--color-secondary-content': 'oklch(20% 0.035 225)',
      '--color-accent': 'oklch(82% 0.152 72)',
      '--color-accent-content': 'oklch(23% 0.05 60)',
      '--color-neutral': 'oklch(27% 0.04 264)',
      '--color-neutral-content': 'oklch(96.5% 0.008 250)',
      '--color-info': 'oklch(78% 0.09 250)',
      '--color-info-content': 'oklch(20% 0.04 252)',
      '--color-success': 'oklch(79% 0.115 158)',
      '--color-success-content': 'oklch(20% 0.04 158)',
      '--color-warning': 'oklch(83% 0.118 78)',
      '--color-warning-content': 'oklch(23% 0.05 70)',
      '--color-error': 'oklch(76% 0.13 24)',
      '--color-error-content': 'oklch(20% 0.05 25)',
      '--shade': '262 40% 2%',
    },
  },
  /**
   * Plaster background, aubergine ink, sanguine accent, like cut paper. Dark: an aubergine background, a lighter
   * accent.
   */
  atelier: {
    light: {
      '--ink-2-mix': '82%',
      '--ink-3-mix': '72%',
      '--font-display': '"Fraunces", "Vazirmatn", "Fraunces fallback", serif',
      '--font-body': '"Hanken Grotesk", "Vazirmatn", "Geist fallback", sans-serif',
      '--track-display': '-0.025em',
      '--weight-display': '420',
      '--color-base-100': 'oklch(98% 0.008 60)',
      '--color-base-200': 'oklch(94.5% 0.017 62)',
      '--color-base-300': 'oklch(89% 0.026 62)',
      '--color-base-content': 'oklch(26% 0.045 355)',
      '--color-primary': 'oklch(49% 0.165 31)',
      '--color-primary-content': 'oklch(98.5% 0.012 60)',
      '--color-secondary': 'oklch(41% 0.078 168)',
      '--color-secondary-content': 'oklch(97.5% 0.014 90)',
      '--color-accent': 'oklch(84% 0.138 84)',
      '--color-accent-content': 'oklch(26% 0.045 355)',
      '--color-neutral': 'oklch(26% 0.045 355)',
      '--color-neutral-content': 'oklch(96% 0.014 62)',
      '--color-info': 'oklch(46% 0.1 250)',
      '--color-info-content': 'oklch(98.5% 0.008 250)',
      '--color-success': 'oklch(45% 0.09 158)',
      '--color-success-content': 'oklch(98.5% 0.01 158)',
      '--color-warning': 'oklch(49% 0.108 62)',
      '--color-warning-content': 'oklch(98.5% 0.012 62)',
      '--color-error': 'oklch(48.5% 0.17 22)',
      '--color-error-content': 'oklch(98.5% 0.01 22)',
      '--radius-selector': '2rem',
      '--radius-field': '2rem',
      '--radius-box': '1.25rem',
      '--size-selector': '0.25rem',
      '--size-field': '0.25rem',
      '--border': '1.5px',
      '--depth': '0',
      '--noise': '0',
    },
    dark: {
      '--ink-2-mix': '80%',
      '--ink-3-mix': '69%',
      '--color-base-100': 'oklch(22.5% 0.032 355)',
      '--color-base-200': 'oklch(19% 0.03 355)',
      '--color-base-300': 'oklch(15.5% 0.026 355)',
      '--color-base-content': 'oklch(94% 0.018 62)',
      '--color-primary': 'oklch(75% 0.125 35)',
      '--color-primary-content': 'oklch(20% 0.055 30)',
      '--color-secondary': 'oklch(79% 0.085 168)',
      '--color-secondary-content': 'oklch(20% 0.04 168)',
      '--color-accent': 'oklch(84% 0.138 84)',
      '--color-accent-content': 'oklch(24% 0.045 355)',
      '--color-neutral': 'oklch(31% 0.05 355)',
      '--color-neutral-content': 'oklch(96% 0.014 62)',
      '--color-info': 'oklch(79% 0.08 248)',
      '--color-info-content': 'oklch(20% 0.04 250)',
      '--color-success': 'oklch(80% 0.105 158)',
      '--color-success-content': 'oklch(20% 0.04 158)',
      '--color-warning': 'oklch(83% 0.115 76)',
      '--color-warning-content': 'oklch(23% 0.05 68)',
      '--color-error': 'oklch(77% 0.125 22)',
      '--color-error-content': 'oklch(20% 0.05 22)',
      '--shade': '340 30% 3%',
    },
  },
} satisfies Record<string, ThemePreset>;

const namePattern = /^--[a-z][a-z0-9-]{0,62}$/;
/** Colours, lengths, numbers and font lists; nothing that could end the rule, open a comment or load a URL. */
const valuePattern = /^[a-z0-9 .,%"'()/#+-]{1,200}$/i;

/**
 * A theme as style rules for the head of a page, after the stylesheet. Variables with an unsafe name or value are left
 * out, so a theme from the database can't inject anything else into the page.
 */
export function themeStyleText({ light, dark, night = {} }: ThemePreset): string {
  // Fonts and radii apply to every theme; colours of the light theme must not override the stylesheet's dark themes.
  const isColour = ([name]: [string, string]) => name.startsWith('--color-');
  const day = Object.entries(light);
  return [
    `:root{${declarations(day.filter((entry) => !isColour(entry)))}}`,
    `:root:not([data-theme="dark"],[data-theme="night"]){${declarations(day.filter(isColour))}}`,
    `[data-theme="dark"],[data-theme="night"]{${declarations(Object.entries(dark))}}`,
    Object.keys(night).length > 0 ? `:root[data-theme="night"]{${declarations(Object.entries(night))}}` : '',
  ].join('');
}

function declarations(variables: [string, string][]): string {
  return variables
    .filter(([name, value]) => namePattern.test(name) && valuePattern.test(value) && !/url\(|\/\*|<\//i.test(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}
