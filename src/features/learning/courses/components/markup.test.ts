import { expect, test } from 'vitest';
import { withResponsiveImages } from './markup.tsx';

const photo = '/storage/v1/object/public/0197/public/media/moon.jpg';

test.each([
  [
    'a photograph of the library in the width its reader needs',
    `<p>Look:</p><img src="${photo}" alt="A &amp; B" width="900" height="600" />`,
    `<p>Look:</p><img src="/storage/v1/render/image/public/0197/public/media/moon.jpg?width=900&resize=contain&quality=75" srcset="`,
  ],
  [
    'a drawing as it is',
    '<img src="/storage/v1/object/public/0197/public/media/moon.svg" alt="Moon" />',
    '<img src="/storage/v1/object/public/0197/public/media/moon.svg" alt="Moon" loading="lazy" />',
  ],
  [
    'a picture of another site as it is',
    '<img src="https://example.org/a.jpg" alt="" width="4" height="3" />',
    '<img src="https://example.org/a.jpg" alt="" width="4" height="3" loading="lazy" />',
  ],
])('shows %s', (_, written, shown) => {
  expect(withResponsiveImages(written)).toContain(shown);
});

test('keeps words, measures and everything beside a picture', () => {
  const clean = `<h2>1 &lt; 2</h2><img src="${photo}" alt="A &quot;moon&quot;" width="900" height="600" /><p>After</p>`;
  const html = withResponsiveImages(clean);
  expect(html.replace(/<img [^>]*>/, '')).toBe('<h2>1 &lt; 2</h2><p>After</p>');
  expect(html).toContain('alt="A &quot;moon&quot;" width="900" height="600" loading="lazy"');
  expect(html).not.toContain('1280w');
});
