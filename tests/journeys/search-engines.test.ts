import http from 'node:http';
import { expect } from '@playwright/test';
import { test } from './browser.ts';
import { originOf } from './people.ts';

/** What search engines are told, read as they read it: without a script, from the map of the site on. */

function read(address: string): Promise<{ status: number; text: string }> {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    http
      .get(
        { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, headers: { host: url.host } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => {
            text += part;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      )
      .on('error', reject);
  });
}

type Fact = Record<string, unknown> & { '@type': string };

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&');
const canonicalOf = (html: string) => unescaped(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '');
const alternatesOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)].map((found) => [
      found[1] ?? '',
      unescaped(found[2] ?? ''),
    ]),
  );
const factsOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap((found) => {
    const parsed = JSON.parse(found[1] ?? '') as Fact & { '@graph'?: Fact[] };
    return parsed['@graph'] ?? [parsed];
  });

const text = (value: unknown) => typeof value === 'string' && value.length > 0;
const address = (value: unknown) => typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value);
const day = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const named = (value: unknown) => text((value as Fact | undefined)?.name);
/** One author, or several in their order: each has a name, and a page of what they wrote. */
const signed = (value: unknown) =>
  Array.isArray(value)
    ? value.length > 1 && value.every((one) => named(one) && address((one as Fact).url))
    : named(value);
const some = (value: unknown) => Array.isArray(value) && value.length > 0;

/** What each kind of fact must have, after the documentation of search engines. */
const needed: Record<string, Record<string, (value: unknown) => boolean>> = {
  Organization: { name: text, url: address },
  WebSite: { name: text, url: address },
  Course: { name: text, description: text, provider: named },
  BlogPosting: { headline: text, datePublished: day, dateModified: day, author: signed, publisher: named },
  TechArticle: { headline: text, dateModified: day, author: named },
  FAQPage: {
    mainEntity: (value) =>
      some(value) &&
      (value as Fact[]).every((one) => text(one.name) && text((one.acceptedAnswer as Fact | undefined)?.text)),
  },
  BreadcrumbList: {
    itemListElement: (value) =>
      some(value) &&
      (value as Fact[]).every((one, index) => one.position === index + 1 && text(one.name) && address(one.item)),
  },
};

test('every address of the map is there, is its own, is known in every language, and says what it is', async () => {
  const origin = originOf('demo');
  const robots = await read(`${origin}/robots.txt`);
  const map = /^Sitemap: (.*)$/m.exec(robots.text)?.[1] ?? '';
  const addresses = [...(await read(map)).text.matchAll(/<loc>(.*?)<\/loc>/g)].map((found) =>
    unescaped(found[1] ?? ''),
  );
  expect(addresses.length).toBeGreaterThan(15);
  const kinds = new Set<string>();
  for (const own of addresses) {
    const { status, text: html } = await read(own);
    expect(status, own).toBe(200);
    expect(canonicalOf(html), own).toBe(own);
    expect(html, own).not.toMatch(/name="robots" content="noindex"/);
    const alternates = alternatesOf(html);
    expect(alternates.en, own).toBe(own);
    expect(alternates['x-default'], own).toBe(own);
    for (const fact of factsOf(html)) {
      kinds.add(fact['@type']);
      for (const [name, isRight] of Object.entries(needed[fact['@type']] ?? {}))
        expect(isRight(fact[name]), `${own}: ${fact['@type']}.${name}`).toBe(true);
    }
  }
  expect([...kinds]).toEqual(expect.arrayContaining(Object.keys(needed)));
});

test('an address in another language is its own and names the first; what is not found names none', async () => {
  const origin = originOf('demo');
  const post = `${origin}/blog/why-shade-is-blue`;
  const { text: html } = await read(`${post}?lang=ar&utm_source=x`);
  expect(canonicalOf(html)).toBe(`${post}?lang=ar`);
  expect(alternatesOf(html)).toEqual(alternatesOf((await read(post)).text));
  const page = /<loc>([^<]*\/docs\/[^<]*)<\/loc>/.exec((await read(`${origin}/sitemap.xml`)).text)?.[1] ?? '';
  const doc = (await read(`${page}?lang=ar`)).text;
  const way = factsOf(doc).find((fact) => fact['@type'] === 'BreadcrumbList')?.itemListElement as Fact[];
  expect(way[1]?.name).toBe('التوثيق');
  for (const shown of [doc, (await read(`${origin}/blog`)).text, (await read(`${origin}/docs`)).text]) {
    const card = unescaped(/<meta property="og:image" content="([^"]*)"/.exec(shown)?.[1] ?? '');
    expect((await read(card)).status, card).toBe(200);
  }
  const missing = await read(`${origin}/blog/nothing-here`);
  expect(missing.status).toBe(404);
  expect(canonicalOf(missing.text)).toBe('');
  for (const feed of ['/blog/rss.xml', '/blog/atom.xml?category=Light'])
    expect((await read(origin + feed)).text, feed).toContain('why-shade-is-blue');
});

test('an address nobody can have is not found, whatever signs it is made of, and breaks nothing', async () => {
  const origin = originOf('demo');
  const places = [
    '',
    'blog/',
    'course/',
    'course/category/',
    'docs/',
    'members/',
    'groups/',
    'preview/',
    'preview/post/',
  ];
  for (const place of places)
    for (const odd of ['%00', 'a%00b', '%22', '%7B%7D', '%EF%BF%BF', 'a'.repeat(3000), 'x%0D%0Ay', '%F0%9F%8E%89'])
      expect((await read(`${origin}/${place}${odd}`)).status, place + odd.slice(0, 20)).toBe(404);
  for (const odd of ['%22', '%5C', '%7B%22%2C%7D', '%2C', '%F0%9F%8E%89'])
    for (const key of ['tag', 'category', 'author'])
      expect((await read(`${origin}/blog?${key}=${odd}`)).status, key + odd).toBe(404);
  for (const asked of ['/blog?tag=%00', '/docs?q=%00', '/blog/rss.xml?category=%00', '/blog?year=%00&page=%00'])
    expect((await read(origin + asked)).status, asked).toBe(400);
});
