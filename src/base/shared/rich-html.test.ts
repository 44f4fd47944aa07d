import { describe, expect, test } from 'vitest';
import { escapeHtml, plainText, richHtml, withEmbeds } from './rich-html.ts';

describe('what an author wrote', () => {
  test.each([
    ['<p>A <b>b</b> <i>c</i></p>', '<p>A <strong>b</strong> <em>c</em></p>'],
    ['<h1>A</h1>', '<h2>A</h2>'],
    ['<p onclick="x()" style="color:red" class="y">A</p>', '<p>A</p>'],
    ['<script>alert(1)</script>A', 'A'],
    ['<style>*{}</style>A', 'A'],
    ['<a href="javascript:alert(1)">A</a>', '<a>A</a>'],
    ['<a href="//evil.example">A</a>', '<a>A</a>'],
    ['<a href="/about">A</a>', '<a href="/about">A</a>'],
    [
      '<a href="https://x.example" target="_blank">A</a>',
      '<a href="https://x.example" target="_blank" rel="noopener">A</a>',
    ],
    ['<img src="data:image/svg+xml,x">', '<img alt="" loading="lazy" />'],
    ['<img src=x onerror=alert(1)>', '<img src="x" alt="" loading="lazy" />'],
    ['<iframe src="https://x.example"></iframe>A', 'A'],
    ['<aside data-callout="tip" class="x">A</aside>', '<aside data-callout="tip">A</aside>'],
    ['<aside data-callout="x">A</aside>', '<aside data-callout>A</aside>'],
    ['<td colspan="2" style="x">A</td>', '<td colspan="2">A</td>'],
    ['<svg><script>alert(1)</script></svg>A', 'A'],
  ])('%s becomes %s', (html, safe) => {
    expect(richHtml(html)).toBe(safe);
  });
});

test('the text alone keeps words apart', () => {
  expect(plainText('<h2>One</h2><p>two<br>three &amp; four</p><ul><li>five</li><li>six</li></ul>')).toBe(
    'One two three & four five six',
  );
});

describe('what an author put in of another site', () => {
  const rendered = (html: string) => withEmbeds(richHtml(html), ({ src, host }) => `[${host} ${src}]`);
  test.each([
    [
      '<figure data-embed-address="https://youtu.be/dQw4w9WgXcQ"></figure>',
      '[youtu.be https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ]',
    ],
    ['<figure data-embed-address="https://a.example/?x=1&amp;y=2"></figure>', '[a.example https://a.example/?x=1&y=2]'],
    ['<figure data-embed-address="javascript:alert(1)"></figure>', ''],
    ['<figure data-embed-address="http://a.example/"></figure>', ''],
    ['<figure><figcaption>A</figcaption></figure>', '<figure><figcaption>A</figcaption></figure>'],
  ])('%s becomes a question or nothing', (html, expected) => {
    expect(rendered(html)).toBe(expected);
  });
  test('is escaped wherever it stands', () => {
    expect(escapeHtml(`<a href="'&'">`)).toBe('&#60;a href=&#34;&#39;&#38;&#39;&#34;&#62;');
  });
});
