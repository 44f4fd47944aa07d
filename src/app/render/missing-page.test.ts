import { expect, test } from 'vitest';
import type { Site } from '#base/shared/site.ts';
import { renderOrNotFound } from './missing-page.ts';
import type { Renderer } from './renderer.ts';

/** A renderer of a site that has exactly these pages, and says what each is made of. */
function rendererOf(pages: Record<string, string>): Renderer['renderPage'] {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const page = pages[pathname];
    return {
      response: new Response(page ?? 'nothing here', { status: page ? 200 : 404 }),
      tags: new Set([`pages:a:${pathname.slice(1)}`]),
      reads: [],
      scriptOrigins: [],
    };
  };
}

async function send(pages: Record<string, string>, path: string) {
  const renderer = { renderPage: rendererOf(pages) } as Renderer;
  const { response, tags } = await renderOrNotFound(renderer, new Request(`http://demo.localhost${path}`), {} as Site);
  return [response.status, await response.text(), [...tags].join(' ')];
}

const own = { '/about': 'About', '/404': 'Lost in the darkroom' };

test.each([
  ['a page that is there', own, '/about', [200, 'About', 'pages:a:about']],
  [
    'one that isn’t, where the account has a page for it',
    own,
    '/gone',
    [404, 'Lost in the darkroom', 'pages:a:gone pages:a:404'],
  ],
  ['one that isn’t, where it has none', {}, '/gone', [404, 'nothing here', 'pages:a:gone pages:a:404']],
  ['the account’s page for it itself', own, '/404', [404, 'Lost in the darkroom', 'pages:a:404']],
  ['the same where there is none', {}, '/404', [404, 'nothing here', 'pages:a:404']],
])('%s', async (_, pages, path, expected) => {
  expect(await send(pages, path)).toEqual(expected);
});
