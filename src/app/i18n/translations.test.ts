import { expect, test } from 'vitest';
import { createTranslations } from './translations.ts';

const texts: Record<string, Record<string, object>> = {
  en: {
    site: { hello: 'Hello', lessons_one: '{{count}} lesson', lessons_other: '{{count}} lessons', only: 'English' },
  },
  de: { site: { hello: 'Hallo', lessons_one: '{{count}} Lektion', lessons_other: '{{count}} Lektionen' } },
};

test('texts are said in each language, again and again, with and without something to be put in', () => {
  const requests: string[] = [];
  const translations = createTranslations((locale) => {
    requests.push(locale);
    return texts[locale] ?? {};
  });
  for (const _ of [1, 2]) {
    for (const [locale, hello, item, two, only] of [
      ['en', 'Hello', '1 lesson', '2 lessons', 'English'],
      ['de', 'Hallo', '1 Lektion', '2 Lektionen', 'English'],
    ] as const) {
      const i18n = translations(locale);
      const t = i18n.getFixedT(locale, 'site');
      expect([t('hello'), t('lessons', { count: 1 }), t('lessons', { count: 2 }), t('only')]).toEqual([
        hello,
        item,
        two,
        only,
      ]);
      // In another place the same key is another text.
      expect(i18n.getFixedT(locale, 'other')('hello')).toBe('hello');
      expect(t('site:hello')).toBe(hello);
      expect(t('nowhere')).toBe('nowhere');
      expect(t('nowhere', 'What is said instead')).toBe('What is said instead');
    }
  }
  expect(requests).toEqual(['en', 'de']);
});
