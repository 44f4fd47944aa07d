import type { LibraryTexts } from './kit-text.ts';

/**
 * The global in which React Aria stores translations, beside the languages it ships (its `LocalizedStringProvider`
 * writes there).
 */
const LOCALE = Symbol.for('react-aria.i18n.locale');
const STRINGS = Symbol.for('react-aria.i18n.strings');

/** The languages of the product without React Aria translations, each loaded only by its readers. */
const files: Record<string, () => Promise<{ words: LibraryTexts }>> = {
  hi: () => import('./hi.ts'),
  bn: () => import('./bn.ts'),
  th: () => import('./th.ts'),
  vi: () => import('./vi.ts'),
};

/** Whether we translate React Aria's texts in a language. */
export function isTranslatedByUs(locale: string): boolean {
  return locale in files;
}

/** React Aria's texts in a language of ours; missing ones stay English. */
export async function kitTextsOf(locale: string): Promise<LibraryTexts> {
  const [own, english] = await Promise.all([files[locale]?.(), import('react-aria-components/i18n/en-US')]);
  // Its types don't declare the dictionary's contents.
  const rest = (english as unknown as { default: LibraryTexts }).default;
  return Object.fromEntries(
    Object.entries(rest).map(([name, texts]) => [name, { ...texts, ...own?.words[name] }] as const),
  );
}

/** Registers our translations of React Aria for a language, in this window. */
export async function registerKitTexts(locale: string): Promise<void> {
  const words = await kitTextsOf(locale);
  Object.assign(window, { [LOCALE]: locale, [STRINGS]: words });
}
