import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { i18nOf } from '#tests/texts.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import type { OwnAccount } from '../data.ts';
import { PlanComparison } from './addons.tsx';

const site: Site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://localhost',
  base_domain: 'localhost',
  account: { account_id: 'p', slug: 'platform', domain: null, is_platform: true, features: [] },
  backend: { url: 'http://localhost', anon_key: 'k' },
  assets: { site_script: '' },
};
const plan = (id: string, features: string[], limits: Record<string, number>) => ({
  ...{
    id,
    label: id,
    description: '',
    currency: 'EUR',
    pricing: {},
    features,
    limits,
    addons: ['certificates', 'zoom'],
  },
});

test('add-ons are what the plan includes and what others add, with the way to change it, and nothing that can’t be had', () => {
  const client = new QueryClient();
  client.setQueryData(
    ['billing', 'plans'],
    [
      plan('Small', ['lms', 'whitelabel'], { courses: 3, chats: 5 }),
      plan('Large', ['lms', 'affiliates', 'single_session'], { courses: 30, chats: 50 }),
      plan('Tiny', ['mobile_app'], { courses: 1 }),
    ],
  );
  const element = (
    <UiProvider locale="en" timeZone="UTC">
      <QueryClientProvider client={client}>
        <PlanComparison
          account={{ account_id: 'a', plan_id: 'Small', addons: ['certificates'] } as unknown as OwnAccount}
        />
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
  const text = html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
  expect(text).toMatch(/Certificates/);
  expect(html).toMatch(/<input[^>]*checked/);
  expect(text).not.toMatch(/zoom/i);
  expect(text).toMatch(/Small\|Your plan\|Courses and quizzes\|Courses: 3\|/);
  expect(text).toMatch(/Large adds\|One session per person\|Courses: 30\|Compare plans/);
  expect(text).not.toMatch(/Tiny|Planned|Affiliates|White label|Mobile app|Chats/i);
  expect(html).toContain('href="/dashboard/billing?account=a"');
});
