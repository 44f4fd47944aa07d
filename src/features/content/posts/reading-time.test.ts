import { expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { textOf } from '#tests/texts.ts';

test.each(localeCodes)('how long a post takes to read is not read as how old it is, in %s', (locale) => {
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  for (const count of [1, 7]) {
    const text = textOf(locale, 'posts', 'minutes', { count });
    expect(text).toMatch(/\p{L}/u);
    expect(text).not.toBe(minutes.format(count));
    expect(text).not.toBe(minutes.format(count).replace(/\s/g, ''));
  }
});
