import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { i18nOf } from '#tests/texts.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import { GradedQuestionView } from './graded-question.tsx';

test('the feedback on an answer stands with it where it was chosen', () => {
  const options = [
    { id: 'a', text: 'Twice' },
    { id: 'b', text: 'Thrice', feedback: 'Count <again>.' },
  ];
  const html = (answer: string) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18nOf('en')}>
        <MemoryRouter>
          <UiProvider locale="en" timeZone="UTC">
            <GradedQuestionView
              number={1}
              question={{
                ...{
                  id: 'q',
                  kind: 'single',
                  prompt: 'How much is a stop?',
                  figure: null,
                  points: 1,
                  options,
                  parts: {},
                },
                ...{ answer, is_waiting: false, comment: '', earned: 0, is_right: false },
              }}
            />
          </UiProvider>
        </MemoryRouter>
      </I18nextProvider>,
    );
  expect(html('b')).toMatch(/Thrice.*Count &lt;again&gt;\./);
  expect(html('a')).not.toContain('again');
});
