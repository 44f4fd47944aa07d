import i18next from 'i18next';
import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import small, { I18nextProvider, useTranslation } from './small-i18n.tsx';
import { readTexts } from './text-files.ts';

/** What screens speak of: every file of texts. */
const namespaces = Object.keys(readTexts('en'));
const input = {
  share: 0.25,
  name: 'Ada <b>',
  names: 'A, B',
  title: '"Why"',
  amount: '€9',
  email: 'a@b.test',
  size: 5,
  date: 'now',
  at: Date.UTC(2026, 10, 25, 12),
};

function keysOf(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysOf(value as object, `${before}${key}.`),
  );
}

describe.each(localeCodes)('the words of screens in %s', (locale) => {
  test.each(namespaces)('%s are those of the whole library, in every number', async (namespace) => {
    const texts = readTexts(locale)[namespace] ?? {};
    const full = i18next.createInstance();
    await full.init({
      lng: locale,
      fallbackLng: false,
      resources: { [locale]: { [namespace]: texts } },
      interpolation: { escapeValue: false },
    });
    const theirs = full.getFixedT(locale, namespace) as unknown as (key: string, values?: object) => string;
    const own = small.createInstance();
    await own.init({ lng: locale });
    own.addResourceBundle(locale, namespace, texts);
    const ours = own.getFixedT(locale, namespace);
    const all = keysOf(texts);
    const keys = new Set(all.flatMap((key) => [key, key.replace(/_(?:zero|one|two|few|many|other)$/, '')]));
    expect(keys.size).toBeGreaterThan(0);
    for (const key of [...keys, 'there.is.none']) {
      expect(ours(key, input), key).toBe(theirs(key, input));
      const isCounted = all.some((item) => item.startsWith(`${key}_`));
      for (const count of isCounted ? [0, 1, 2, 3, 5, 11, 21, 100, 1000] : [2])
        expect(ours(key, { ...input, count }), `${key} of ${count}`).toBe(theirs(key, { ...input, count }));
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

test('who asks for words that have not come waits for them, and a missing one is said as its caller wished', async () => {
  const own = small.createInstance();
  await own.init({ lng: 'en' });
  own.addResourceBundle('en', 'one', { hello: 'Hello' });
  let requests = 0;
  own.loadMore = async () => {
    requests += 1;
  };
  const t = own.getFixedT('en', 'one');
  expect(own.getFixedT('en', 'one')).toBe(t);
  const Part = ({ of }: { of: string[] }) => useTranslation(of).t('hello');
  const text = (of: string[]) =>
    renderToString(
      <I18nextProvider i18n={own}>
        <Suspense fallback="…">
          <Part of={of} />
        </Suspense>
      </I18nextProvider>,
    );
  expect(text(['one'])).toContain('Hello');
  expect(requests).toBe(0);
  expect(text(['one', 'more'])).toContain('…');
  expect(requests).toBeGreaterThan(0);
  // React renders a part that waited again, and expects it to ask for the same: also when the words have come.
  expect([own.isLoadedLater('one'), own.isLoadedLater('more')]).toEqual([false, true]);
  own.addResourceBundle('en', 'one', { hello: 'Hello' });
  own.addResourceBundle('en', 'more', { hello: 'More' });
  expect([own.isLoadedLater('one'), own.isLoadedLater('more')]).toEqual([false, true]);
});

test('a text that nobody foresaw is empty until it has come, and then everybody speaks anew', async () => {
  const own = small.createInstance();
  await own.init({ lng: 'en' });
  own.addResourceBundle('en', 'one', { hello: 'Hello' });
  let received = 0;
  own.onWhole = () => {
    received += 1;
  };
  own.loadMore = async () => {
    own.addResourceBundle('en', 'one', { hello: 'Hello', later: 'Later' });
    own.isComplete = true;
  };
  const t = own.getFixedT('en', 'one');
  expect([t('hello'), received]).toEqual(['Hello', 0]);
  expect(t('later')).toBe('');
  expect(t('is.none', { defaultValue: 'As it stands' })).toBe('As it stands');
  await expect.poll(() => received).toBeGreaterThan(0);
  expect(t('later')).toBe('Later');
  // Now there is none.
  expect(t('is.none')).toBe('is.none');
});
