import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { localeCodes } from '#base/shared/locales.ts';
import { islandTexts } from './island-texts.ts';
import small, { I18nextProvider, useTranslation } from './small-i18n.tsx';

const given = { name: 'Ada <b>', names: 'A, B', title: '"Why"', amount: '€9', email: 'a@b.test', size: 5, date: 'now' };

function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysOf(value as object, `${before}${key}.`),
  );
}

describe.each(localeCodes)('the words of islands in %s', (locale) => {
  test.each(islandTexts)('%s are those of the whole library, in every number', async (namespace) => {
    const texts = JSON.parse(readFileSync(join(root, 'locales', locale, `${namespace}.json`), 'utf8')) as object;
    const whole = i18next.createInstance();
    await whole.init({
      lng: locale,
      fallbackLng: false,
      resources: { [locale]: { [namespace]: texts } },
      interpolation: { escapeValue: false },
    });
    const theirs = whole.getFixedT(locale, namespace) as unknown as (key: string, values?: object) => string;
    const own = small.createInstance();
    await own.init({ lng: locale });
    own.addResourceBundle(locale, namespace, texts);
    const ours = own.getFixedT(locale, namespace);
    const keys = new Set(keysOf(texts).flatMap((key) => [key, key.replace(/_(?:zero|one|two|few|many|other)$/, '')]));
    expect(keys.size).toBeGreaterThan(3);
    for (const key of [...keys, 'there.is.none']) {
      expect(ours(key, given), key).toBe(theirs(key, given));
      for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1000])
        expect(ours(key, { ...given, count }), `${key} of ${count}`).toBe(theirs(key, { ...given, count }));
    }
  });
});

test('a component speaks through its provider, of another namespace where it is named', async () => {
  const own = small.createInstance();
  await own.init({ lng: 'en' });
  own.addResourceBundle('en', 'one', { hello: 'Hello {{ name }}' });
  own.addResourceBundle('en', 'other', { hello: 'Elsewhere' });
  const Part = () => {
    const { t } = useTranslation('one');
    return `${t('hello', { name: 'Ada' })}, ${t('hello', { ns: 'other' })}, ${t('other:hello')}, ${t('hello')}`;
  };
  const html = renderToString(
    <I18nextProvider i18n={own}>
      <Part />
    </I18nextProvider>,
  );
  expect(html).toBe('Hello Ada, Elsewhere, Elsewhere, Hello {{ name }}');
});
