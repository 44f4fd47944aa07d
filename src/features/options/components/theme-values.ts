import { type ThemePreset, themePresets } from '#ui/theme-presets.ts';
import type { ThemeOption } from '../schema.ts';

/** An account's theme as the variables of its pages: the preset's, and over them what was changed. */
export function themeValues(theme: Pick<ThemeOption, 'preset' | 'light' | 'dark'>): ThemePreset {
  const preset = theme.preset === 'plain' ? { light: {}, dark: {} } : themePresets[theme.preset];
  return { light: { ...preset.light, ...theme.light }, dark: { ...preset.dark, ...theme.dark } };
}
