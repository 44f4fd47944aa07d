import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { MyCourseCard } from '#features/learning/courses/components/my-course-card.tsx';
import type { MyCourse } from '#features/learning/courses/my-courses/data.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import { createTranslations } from '../../i18n/translations.ts';
import { ContinueCard } from './continue-card.tsx';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: '', anon_key: '' },
  assets: { site_script: '' },
};

function cardsOf(status: MyCourse['status'], expires_at: string | null): string[] {
  const course = { id: 'c', title: 'Light', slug: 'light', summary: '', featured_image: null };
  const mine = { id: 'e', status, expires_at, course, percent: 40, done: 2, total: 5, seconds_left: 0, seen_at: null };
  const cards = [ContinueCard, MyCourseCard];
  return cards.map((Card) => {
    const element = (
      <UiProvider locale="en" timeZone="UTC">
        <Card mine={mine as unknown as MyCourse} />
      </UiProvider>
    );
    return renderToStaticMarkup(
      <I18nextProvider i18n={createTranslations()('en')}>
        <SiteProvider site={site}>
          <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
        </SiteProvider>
      </I18nextProvider>,
    );
  });
}

test.each<[string, MyCourse['status'], string | null, boolean]>([
  ['paid for a time', 'active', '2999-12-24T12:00:00Z', true],
  ['open for good', 'active', null, false],
  ['ended', 'ended', '2999-12-24T12:00:00Z', false],
  ['expired', 'active', '2020-12-24T12:00:00Z', false],
])('a course that is %s has its end on both cards of the dashboard where it has one', (_, status, end, isShown) => {
  for (const card of cardsOf(status, end)) {
    expect(card.includes('Access until')).toBe(isShown);
    expect(card.includes('December 24, 2999')).toBe(isShown);
  }
});

test('a parent is led to the public page of the course', () => {
  const course = { id: 'c', title: 'Light', slug: 'light', summary: '', status: 'published', featured_image: null };
  const mine = { id: 'e', status: 'active', expires_at: null, course, percent: 40, done: 2, total: 5, seconds_left: 0 };
  const element = (
    <UiProvider locale="en" timeZone="UTC">
      <MyCourseCard mine={mine as unknown as MyCourse} isReadOnly />
    </UiProvider>
  );
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={createTranslations()('en')}>
      <SiteProvider site={site}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
      </SiteProvider>
    </I18nextProvider>,
  );
  expect(html).toContain('href="/course/light"');
  expect(html).toContain('View course');
  expect(html).not.toContain('/learn/');
});
