import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { PreviewVideo } from '#features/learning/courses/components/preview-video.tsx';
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

const previewOf = (media_url: string) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={createTranslations()('en')}>
      <QueryClientProvider client={new QueryClient()}>
        <SiteProvider site={site}>
          <PreviewVideo
            title="Light"
            kind="video"
            content={{ media_url, media_path: null, captions_path: null, media_name: null }}
          />
        </SiteProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'youtube-nocookie.com'],
  ['https://vimeo.com/76979871', 'player.vimeo.com'],
])('the film %s of a free lesson waits for consent on the public page, and can be shown there', (film, host) => {
  const html = previewOf(film);
  expect(html).toMatch(/<button[^>]*>(?:(?!<\/button>).)*Load content/);
  expect(html).toContain(host);
  expect(html).toMatch(new RegExp(`<a[^>]*href="${film.replace('?', '\\?')}"`));
  expect(html).not.toContain('<iframe');
});

test('a film of the site itself is shown at once', () => {
  expect(previewOf('http://demo.localhost/film.mp4')).toContain('<video');
});
