import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiEnv, type ApiTools, fromSql } from '#base/server/api.ts';
import { errorResponse } from '#base/server/http.ts';
import { AppError } from '#base/shared/errors.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { generated } from '#tests/long.ts';
import { api, cleanMarkup } from './server.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function put(
  person: Person,
  path: string,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const router = new Hono<ApiEnv>();
  router.use(async (context, next) => {
    context.set('account', {
      account_id: world.demo,
      slug: 'demo',
      domain: null,
      is_platform: false,
      features: ['lms'],
    });
    context.set('caller', world.caller(person));
    await next();
  });
  api(router, { database: world.database } as ApiTools);
  router.onError((raw) => {
    const error = fromSql(raw);
    if (error instanceof AppError) return errorResponse(error);
    throw raw;
  });
  const response = await router.request(path, { method: 'PUT', body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const isPlain = async (html: string) =>
  (await world.sql.query<{ ok: boolean }>('select private.is_plain_markup($1) as ok', [html]))[0]?.ok;

describe('what authors write', () => {
  test.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<b>a</b><i>b</i><h1>c</h1>', '<strong>a</strong><em>b</em><h2>c</h2>'],
    ['<a href="javascript:alert(1)">a</a>', 'a'],
    ['<a href=" javascript:alert(1)">a</a>', 'a'],
    ['<a href="//evil.test">a</a>', 'a'],
    ['<a href="/\t/evil.test">a</a><img src="/\n/evil.test">', 'a'],
    [
      '<a href="https://a.test/?b=1&amp;c">a</a>',
      '<a href="https://a.test/?b=1&amp;c" target="_blank" rel="noopener">a</a>',
    ],
    ['<a href="/about" onmouseover="x">a</a>', '<a href="/about">a</a>'],
    ['<img src="x" onerror="alert(1)">', ''],
    ['<img height="2" src="/a.png" width="1" alt="b">', '<img src="/a.png" alt="b" width="1" height="2" />'],
    ['<img src="data:image/svg+xml,x">', ''],
    ['<svg><script>1</script></svg><math><mi>x</mi></math>', 'x'],
    ['<style>p{}</style><iframe src="https://a.test"></iframe>a<br>b', 'a<br />b'],
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ])('%s is stored as %s', async (input, expected) => {
    expect(cleanMarkup(input, 1000)).toBe(expected);
    expect(await isPlain(expected)).toBe(true);
  });

  test('the database accepts whatever the sanitizer returns', async () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<a href="',
      'https://a.test',
      '">',
      "'",
      '"',
      '<img src=/a ',
      'alt=',
      '>',
      '<',
      '&lt;',
      '&#60;script&#62;',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<svg/onload=x>',
      ' onerror=x ',
      'javascript:',
      '\u0000',
      '<br/>',
      '<table><tr><td>',
      '<h1>',
      '<![CDATA[',
      'ضوء',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
        const sanitized = cleanMarkup(pieces.join(''), 100_000).replaceAll('\u0000', '');
        expect(sanitized).not.toMatch(/<script|<svg|onerror=x ?>/i);
        expect(await isPlain(sanitized)).toBe(true);
      }),
      { ...generated(300) },
    );
  });

  test('a text that is too long is rejected, not cut', () => {
    expect(() => cleanMarkup('a'.repeat(11), 10)).toThrow('longer than the 10 characters');
  });
});

describe('saving through /api', () => {
  const details = {
    title: 'Seeing cells',
    slug: 'seeing-cells',
    summary: 's',
    description: '<p onclick="x">d</p>',
    featured_image: null,
    trailer_url: null,
    outcomes: ['o'],
    level: 'beginner',
    language: 'en',
    visibility: 'public',
    access: 'paid',
    category_id: null,
  };
  const idOf = async (slug: string) =>
    (await world.sql.query<{ id: string }>('select id from public.courses where slug = $1', [slug]))[0]?.id;

  const who: [Person, number][] = [
    ['visitor', 401],
    ['owner', 200],
    ['instructor', 200],
    ['student', 404],
    ['parent', 404],
    ['member', 404],
    ['atelierOwner', 404],
    ['both', 404],
    ['blocked', 404],
    ['removed', 404],
    ['fresh', 404],
    ['stolen', 404],
    ['unbound', 404],
  ];
  test.each(who)('%s changes a course: %s', async (person, status) => {
    const response = await put(person, `/api/courses/${await idOf('seeing-cells')}`, details);
    expect(response.status).toBe(status);
    if (status === 200) expect(response.body).toEqual({ slug: 'seeing-cells', description: '<p>d</p>' });
  });

  test.each([
    [{ slug: 'light-and-exposure' }, { slug: 'Another course has this address already.' }],
    [{ slug: 'With Blanks' }, { slug: 'Small letters, digits and hyphens, beginning with a letter or digit.' }],
    [{ title: '  ' }, { title: 'A course needs a title.' }],
    [{ trailer_url: 'javascript:1' }, { trailer_url: 'Give an address that begins with https:// or with /.' }],
  ])('%j is rejected with an error at its field', async (change, fields) => {
    const response = await put('owner', `/api/courses/${await idOf('seeing-cells')}`, { ...details, ...change });
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ error: { code: 'invalid', fields } });
  });

  test('a course of another account, and an id that is none, are not found', async () => {
    expect((await put('owner', `/api/courses/${await idOf('drawing-hands')}`, details)).status).toBe(404);
    expect((await put('owner', '/api/courses/x', details)).status).toBe(404);
  });

  test.each(who)('%s rewrites a lesson: %s', async (person, status) => {
    const lesson = (
      await world.sql.query<{ id: string; course_id: string }>(
        `select id, course_id from public.lessons where slug = 'focus-is-a-plane'`,
      )
    )[0];
    const content = {
      body: '<p>New<script>1</script></p>',
      media_url: null,
      media_path: null,
      media_name: null,
      captions_path: null,
    };
    const response = await put(person, `/api/courses/${lesson?.course_id}/lessons/${lesson?.id}`, content);
    expect(response.status).toBe(status === 404 ? 403 : status);
    if (status === 200) expect(response.body).toEqual({ id: lesson?.id, body: '<p>New</p>' });
  });
});
