import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, mixColors, parseCssColor, type Rgba } from './color.ts';
import { type ThemeVariables, themePresets, themeStyleText } from './theme-presets.ts';

const stylesheet = readFileSync(new URL('../../app/styles/themes.css', import.meta.url), 'utf8');

/** The colours in a block of themes.css. */
function themeOf(selector: string): ThemeVariables {
  const start = stylesheet.lastIndexOf(`${selector} {\n    color-scheme`);
  if (start < 0) throw new Error(`themes.css has no block ${selector}`);
  const body = stylesheet.slice(start, stylesheet.indexOf('}', start));
  return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1], match[2]?.trim()]));
}

const themes: [string, ThemeVariables][] = [
  ['light', themeOf('[data-theme="light"]')],
  ['dark', themeOf('[data-theme="dark"]')],
  ['night', themeOf('[data-theme="night"]')],
  ...Object.entries(themePresets).flatMap(([name, preset]): [string, ThemeVariables][] => [
    [`${name} light`, preset.light],
    [`${name} dark`, preset.dark],
  ]),
];
const roles = ['primary', 'secondary', 'info', 'success', 'warning', 'error'];
const backgrounds = ['base-100', 'base-200', 'base-300'];

describe.each(themes)('theme %s', (_name, variables) => {
  const color = (role: string): Rgba => parseCssColor(variables[`--color-${role}`] ?? '');
  const share = (name: `--${string}`, usual: number) => Number.parseFloat(variables[name] ?? `${usual}`) / 100;
  const ink2 = mixColors(color('base-content'), color('base-100'), share('--ink-2-mix', 76));
  const ink3 = mixColors(color('base-content'), color('base-100'), share('--ink-3-mix', 65));

  it.each(backgrounds)('body text reads at 7 : 1 on %s', (background) => {
    expect(contrast(color('base-content'), color(background))).toBeGreaterThanOrEqual(7);
  });
  it.each(backgrounds)('muted text reads at 4.5 : 1 on %s', (background) => {
    expect(contrast(ink2, color(background))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink3, color(background))).toBeGreaterThanOrEqual(4.5);
  });
  it.each([...roles, 'accent', 'neutral'])('content reads at 4.5 : 1 on %s', (role) => {
    expect(contrast(color(`${role}-content`), color(role))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(roles)('%s reads at 4.5 : 1 as text on the grounds and on its own tint', (role) => {
    for (const background of ['base-100', 'base-200']) {
      expect(contrast(color(role), color(background))).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(color(role), mixColors(color(role), color('base-100'), 0.1))).toBeGreaterThanOrEqual(4.5);
  });
  it('muted ink of selected rows reads at 4.5 : 1', () => {
    const tint = mixColors(color('primary'), color('base-100'), 0.1);
    expect(contrast(ink2, tint)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink3, tint)).toBeGreaterThanOrEqual(4.5);
  });
  // The ratios are those of site-parts.css.
  it.each(['neutral', 'accent', 'primary', 'secondary'])('muted ink of a %s section reads at 4.5 : 1', (role) => {
    for (const mix of [0.9, 0.86]) {
      expect(contrast(mixColors(color(`${role}-content`), color(role), mix), color(role))).toBeGreaterThanOrEqual(4.5);
    }
  });
  it('the smallest print of the footer reads at 4.5 : 1', () => {
    expect(
      contrast(mixColors(color('neutral-content'), color('neutral'), 0.76), color('neutral')),
    ).toBeGreaterThanOrEqual(4.5);
  });
});

describe('themeStyleText', () => {
  const empty =
    ':root{}:root:not([data-theme="dark"],[data-theme="night"]){}[data-theme="dark"],[data-theme="night"]{}';
  it('writes every half; a colour of the day stays out of the dark themes, a font does not', () => {
    const text = themeStyleText({
      light: { '--color-primary': 'oklch(44% 0.079 212)', '--radius-box': '1rem' },
      dark: { '--color-primary': '#fff' },
      night: { '--color-primary': '#ddd' },
    });
    expect(text).toBe(
      ':root{--radius-box:1rem}:root:not([data-theme="dark"],[data-theme="night"]){--color-primary:oklch(44% 0.079 212)}' +
        '[data-theme="dark"],[data-theme="night"]{--color-primary:#fff}:root[data-theme="night"]{--color-primary:#ddd}',
    );
  });
  it.each(['red;} body{display:none', 'url(https://example.test/x)', '</style><script>', '/* x', 'a'.repeat(201), ''])(
    'leaves out the value %j',
    (value) => {
      expect(themeStyleText({ light: { '--color-primary': value }, dark: {} })).toBe(empty);
    },
  );
  it('leaves out a name that is no variable', () => {
    expect(themeStyleText({ light: { '--x}body{': 'red' }, dark: {} })).toBe(empty);
  });
  it('keeps every variable of the presets', () => {
    for (const preset of Object.values(themePresets)) {
      for (const [name, value] of Object.entries(preset.light))
        expect(themeStyleText(preset)).toContain(`${name}:${value}`);
    }
  });
});
