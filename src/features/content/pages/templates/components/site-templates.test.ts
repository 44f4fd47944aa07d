import { describe, expect, test } from 'vitest';
import { contrast, mixColors, parseCssColor } from '#ui/fields/color.ts';
import { siteTemplates } from './site-templates.ts';

const themes = siteTemplates.flatMap(({ name, theme }) => [
  [`${name} light`, theme.light, theme.light] as const,
  [`${name} dark`, theme.dark, theme.light] as const,
]);

describe.each(themes)('the theme of %s', (_, variables: Record<string, string>, light: Record<string, string>) => {
  const color = (role: string) => parseCssColor(variables[`--color-${role}`] ?? '');

  test.each(['base-100', 'base-200', 'base-300'])('reads at 7 : 1 on %s, muted at 4.5 : 1', (background) => {
    expect(contrast(color('base-content'), color(background))).toBeGreaterThanOrEqual(7);
    // Default ratios are those of themes.css; values set for the light theme apply to the dark one too.
    for (const [name, defaultRatio] of [
      ['--ink-2-mix', 76],
      ['--ink-3-mix', 65],
    ] as const) {
      const share = Number.parseFloat(variables[name] ?? light[name] ?? `${defaultRatio}`) / 100;
      expect(
        contrast(mixColors(color('base-content'), color('base-100'), share), color(background)),
      ).toBeGreaterThanOrEqual(4.5);
    }
  });
  test.each(['primary', 'secondary', 'accent', 'neutral'])('reads at 4.5 : 1 on %s, muted too', (role) => {
    for (const share of [1, 0.9, 0.86])
      expect(contrast(mixColors(color(`${role}-content`), color(role), share), color(role))).toBeGreaterThanOrEqual(
        4.5,
      );
  });
  test.each(['primary', 'secondary'])('%s reads at 4.5 : 1 as a link on the grounds', (role) => {
    for (const background of ['base-100', 'base-200'])
      expect(contrast(color(role), color(background))).toBeGreaterThanOrEqual(4.5);
  });
});
