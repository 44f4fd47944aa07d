import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { FileConsent } from './file-consent.ts';
import { Picture } from './picture.tsx';

const src = '/storage/v1/object/public/a/public/photo.jpg';
const blur = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAw';
const render = (props: Parameters<typeof Picture>[0]) => renderToStaticMarkup(<Picture {...props} />);

test('a picture of another site waits where its visitor has agreed to none', () => {
  const picture = { src: 'https://else.example/a.png', alt: '' };
  const isOurs = (address: string) => address.startsWith('/');
  const html = (picture: { src: string; alt: string }) =>
    renderToStaticMarkup(
      <FileConsent value={isOurs}>
        <Picture picture={picture} />
      </FileConsent>,
    );
  expect(html(picture)).toContain(' data-later-src="https://else.example/a.png"');
  expect(html(picture)).not.toContain(' src=');
  expect(html({ ...picture, src: '/a.png' })).toContain(' src="/a.png"');
  expect(render({ picture })).toContain(' src="https://else.example/a.png"');
});

describe('a picture', () => {
  test('has its measures, words, candidates and placeholder', () => {
    const html = render({ picture: { src, alt: 'A prism', width: 1000, height: 500, blur }, sizes: '20rem' });
    expect(html).toMatch(/width="1000" height="500"/);
    expect(html).toContain('alt="A prism"');
    expect(html).toContain('sizes="auto, 20rem"');
    expect(html).toContain('1000w');
    expect(html).toContain('loading="lazy"');
    expect(html).toContain(blur);
  });

  test('at the top of a page is fetched at once, by the width that was named', () => {
    const html = render({ picture: { src, alt: '', width: 1000, height: 500 }, isFirst: true, sizes: '20rem' });
    expect(html).toContain('fetchPriority="high"');
    expect(html).toContain('sizes="20rem"');
    expect(html).not.toContain('loading');
  });

  test('with unknown dimensions keeps its rendered size', () => {
    const html = render({ picture: { src, alt: '' }, box: { width: 64, height: 48 }, sizes: '4rem' });
    expect(html).toMatch(/width="64" height="48"/);
    expect(html).toContain('sizes="4rem"');
    expect(html).toContain('1920w');
  });

  test.each([
    ['a drawing', { src: '/pictures/dunes.svg', alt: '' }],
    ['a script in place of an address', { src: 'javascript:alert(1)', alt: '' }],
    ['a placeholder that is none', { src: '/a.svg', alt: '', blur: 'x");background:url(https://x.example' }],
  ])('%s brings neither candidates nor styles', (_, picture) => {
    const html = render({ picture });
    expect(html).not.toMatch(/srcset|sizes|style|javascript/i);
  });

  test('that was not chosen is not rendered', () => {
    expect(render({ picture: { src: '', alt: 'x' } })).toBe('');
  });
});
