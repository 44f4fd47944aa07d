import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { i18nOf } from '#tests/texts.ts';
import type { MyCourse } from '../my-courses/data.ts';
import { MyCourseCard } from './my-course-card.tsx';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: [] },
  backend: { url: 'http://localhost', anon_key: 'k' },
  assets: { site_script: '' },
};

function linksOf(status: 'active' | 'ended', courseStatus: 'published' | 'archived', isReadOnly = false): string[] {
  const mine: MyCourse = {
    id: 'e',
    member_id: 'm',
    course_id: 'c',
    status,
    starts_at: '2026-01-01T00:00:00Z',
    expires_at: null,
    completed_at: null,
    total: 3,
    done: 1,
    percent: 33,
    seconds_left: 0,
    seen_at: null,
    last_lesson_id: null,
    course: {
      id: 'c',
      title: 'Shade',
      slug: 'shade',
      status: courseStatus,
      summary: '',
      featured_image: null,
      lesson_count: 3,
      duration_seconds: 0,
    },
  };
  const router = createMemoryRouter([{ path: '/', element: <MyCourseCard mine={mine} isReadOnly={isReadOnly} /> }]);
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <SiteProvider site={site}>
        <RouterProvider router={router} />
      </SiteProvider>
    </I18nextProvider>,
  );
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
}

test('a course leads to where it is learned, after its end to where it is sold, and nowhere when it is not offered', () => {
  expect(linksOf('active', 'published')).toEqual(['/dashboard/courses/shade']);
  expect(linksOf('ended', 'published')).toEqual(['/course/shade']);
  expect(linksOf('active', 'published', true)).toEqual(['/course/shade']);
  expect(linksOf('ended', 'archived')).toEqual([]);
});
