import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import type { OfferedProduct } from '#features/commerce/products/data.ts';
import type { Frequency } from '#features/commerce/products/schema.ts';
import { CourseTile } from '#features/learning/courses/components/course-tile.tsx';
import type { CourseCard } from '#features/learning/courses/data.ts';
import { createTranslations } from '../../i18n/translations.ts';
import routes from '../../routes.ts';
import { MAX_OFFERED_PRODUCTS } from '../../site/offers.tsx';
import CoursePricesLayout from './course-prices.tsx';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: 'http://demo.localhost', anon_key: 'key' },
  assets: { site_script: '' },
};

const card = (id: string, access: CourseCard['access']) =>
  ({
    id,
    title: id,
    slug: id,
    access,
    language: 'en',
    summary: '',
    lesson_count: 1,
    duration_seconds: 60,
  }) as CourseCard;

const product = (type: 'course' | 'membership', course: string, amount: number, frequency: Frequency | null) =>
  ({
    id: `of-${course}`,
    title: course,
    image: null,
    type,
    course_id: type === 'course' ? course : null,
    product_courses: type === 'course' ? [] : [{ course_id: course }],
    prices: [
      {
        ...{ id: `price-${course}`, kind: frequency ? 'subscription' : 'once', currency: 'EUR', frequency },
        ...{ amount, amount_now: amount, setup_fee: 0, trial_days: 0, minimum_amount: null, is_active: true },
      },
    ],
  }) as unknown as OfferedProduct;

/** The tiles as the screen shows them; `products` is undefined while they are loaded. */
function tilesWith(products: OfferedProduct[] | undefined): string {
  const queries = new QueryClient();
  if (products) queries.setQueryData(['products', 'a', 'published', MAX_OFFERED_PRODUCTS], products);
  const courses = [card('exposure', 'paid'), card('colour', 'members'), card('unsold', 'paid')];
  const router = createMemoryRouter([
    {
      element: <CoursePricesLayout />,
      children: [{ path: '*', element: courses.map((course) => <CourseTile key={course.id} course={course} />) }],
    },
  ]);
  return renderToStaticMarkup(
    <I18nextProvider i18n={createTranslations()('en')}>
      <QueryClientProvider client={queries}>
        <SiteProvider site={site}>
          <RouterProvider router={router} />
        </SiteProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

const pricesIn = (html: string) =>
  [...html.matchAll(/<b[^>]*>([^<]*)<\/b> ([^<]*)<\/span>/g)].map(([, price, frequency]) => [price, frequency?.trim()]);

test('a member’s suggestions have the price and frequency of the catalogue, and nothing is “not on sale” while it loads', () => {
  const products = [
    product('course', 'exposure', 9_000, null),
    product('membership', 'colour', 2_000, { value: 1, parameter: 'month' }),
  ];
  expect(pricesIn(tilesWith(products))).toEqual([
    ['€90', ''],
    ['€20', 'every month'],
    ['Not for sale', ''],
  ]);
  expect(pricesIn(tilesWith(undefined))).toEqual([
    ['', ''],
    ['', ''],
    ['', ''],
  ]);
});

test('the screen of a member’s courses stands below the prices', () => {
  type Entry = { file: string; path?: string; children?: Entry[] };
  const dashboard = (routes as Entry[]).find(({ path }) => path === 'dashboard');
  const above = dashboard?.children?.find(({ children }) => children?.some(({ path }) => path === 'courses'));
  expect(above?.file).toBe('dashboard/shell/course-prices.tsx');
});
