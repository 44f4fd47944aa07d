import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { i18nOf } from '#tests/texts.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import { QuizResult } from './quiz-result.tsx';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: 'http://demo.localhost', anon_key: 'k' },
  assets: { site_script: '' },
};

function resultOf(passed: boolean, passed_before: boolean, locale = 'en'): string {
  const client = new QueryClient();
  const attempt = { id: 'x', score: passed ? 6 : 2, points: 10, pass_mark: 60, passed, is_trial: false };
  client.setQueryData(['quizzes', 'a', 'result', 'x'], {
    ...{ attempt, passed_before, questions: [], shown: 'answers', tries_left: 1, attempts_allowed: 3 },
  });
  const result = (
    <UiProvider locale={locale} timeZone="UTC">
      <QueryClientProvider client={client}>
        <QuizResult attemptId="x" isStarting={false} onRetry={() => {}} onBack={() => {}} onContinue={undefined} />
      </QueryClientProvider>
    </UiProvider>
  );
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(locale)}>
      <SiteProvider site={{ ...site, locale } as Site}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element: result }])} />
      </SiteProvider>
    </I18nextProvider>,
  );
}

test.each([
  [true, false, 'Passed', false],
  [false, false, 'Not passed yet', false],
  [false, true, 'You did not pass this attempt', true],
])('an attempt that passed: %s, the quiz passed before: %s, is “%s”', (passed, before, title, stays) => {
  const html = resultOf(passed, before);
  expect(html).toContain(title);
  expect(html.includes('it stays passed')).toBe(stays);
});

test.each([
  ['en', '20%', '60%'],
  ['de', '20\u00a0%', '60\u00a0%'],
  ['tr', '%20', '%60'],
])('percentages read as the reader writes them, in %s', (locale, percent, mark) => {
  const html = resultOf(false, false, locale);
  expect(html).toContain(percent);
  expect(html).toContain(mark);
});
