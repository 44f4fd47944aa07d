import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type Resource } from 'i18next';
import { describe, expect, test } from 'vitest';
import { messageFor } from './rules.ts';

const root = join(import.meta.dirname, '../../../..');
const textsOf = (locale: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'texts', `${locale}.json`), 'utf8')) as {
    said: Record<string, string>;
  };
const translations = i18next.createInstance();
const resources: Resource = {
  en: { notifications: textsOf('en') },
  ar: { notifications: textsOf('ar') },
};
void translations.init({
  lng: 'en',
  fallbackLng: false,
  resources,
  interpolation: { escapeValue: false },
  initAsync: false,
});
const inLanguage = (locale: string) => {
  const t = translations.getFixedT(locale, 'notifications');
  return (key: string, values: Record<string, unknown>) => String(t(key as never, values as never));
};

const courses = (count: number) => ({
  key: 'usedUp',
  values: {
    meter: { key: 'meter.courses', values: {}, text: 'courses' },
    amount: { key: 'amount.courses', values: { count }, text: `${count} courses` },
  },
});

test('the end of paid access is a date in the words of each language', () => {
  const said = {
    key: 'accessEndsSoon',
    values: { title: 'A & B', until: { key: 'day', values: { at: Date.UTC(2026, 11, 3, 12) }, text: '' } },
  };
  expect(messageFor({ message: '', said }, inLanguage('en'), 'en')).toBe(
    'Your access to <b>A &amp; B</b> ends on December 3, 2026. Order again to keep it.',
  );
  expect(messageFor({ message: '', said }, inLanguage('ar'), 'ar')).toMatch(/في \S+ ديسمبر \S+ اطلب من جديد/);
});

test('an amount is written as each reader writes it', () => {
  const said = {
    key: 'orderRefundedAmount',
    values: { number: '#7', amount: { key: 'money', values: { amount: 6000, currency: 'EUR' }, text: '60 EUR' } },
  };
  expect(messageFor({ message: '', said }, inLanguage('en'), 'en')).toContain('€60 ');
  expect(messageFor({ message: '', said }, inLanguage('ar'), 'ar')).toMatch(/٦٠|60/);
  const dollars = {
    ...said,
    values: { ...said.values, amount: { key: 'money', values: { amount: 1250, currency: 'USD' } } },
  };
  expect(messageFor({ message: '', said: dollars }, inLanguage('en'), 'en')).toContain('&#36;12.50');
});

describe('a notification is read', () => {
  test.each([
    [
      'en',
      { key: 'orderPaid', values: { number: '#1007' } },
      'Your order #1007 is paid. You now have access to what you bought.',
    ],
    ['ar', { key: 'orderPaid', values: { number: '#1007' } }, 'تم دفع طلبك رقم #1007. أصبح ما اشتريته متاحًا لك الآن.'],
    [
      'en',
      courses(1),
      '<strong>You reached your limit for courses.</strong> Your plan allows 1 course. Free some up, or change your plan.',
    ],
    ['ar', courses(2), '<strong>استُنفد كل ما لديك من الدورات.</strong> تسمح الخطة بـ دورتين. أخلِ بعضه أو غيّر الخطة.'],
    ['ar', courses(7), '<strong>استُنفد كل ما لديك من الدورات.</strong> تسمح الخطة بـ 7 دورات. أخلِ بعضه أو غيّر الخطة.'],
    [
      'en',
      { key: 'courseFinished', values: { title: '<img src=x> "A" & $t(said.orderPaid) {{number}}' } },
      'You completed <strong>&lt;img src=x&gt; &quot;A&quot; &amp; &#36;t(said.orderPaid) {{number}}</strong>.',
    ],
  ])('in the language of its reader: %s', (locale, localized, message) => {
    expect(messageFor({ message: 'As it was written.', said: localized }, inLanguage(locale), locale)).toBe(message);
  });

  test.each([
    ['which somebody wrote', null],
    ['whose key has no words here', { key: 'unheardOf', values: {} }],
    ['whose key is none', { key: 7 }],
    ['which is no object', 'orderPaid'],
  ])('as it was written where it is one %s', (_, localized) => {
    expect(messageFor({ message: 'As it was <b>written</b>.', said: localized }, inLanguage('ar'), 'ar')).toBe(
      'As it was <b>written</b>.',
    );
  });
});

describe('what SQL notifies of', () => {
  const sql = readdirSync(join(root, 'src/features'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('policies.sql'))
    .map((path) => readFileSync(join(root, 'src/features', path), 'utf8'));
  const keys = sql
    .flatMap((text) => [
      ...text.matchAll(
        /private\.notify_(?:localized|people|subscriber|plan_change)\([^,']+,[^,']+,\s*'([^']*)',\s*'((?:[^']|'')*)'/g,
      ),
      ...text.matchAll(/\bkey := '([^']*)'; sentence := '((?:[^']|'')*)';/g),
    ])
    .map(([, key = '', sentence = '']) => ({ key, sentence: sentence.replaceAll("''", "'") }));

  test('has words in English, the same that stand in the message', () => {
    expect(keys.length).toBeGreaterThan(12);
    const { said: texts } = textsOf('en');
    expect(keys.filter(({ key, sentence }) => texts[key] !== sentence)).toEqual([]);
    const { meter, amount, day, ...sentences } = texts;
    expect(Object.keys(sentences).sort()).toEqual([...new Set(keys.map(({ key }) => key))].sort());
    expect([meter, amount, day]).toEqual([expect.any(Object), expect.any(Object), expect.any(String)]);
  });

  test('is never said in one language alone', () => {
    expect(sql.flatMap((text) => text.match(/.*(?<!function )private\.notify\(.*/g) ?? [])).toEqual([]);
    const notifying = sql.filter((text) => text.includes('private.notify_localized('));
    expect(notifying.flatMap((text) => text.match(/.*(?=\p{L})\p{Script=Arabic}.*/gu) ?? [])).toEqual([]);
  });
});
