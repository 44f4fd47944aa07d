import type { LibraryTexts } from './kit-text.ts';

/** Where the kit keeps what it was told to say, beside the languages it brings (its `LocalizedStringProvider` writes there). */
const LOCALE = Symbol.for('react-aria.i18n.locale');
const STRINGS = Symbol.for('react-aria.i18n.strings');

/** The languages of the product that the kit does not speak, each fetched alone by who reads in it. */
const files: Record<string, () => Promise<{ words: LibraryTexts }>> = {
  hi: () => import('./hi.ts'),
  bn: () => import('./bn.ts'),
  th: () => import('./th.ts'),
  vi: () => import('./vi.ts'),
};

/** Whether the kit's words in a language are ours. */
export function isTranslatedByUs(locale: string): boolean {
  return locale in files;
}

/** The kit's words in a language of ours; what has none, the kit's English. */
export async function kitWordsOf(locale: string): Promise<LibraryTexts> {
  const [own, english] = await Promise.all([files[locale]?.(), import('react-aria-components/i18n/en-US')]);
  // Its types name the form alone.
  const rest = (english as unknown as { default: LibraryTexts }).default;
  return Object.fromEntries(
    Object.entries(rest).map(([name, texts]) => [name, { ...texts, ...own?.words[name] }] as const),
  );
}

/** Has the kit speak a language of ours from now on, in this window. */
export async function speakKit(locale: string): Promise<void> {
  const words = await kitWordsOf(locale);
  Object.assign(window, { [LOCALE]: locale, [STRINGS]: words });
}
