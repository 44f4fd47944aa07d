import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { i18nOf } from '#tests/texts.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import type { GradedQuestion } from '../../attempts/data.ts';
import { AnswerLines } from './answer-lines.tsx';

function linesOf(question: Partial<GradedQuestion>): string {
  const whole: GradedQuestion = {
    ...{ id: 'q', kind: 'cloze', prompt: 'Complete it.', figure: null, points: 1, options: [], parts: {} },
    ...{ answer: null, is_waiting: false, comment: '', earned: 0, is_right: false },
    ...question,
  };
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <MemoryRouter>
        <UiProvider locale="en" timeZone="UTC">
          <AnswerLines question={whole} />
        </UiProvider>
      </MemoryRouter>
    </I18nextProvider>,
  );
}
const marks = (html: string) => [...html.matchAll(/aria-label="(Correct|Incorrect)"/g)].map(([, mark]) => mark);

test.each([
  ['Écran.', 'Correct'],
  [' écran ', 'Correct'],
  ['screens', 'Incorrect'],
  [undefined, 'Incorrect'],
])('a gap filled with %s is marked as the database grades it: %s', (answer, mark) => {
  const html = linesOf({
    parts: { segments: [{ text: 'The ' }, { gap: '1' }] },
    answer: answer === undefined ? null : { '1': answer },
    key: { text: 'The [[ecran|screen]]', gaps: { '1': ['ecran', 'screen'] } },
  });
  expect(marks(html)).toEqual([mark]);
  expect(html.includes('ecran')).toBe(mark === 'Incorrect');
});

test('each row of a match is marked by itself, and without a key none', () => {
  const rows = [
    { id: 'a', text: 'whale' },
    { id: 'b', text: 'robin' },
  ];
  const options = [
    { id: 'a', text: 'bird' },
    { id: 'b', text: 'mammal' },
  ];
  const question = { kind: 'matching', parts: { rows }, options, answer: { a: 'b', b: 'b' } } as const;
  expect(marks(linesOf({ ...question, options: [...options], key: { a: 'b', b: 'a' } }))).toEqual([
    'Correct',
    'Incorrect',
  ]);
  expect(marks(linesOf({ ...question, options: [...options] }))).toEqual([]);
});

test('each region is marked by itself once it is shown, over the image with its markers', () => {
  const question = {
    kind: 'hotspot',
    figure: { image: '/lens.svg', alt: 'A lens' },
    parts: { ratio: 1, markers: 2, description: 'A ring at the left.' },
    answer: { markers: [{ x: 15, y: 15 }] },
  } as const;
  const regions = [10, 60].map((at) => ({
    id: `r${at}`,
    text: `Region at ${at}`,
    shape: 'rectangle' as const,
    points: [
      [at, at],
      [at + 10, at + 10],
    ] as [number, number][],
  }));
  const shown = linesOf({ ...question, key: { ratio: 1, regions } });
  expect(marks(shown)).toEqual(['Correct', 'Incorrect']);
  expect(shown).toContain('<rect');
  const hidden = linesOf(question);
  expect(hidden).toContain('aria-label="Marker 1"');
  expect(hidden).not.toContain('<rect');
  expect(marks(hidden)).toEqual([]);
});
