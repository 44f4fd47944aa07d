import { expect, test } from 'vitest';
import { atelierPages } from './atelier-pages.ts';
import { demoPages } from './demo-pages.ts';
import { platformPages } from './platform-pages.ts';

const draw = async (src: string, alt: string) => ({ src, alt });
const pages = [...(await demoPages(draw)), ...(await atelierPages(draw)), ...platformPages];
const texts = pages.flatMap(({ slug, blocks }) =>
  blocks.flatMap(({ type, props }, index) =>
    type === 'RichText' ? [{ slug, html: String(props.html), title: String(props.title), isFirst: index === 0 }] : [],
  ),
);

// The title of what comes first is the page's own.
test.each(texts)('no level of heading is left out in a text on /$slug', ({ html, title, isFirst }) => {
  let level = title ? (isFirst ? 1 : 2) : 1;
  for (const [, next] of html.matchAll(/<h([1-6])\b/g)) {
    expect(Number(next)).toBeLessThanOrEqual(level + 1);
    level = Number(next);
  }
});
