import { describe, expect, test } from 'vitest';
import { plainText, richHtml } from './rich-html.ts';

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
