import { describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { createTranslations } from '../../i18n/translations.ts';
import { mayOpen } from '../menus/menu-rules.ts';
import { guardedAddresses, memberMenu, profileMenu } from '../menus/menus.ts';
import { settingsFor } from './settings-search.ts';

const owner = { caps: ['manage_options'], features: ['lms', 'certificates'] };
const translations = createTranslations();
const textsIn = (locale: string) =>
  translations(locale).getFixedT(locale, 'shell') as unknown as Parameters<typeof settingsFor>[2];
const matchesOf = (words: string, locale = 'en', access = owner) =>
  settingsFor(access, words, textsIn(locale)).flatMap(({ settings }) => settings.map(({ href }) => href));

describe('the search over all settings', () => {
  test.each([
    ['cookie', '/dashboard/manage/site'],
    ['cookie', '/dashboard/manage/site/footer'],
    ['favicon', '/dashboard/manage/site'],
    ['legal', '/dashboard/manage/site'],
    ['terms', '/dashboard/manage/site'],
    ['tax', '/dashboard/manage/ecommerce/taxes'],
    ['vat', '/dashboard/manage/ecommerce/taxes'],
    ['currency', '/dashboard/manage/ecommerce/currencies'],
    ['tax', '/dashboard/manage/reports/sales'],
    ['email', '/dashboard/profile'],
    ['newsletter', '/dashboard/manage/marketing/emails/contacts'],
    ['time zone', '/dashboard/profile'],
    ['template', '/dashboard/pages'],
    ['redirects', '/dashboard/manage/site/redirects'],
    ['certificate', '/dashboard/manage/elearning/certificates'],
  ])('knows %s, and leads to %s', (words, href) => expect(matchesOf(words)).toContain(href));

  test.each([
    ['de', 'Vorlage', '/dashboard/pages'],
    ['de', 'Steuer', '/dashboard/manage/reports/sales'],
    ['de', 'Steuer', '/dashboard/manage/ecommerce/taxes'],
    ['ar', 'ضريبة', '/dashboard/manage/reports/sales'],
    ['ja', 'タイムゾーン', '/dashboard/profile'],
    ['ru', 'куки', '/dashboard/manage/site'],
    ['th', 'คุกกี้', '/dashboard/manage/site'],
  ])('reads the words of the reader’s language: %s, %s', (locale, words, href) =>
    expect(matchesOf(words, locale)).toContain(href),
  );

  test('finds nothing that nothing is called', () => expect(matchesOf('qqqzz')).toEqual([]));

  test.each(localeCodes)('has words for each setting in %s', (locale) => {
    const lines = settingsFor(owner, '', textsIn(locale)).flatMap(({ settings }) => settings);
    expect(lines.length).toBeGreaterThan(25);
    expect(lines.filter(({ name, sentence }) => /screenNames|menuEntries|settingTexts/.test(name + sentence))).toEqual(
      [],
    );
  });

  test('offers nobody what they may not open', () => {
    const guards = [...memberMenu, ...profileMenu, ...guardedAddresses];
    for (const caps of [['manage_options'], ['manage_shop'], ['manage_members'], ['manage_stats'], []]) {
      const access = { caps, features: ['lms'] };
      expect(matchesOf('', 'en', access)).not.toContain('/dashboard/manage/elearning/certificates');
      for (const href of matchesOf('', 'en', access))
        expect(mayOpen(href, guards, access), `${caps}: ${href}`).toBe(true);
    }
  });
});
