import { setErrorTexts } from '#base/shared/call.ts';
import type { ErrorTexts } from '#base/shared/error-messages.ts';

/**
 * Translates errors of this page's requests into a language. Formatter and sentences are loaded with the first error; `read`
 * returns `locales/{locale}/refusals.json`.
 */
export function loadErrorTexts(locale: string, read: (locale: string) => Promise<object>): void {
  setErrorTexts(
    locale === 'en'
      ? undefined
      : async () => {
          const [{ createErrorFormatter }, english, theirs] = await Promise.all([
            import('#base/shared/error-messages.ts'),
            read('en'),
            read(locale),
          ]);
          return createErrorFormatter(english as ErrorTexts, theirs as ErrorTexts, locale);
        },
  );
}
