import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatMoney } from '#base/shared/money.ts';
import { LocaleContext } from '../layout/locale.ts';
import { Chart } from './chart.tsx';

const points = [
  { label: '1 نوفمبر', value: 13_500 },
  { label: '2 نوفمبر', value: 0 },
];

test.each([
  ['ar', 'rtl'],
  ['en', 'ltr'],
])('the axes of a chart read as everything else in %s', (locale, direction) => {
  const markup = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <Chart label="Revenue" points={points} formatAxis={(value) => formatMoney(value, 'EUR', locale)} />
    </LocaleContext>,
  );
  const texts = [...markup.matchAll(/<text\b([^>]*)>([^<]*)/g)];
  expect(texts.length).toBeGreaterThan(points.length);
  for (const [, attributes] of texts) expect(attributes).toContain(`direction="${direction}"`);
  // What stands beside the axis ends at it, and the outer days stay within the picture, whichever way they run.
  const days = texts.filter(([, , text]) => points.some(({ label }) => label === text));
  expect(days.map(([, attributes]) => /text-anchor="(\w+)"/.exec(attributes ?? '')?.[1])).toEqual(['start', 'end']);
  const sums = texts.filter((text) => !days.includes(text));
  for (const [, attributes] of sums) expect(attributes).toContain('text-anchor="end"');
});
