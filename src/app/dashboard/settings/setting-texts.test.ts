import { expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { textOf } from '#tests/texts.ts';

test.each(localeCodes)('the currency stands in the sentence of the screen where it is chosen, in %s', (locale) => {
  const stem = textOf(locale, 'orders', 'payment.currency').replace(/^ال/, '').slice(0, 5).toLowerCase();
  const sentence = (feature: string, id: string) => textOf(locale, feature, `settingTexts.${id}`).toLowerCase();
  expect(sentence('orders', 'payment')).toContain(stem);
  expect(sentence('options', 'site')).not.toContain(stem);
});
