import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { CheckoutForm } from '#features/commerce/orders/components/checkout-form.tsx';
import type { Checkout } from '#features/commerce/orders/components/use-checkout.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import { createTranslations } from '../i18n/translations.ts';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: 'http://demo.localhost', anon_key: 'key' },
  assets: { site_script: '' },
};

const field = (name: string) => ({
  name,
  onInput: () => {},
  onBlur: () => {},
  error: undefined,
});

function formWith(documents: { terms: string; privacy: string }, state: Partial<Checkout> = {}): string {
  const checkout = {
    fields: { field, form: { current: null } },
    typed: {},
    hasAccount: false,
    needsSecondFactor: false,
    isAwaitingCode: false,
    needsTerms: documents.terms !== '',
    needsAddress: true,
    hasWaitingOrder: false,
    isPlacing: false,
    problem: null,
    ...state,
  } as unknown as Checkout;
  const face = {
    title: 'Lumen',
    icon: '',
    isOnboard: false,
    doors: { ...documents, hasMagicLink: false, hasPhone: false },
  };
  const totals = { currency: 'EUR', subtotal: 9_000, discount: 0, tax: 0, total: 9_000 };
  const element = (
    <UiProvider locale="en" timeZone="UTC">
      <CheckoutForm checkout={checkout} totals={totals} quote={null} providers={[]} payments={[]} reminds={false} />
    </UiProvider>
  );
  return renderToStaticMarkup(
    <I18nextProvider i18n={createTranslations()('en')}>
      <QueryClientProvider client={new QueryClient()}>
        <SiteProvider site={site} face={face}>
          <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
        </SiteProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

describe('a new buyer at the checkout', () => {
  test('accepts the terms by the checkbox and the links of the sign-up', () => {
    const html = formWith({ terms: '/terms', privacy: '/privacy' });
    expect(html).toMatch(/<input(?=[^>]*name="accepts")(?=[^>]*type="checkbox")(?=[^>]*required)/);
    for (const page of ['/terms', '/privacy']) expect(html).toContain(`href="${page}" target="_blank"`);
  });

  test('is shown a privacy page without terms as a link alone, and nothing where there is neither', () => {
    const html = formWith({ terms: '', privacy: '/privacy' });
    expect(html).toContain('href="/privacy"');
    expect(html).not.toContain('name="accepts"');
    expect(formWith({ terms: '', privacy: '' })).not.toMatch(/name="accepts"|target="_blank"/);
  });
});

test('who orders a course again that waits for its payment is led to their orders', () => {
  const problem = 'Your order #1005 for this is awaiting payment.';
  const html = formWith({ terms: '', privacy: '' }, { problem, hasWaitingOrder: true });
  expect(html).toMatch(/role="alert"(?:(?!<\/div>).)*#1005(?:(?!<\/div>).)*<a[^>]*href="\/dashboard\/orders"/);
});
