import { setErrorTexts } from '#base/shared/call.ts';
import type { Sentences } from '#base/shared/error-sentences.ts';

/**
 * Makes the refusals of this page's calls speak a language. What they are said by and from is fetched with the first of
 * them: `read` answers the file of `locales/` in a language.
 */
export function loadErrorTexts(locale: string, read: (locale: string) => Promise<object>): void {
  setErrorTexts(
    locale === 'en'
      ? undefined
      : async () => {
          const [{ createErrorFormatter: createRefusalSayer }, english, theirs] = await Promise.all([
            import('#base/shared/error-sentences.ts'),
            read('en'),
            read(locale),
          ]);
          return createRefusalSayer(english as Sentences, theirs as Sentences, locale);
        },
  );
}
