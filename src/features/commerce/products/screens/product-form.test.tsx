import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { i18nOf } from '#tests/texts.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import type { ProductValues } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: 'http://demo.localhost', anon_key: 'k' },
  assets: { site_script: '' },
};

function labelOf(title: string, isNew: boolean): string | undefined {
  const saved = {
    ...{ title, slug: 'print', description: '', image: '', type: 'digital', status: 'draft', course_id: null },
    ...{ courses: [], prices: [] },
  } as unknown as ProductValues;
  const element = (
    <UiProvider locale="en" timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <ProductForm saved={saved} courses={[]} isNew={isNew} onSave={async () => {}} />
      </QueryClientProvider>
    </UiProvider>
  );
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <SiteProvider site={site}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
      </SiteProvider>
    </I18nextProvider>,
  );
  return /<form[^>]* aria-label="([^"]*)"/.exec(html)?.[1];
}

test('the form of a product is named by it, and a new one says so', () => {
  expect(labelOf('Silver print', false)).toBe('Silver print');
  expect(labelOf('', true)).toBe('New product');
});
